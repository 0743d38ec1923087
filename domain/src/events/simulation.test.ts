import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runSeed } from './testing/simulation/run.ts';
import { COUNTERS } from './testing/simulation/world.ts';

/** Each of these once broke an invariant. */
const REGRESSION_SEEDS = [291, 965149546];

/** A tenth of them in `npm test`. */
const SEEDS = 4_000;
const LIMIT = 10 * 60_000;

const seedsNow = (): number => (fc.readConfigureGlobal().numRuns === undefined ? SEEDS : SEEDS / 10);

test.each(REGRESSION_SEEDS)('[T-28] [T-32] [T-33] [T-35] seed %i keeps every invariant', async (seed) => {
  const { db } = await runSeed(seed);
  for (const { state } of db.tables.event.values()) expect(['ended', 'cancelled']).toContain(state);
});

test(
  '[T-28] [T-30] [T-31] [T-32] [T-33] [T-35] whole lives of events on two nodes, with crashes, faults and people, keep every invariant',
  async () => {
    const sums = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Record<
      (typeof COUNTERS)[number],
      number
    >;
    let seeds = 0;
    const oneLife = fc.asyncProperty(fc.noShrink(fc.noBias(fc.nat({ max: 2 ** 30 }))), async (seed) => {
      const { counters } = await runSeed(seed);
      seeds += 1;
      for (const name of COUNTERS) sums[name] += counters[name];
    });
    await fc.assert(oneLife, { numRuns: seedsNow() });
    console.log(`Demand events: ${seeds} seeds, ${JSON.stringify(sums)}`);
    expect(seeds).toBe(seedsNow());
    // What never happens proves nothing.
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(seeds / 100);
  },
  LIMIT,
);

test('a run depends on its seed alone', async () => {
  const [first, second] = [await runSeed(42), await runSeed(42)];
  expect(first.log).toEqual(second.log);
  expect(first.log.length).toBeGreaterThan(5);
});
