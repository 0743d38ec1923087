import { afterEach, expect, test } from 'vitest';
import type { EventPlan, HouseEvent } from '#contract/entities/event.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { Dispatch } from '../dispatch.ts';

afterEach(forgetEnglish);

const START = Date.parse('2026-11-16T00:00:00.000Z');
const because = (cause: string | null, language = 'en'): Dispatch => ({
  id: 'one',
  eventId: 'a',
  events: [],
  startTime: START,
  endTime: START + 2 * 3_600_000,
  cause: cause === null ? null : { [language]: cause },
  devices: [],
  excluded: [],
});

test.each([
  ['Bitter cold on the plains', 'For 2 hours. Bitter cold on the plains.'],
  ['Bitter cold on the plains. ', 'For 2 hours. Bitter cold on the plains.'],
  ['Can you help?', 'For 2 hours. Can you help?'],
  ['Said “now.”', 'For 2 hours. Said “now.”'],
])('[UX-20] the provider’s cause ends as a sentence: %s', async (cause, text) => {
  const { whyText } = await withTexts('en', () => import('./banner-text.ts'));
  expect(whyText(because(cause)).replaceAll('\u00A0', ' ')).toBe(text);
});

test('[UX-20] a cause in another language than the reader’s is not shown: what every peak event is for is', async () => {
  const { whyText } = await withTexts('en', () => import('./banner-text.ts'));
  expect(whyText(because('Hace frío', 'es'))).toBe(whyText(because(null)));
});

const REWARDS = {
  flat: { type: 'per-event', amount: 50, currency: 'USD' },
  kwh: { type: 'per-kwh', amount: 55, currency: 'USD' },
} as const;

const inEvent = (deviceId: string, reward: HouseEvent['reward']) =>
  ({ deviceId, optOut: null, event: { reward } }) as unknown as Dispatch['devices'][number];
const planOf = (deviceId: string, wh: number, amount: number) =>
  ({ deviceId, expected: { wh, amount, currency: 'USD' } }) as EventPlan;

test('[UX-47] a flat reward is never told as one for energy; rewards of two rules are told in all', async () => {
  const { rewardText } = await withTexts('en', () => import('./reward-text.ts'));
  const [water, room] = [inEvent('water', REWARDS.flat), inEvent('room', REWARDS.kwh)];
  const plans = [planOf('water', 400, 50), planOf('room', 2_400, 132)];
  const textOf = (devices: Dispatch['devices']) =>
    rewardText({ ...because(null), devices }, plans)?.replaceAll('\u00A0', ' ');
  expect(textOf([water])).toBe('You earn $0.50 if you stay in');
  expect(textOf([room])).toBe('Earn about $1.32 for 2.4 kWh saved');
  expect(textOf([water, room])).toBe('Earn about $1.82 in all');
});

test('[UX-45] an end says what follows; a cancelled event says so, and what becomes of an opt-out', async () => {
  const { endText, endTitle } = await withTexts('en', () => import('./end-text.ts'));
  const over = { ...because(null), endTime: 0, events: [{ cancelledAt: null } as HouseEvent] };
  expect([endTitle(over), endText(over)]).toEqual(['The peak event is over', 'Thank you.']);
  const cancelled = { ...over, events: [{ cancelledAt: '2026-11-16T00:00:00.000Z' } as HouseEvent] };
  expect(endTitle(cancelled)).toBe('The peak event was cancelled');
  const out = {
    ...inEvent('room', REWARDS.kwh),
    optOut: { at: '', cause: 'person', counted: true },
  } as const;
  expect(endText(cancelled)).toBe('Your devices go back to your own settings.');
  const notified = {
    ...over,
    endTime: Number.MAX_SAFE_INTEGER,
    events: [{ state: 'notified' } as HouseEvent],
  };
  expect(endText(notified)).toBe('It was called off before it began. Nothing was changed.');
  expect(endText({ ...cancelled, devices: [out] })).toBe(
    'It was called off, so your opt-out does not count.',
  );
  // One that is gone before its end was called off as well.
  expect(endTitle({ ...over, endTime: Number.MAX_SAFE_INTEGER })).toBe('The peak event was cancelled');
});
