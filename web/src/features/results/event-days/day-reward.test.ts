import { afterEach, expect, test } from 'vitest';
import type { EventDay, Reward } from '#contract/entities/result.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const END = '2026-08-18T02:00:00.000Z';
const LATER = Date.parse(END) + 30 * 24 * 3_600_000;

const dayOf = (
  reductionEnergy: number | null,
  counts: { readonly responded?: number; readonly left?: number } = {},
  reason: EventDay['reason'] = null,
): EventDay => ({
  id: '2026-08-17',
  eventDay: '2026-08-17',
  startTime: '2026-08-17T23:00:00.000Z',
  endTime: END,
  weather: { description: null, avgTemperature: null, eventTemperature: null },
  performance: { eventEnergy: 500, reductionEnergy },
  reason,
  events: [
    {
      id: 'a',
      dispatchId: 'a',
      category: 'event',
      type: 'tstat',
      startTime: '2026-08-17T23:00:00.000Z',
      endTime: END,
      devicesContactedCount: 1,
      respondedCount: counts.responded ?? 0,
      noResponseCount: 1 - (counts.responded ?? 0) - (counts.left ?? 0),
      optOutCount: counts.left ?? 0,
    },
  ],
});
const entry = (amount: number, kind: 'accrued' | 'reversed', cause: 'result' | 'opt_out') =>
  ({ eventId: 'a', kind, amount, currency: 'USD', cause, time: END }) as Reward['entries'][number];

const PAYING = [{ reward: { type: 'per-kwh', amount: 55, currency: 'USD' } }] as const;

test('[UX-47] [CAL-2] every day without a number or a reward says why', async () => {
  const { dayNotes } = await withTexts('en', () => import('./day-reward.ts'));
  const whyOf = (day: EventDay, entries: Reward['entries'] = [], at = LATER) =>
    dayNotes(day, entries, PAYING, at).why;
  expect(dayNotes(dayOf(900, { responded: 1 }), [entry(90, 'accrued', 'result')], PAYING, LATER)).toEqual({
    reward: '$0.90',
    why: null,
  });
  expect(whyOf(dayOf(900))).toBe('No reward: your device did not answer the event.');
  expect(whyOf(dayOf(900, { left: 1 }))).toBe('No reward: you opted out.');
  expect(whyOf(dayOf(-20, { responded: 1 }))).toBe('No reward: nothing was saved.');
  const taken = [entry(90, 'reversed', 'opt_out'), entry(90, 'accrued', 'result')];
  expect(whyOf(dayOf(900, { responded: 1 }), taken)).toBe('No reward: an opt-out cost it.');
  expect(whyOf(dayOf(900, { responded: 1 }), [], Date.parse(END))).toBe('The reward follows.');
  expect(whyOf(dayOf(null, { responded: 1 }, { code: 'data_missing', missing: 3, of: 8 }))).toMatch(
    /^No energy result: 3 of 8 quarter hours/,
  );
  expect(whyOf(dayOf(null, { left: 1 }))).toBe('You opted out, so there is no energy result.');
  expect(whyOf(dayOf(null, { responded: 1 }), [], Date.parse(END))).toMatch(/^The result is not in yet/);
  expect(whyOf(dayOf(null, { responded: 1 }))).toBe('No energy result: nothing is known of that day.');
  // Nothing is claimed before the rewards are known.
  expect(dayNotes(dayOf(900, { responded: 1 }), undefined, PAYING, LATER).why).toBeNull();
});

test('[UX-47] that a program pays nothing is said of those alone; nobody guesses which of two causes took a reward', async () => {
  const { dayNotes } = await withTexts('en', () => import('./day-reward.ts'));
  const whyOf = (day: EventDay, programs: Parameters<typeof dayNotes>[2]) =>
    dayNotes(day, [], programs, LATER).why;
  const free = [{ reward: { type: 'none', amount: 0, currency: 'USD' } }] as const;
  expect(whyOf(dayOf(-20, { responded: 1 }), free)).toBe('This program pays no reward.');
  const nothing = 'No reward: it comes to nothing, or an opt-out cost it.';
  expect(whyOf(dayOf(5, { responded: 1 }), PAYING)).toBe(nothing);
  expect(whyOf(dayOf(900, { responded: 1, left: 1 }), PAYING)).toBe(nothing);
});
