import fc from 'fast-check';

/** The same cases each time, so that a failure comes from the change under test, not from other random values. `SEED=random` uses others. */
const SEED = 20_261_115;
/** Runs of a property in `npm test` at least; with `TEST_AMOUNT=full` each runs as often as it says. */
const FEWEST_RUNS = 20;

fc.configureGlobal({
  ...(process.env.SEED === 'random' ? {} : { seed: SEED }),
  ...(process.env.TEST_AMOUNT === 'full' ? {} : { numRuns: FEWEST_RUNS }),
});
