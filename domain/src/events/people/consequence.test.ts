import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/property-runs.ts';
import { DAY } from '../../time/time.ts';
import { cooling, eventOf, START } from '../testing/facts.ts';
import { actsOf, livedSeason, VERBS } from '../testing/opt-out-season.ts';
import type { SeasonOptions } from '../testing/opt-out-season.ts';
import { isCounted, optOutConsequence } from './consequence.ts';
import type { OptOutConsequence, OptOutRecord } from './consequence.ts';

const event = eventOf(cooling, { dispatchId: 'now' });
const left = (dispatchId: string, more: Partial<OptOutRecord> = {}): OptOutRecord => ({
  dispatchId,
  programId: cooling.id,
  startTime: START - DAY,
  at: START - 2 * DAY,
  isCancelled: false,
  told: null,
  ...more,
});
const costOf = (of: typeof event, optOuts: readonly OptOutRecord[]) =>
  optOutConsequence(of, { optOuts, toldAt: START - DAY }, START);

test('[OPT-1] an opt-out counts once per dispatch, in its program and season', () => {
  const optOuts = [
    left('one'),
    left('two'),
    left('other program', { programId: 'water-heater' }),
    left('last season', { startTime: START - 365 * DAY }),
    left('cancelled', { isCancelled: true }),
    left('late', { told: { code: 'late_notice' } }),
    left('locked', { told: { code: 'not_allowed' } }),
  ];
  expect(costOf(event, optOuts)).toMatchObject({ code: 'free', used: 2 });
  expect(costOf(event, [])).toMatchObject({ code: 'free', used: 0 });
});

test('[OPT-1] each program of a dispatch counts on its own, as its rewards do', () => {
  expect(costOf(event, [left('now'), left('one')])).toEqual({ code: 'counted_already' });
  const water = [left('now', { programId: 'water-heater' })];
  expect(costOf(event, water)).toMatchObject({ code: 'free', used: 0 });
});

test('outside of every season nothing counts', () => {
  const december = eventOf(cooling, { startTime: Date.parse('2026-12-10T00:00:00Z') });
  expect(costOf(december, [left('one')])).toMatchObject({ used: 0 });
});

const sayOf = (price: OptOutConsequence | null): string => {
  if (price === null) return 'unknown';
  return price.code === 'loses_amount' ? String(price.amount) : price.code;
};

type History = [acts: string, told: string, charged: string, options?: SeasonOptions];

/** One free opt-out a season, then $25, unless said otherwise. */
const HISTORIES: History[] = [
  ['', '', ''],
  ['leave A', 'A free', 'A free'],
  ['leave A, leave B', 'A free, B 2500', 'A free, B 2500'],
  // In the order in which people left, not in that of the events.
  ['leave B, leave A', 'B free, A 2500', 'B free, A 2500'],
  ['leave C, leave B, leave A', 'C free, B 2500, A 2500', 'C free, B 2500, A 2500'],
  ['leave A, undo A', '', ''],
  ['leave A, undo A, leave B', 'B free', 'B free'],
  ['leave A, undo A, leave A', 'A free', 'A free'],
  ['leave A, leave B, undo A', 'B 2500', 'B free'],
  ['leave A, wait, rejoin A', 'A free', 'A free'],
  ['leave A, wait, rejoin A, leave B', 'A free, B 2500', 'A free, B 2500'],
  ['leave A, wait, rejoin A, leave A, undo A', 'A free', 'A free'],
  ['leave A, leave B, wait, rejoin B, leave B', 'A free, B 2500', 'A free, B 2500'],
  // Told that it costs nothing more, the second device stays at that when the first joins again.
  ['leave A, leave a', 'A free', 'A free'],
  ['leave A, leave a, undo A', 'A counted_already', ''],
  ['leave A, leave a, undo a', 'A free', 'A free'],
  ['leave A, leave a, undo A, leave B, leave C', 'A counted_already, B free, C 2500', 'B free, C 2500'],
  ['leave A, leave B, leave b, undo B', 'A free, B counted_already', 'A free'],
  ['leave A, leave B, leave b, undo B, leave B', 'A free, B 2500', 'A free, B 2500'],
  ['leave A, leave B, leave b, undo B, undo b', 'A free', 'A free'],
  ['leave A, leave B, leave b, wait, rejoin B', 'A free, B 2500', 'A free, B 2500'],
  ['leave A, wall B, leave b, wait, rejoin B', 'A free, B counted_already', 'A free'],
  ['leave A, cancel A', 'A free', ''],
  ['leave A, leave B, cancel A', 'A free, B 2500', 'B free'],
  ['leave A, leave B, cancel B', 'A free, B 2500', 'A free'],
  ['leave B, leave A, cancel B', 'B free, A 2500', 'A free'],
  ['leave A, cancel A, leave B, leave C', 'A free, B free, C 2500', 'B free, C 2500'],
  ['leave A, leave B, leave C, cancel A', 'A free, B 2500, C 2500', 'B free, C 2500'],
  ['leave A, leave B, leave C, cancel B', 'A free, B 2500, C 2500', 'A free, C 2500'],
  ['leave A, leave B, leave C, cancel A, cancel B', 'A free, B 2500, C 2500', 'C free'],
  ['leave A', 'A late_notice', '', { late: 'A' }],
  ['leave A, leave B', 'A late_notice, B free', 'B free', { late: 'A' }],
  ['leave A, leave B, leave C', 'A free, B late_notice, C 2500', 'A free, C 2500', { late: 'B' }],
  ['leave A, wall A, leave B', 'A not_allowed, B free', 'B free', { locked: 'A' }],
  ['wall A, leave B', 'A free, B 2500', 'A free, B 2500'],
  ['wall A, leave B, wait, rejoin A', 'B 2500', 'B free'],
  ['leave A, wall B, wait, rejoin B', 'A free', 'A free'],
  ['limits A, wait, rejoin A, leave B, leave C', 'B free, C 2500', 'B free, C 2500'],
  ['leave A, wait, rejoin A, wall A, wait, rejoin A', 'A free', 'A free'],
  // From before prices were kept.
  ['old B, old A', 'B unknown, A unknown', 'B free, A 2500'],
  ['old A, leave B, cancel A', 'A unknown, B 2500', 'B free'],
  ['leave X, leave A', 'X free, A free', 'X free, A free'],
  ['leave A, leave B', 'A free, B free', 'A free, B free', { free: 2 }],
  ['leave A', 'A 2500', 'A 2500', { free: 0 }],
  ['leave A, leave B', 'A nothing, B nothing', 'A nothing, B nothing', { price: { type: 'none' } }],
  [
    'leave A, leave B, leave C, cancel A',
    'A free, B loses_event_reward, C loses_event_reward',
    'B free, C loses_event_reward',
    { price: { type: 'event-reward' } },
  ],
  [
    'leave B, leave A',
    'B free, A loses_month_reward',
    'B free, A loses_month_reward',
    { price: { type: 'month-reward' } },
  ],
];

test.each<History>(HISTORIES)('[OPT-1] history "%s": told %s; charged %s', (acts, told, charged, options) => {
  const season = livedSeason(actsOf(acts), options);
  const ordered = season.kept.toSorted((one, other) => one.at - other.at);
  const list = (entries: readonly (readonly [string, OptOutConsequence | null])[]) =>
    entries.map(([name, price]) => `${name} ${sayOf(price)}`).join(', ');
  expect(list(ordered.map((record) => [record.dispatchId, record.told]))).toBe(told);
  const charges = ordered.map((record) => [record.dispatchId, season.charged(record)] as const);
  expect(list(charges.filter(([, price]) => price !== null))).toBe(charged);
});

const amountOf = (price: OptOutConsequence | null): number =>
  price?.code === 'loses_amount' ? price.amount : 0;

test('[OPT-1] whatever happens, nobody is charged more than they were told, and what the screen calls used is what the ledger counts', () => {
  const acts = fc.array(
    fc.record({ verb: fc.constantFrom(...VERBS), name: fc.constantFrom('A', 'a', 'B', 'b', 'C', 'D') }),
    {
      maxLength: 24,
    },
  );
  const options = fc.record({
    free: fc.integer({ min: 0, max: 2 }),
    late: fc.constantFrom('', 'A', 'BC'),
    locked: fc.constantFrom('', 'D'),
  });
  fc.assert(
    fc.property(acts, options, (done, rules) => {
      const season = livedSeason(done, rules);
      for (const record of season.kept.filter(({ told }) => told !== null)) {
        const [told, charged] = [amountOf(record.told), amountOf(season.charged(record))];
        expect(charged).toBeLessThanOrEqual(told);
        expect(charged).toBeLessThanOrEqual(Math.max(0, ...season.toldTo(record).map(amountOf)));
        if (charged === told || !isCounted(record)) continue;
        // Less only because an opt-out that was made before it counts no more.
        const isGone = (earlier: OptOutRecord) =>
          !season.kept.some(
            (kept) => kept.dispatchId === earlier.dispatchId && kept.at === earlier.at && isCounted(kept),
          );
        const before = season.everLeft.filter((earlier) => earlier.at < record.at && isCounted(earlier));
        expect(before.some(isGone)).toBe(true);
      }
      const counted = season.kept.filter((record) => season.charged(record) !== null);
      expect(season.price()).toMatchObject({ used: counted.length });
    }),
    { numRuns: runs(5_000) },
  );
});
