import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/property-runs.ts';
import { runSeed } from './testing/simulation/run.ts';

/** Each of these once broke an invariant. */
const REGRESSION_SEEDS = [
  15, 38, 151, 1190, 1485, 1925, 2190, 2247, 2740, 2856, 3160, 3376, 10141, 11791, 12457, 12773, 13754, 13995,
  15391, 15585, 25015, 27053, 382813015,
];

const SEEDS = 4_000;
const LIMIT = 10 * 60_000;

test.each(REGRESSION_SEEDS)('[T-28] [T-32] [T-33] [T-35] seed %i keeps every invariant', (seed) => {
  const { db } = runSeed(seed);
  expect(['ended', 'cancelled']).toContain(db.event.state);
});

test(
  '[T-28] [T-32] [T-33] [T-35] whole lives of events on two nodes, with crashes, faults and people, keep every invariant',
  () => {
    const sums = { steps: 0, returns: 0, optOuts: 0, crashes: 0, walls: 0, fallbacks: 0 };
    let seeds = 0;
    const oneLife = fc.property(fc.noShrink(fc.noBias(fc.nat({ max: 2 ** 30 }))), (seed) => {
      const { counters } = runSeed(seed);
      seeds += 1;
      sums.steps += counters.steps;
      sums.returns += counters.returns;
      sums.optOuts += counters.optOuts;
      sums.crashes += counters.crashes;
      sums.walls += counters.walls;
      sums.fallbacks += counters.fallbacks;
    });
    fc.assert(oneLife, { numRuns: runs(SEEDS) });
    console.log(`Demand events: ${seeds} seeds, ${JSON.stringify(sums)}`);
    expect(seeds).toBe(runs(SEEDS));
    // What never happens proves nothing.
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(seeds / 100);
  },
  LIMIT,
);

test('a run depends on its seed alone', () => {
  const [first, second] = [runSeed(42), runSeed(42)];
  expect(first.log).toEqual(second.log);
  expect(first.log.length).toBeGreaterThan(5);
});
