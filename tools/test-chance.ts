import fc from 'fast-check';

/** Cases of `npm test`, the same each time: a change is judged by what it changed. `CHANCE=new` draws others. */
const SEED = 20_261_115;
/** Runs of a property in `npm test` at least; `TEST_AMOUNT=full` runs each as often as it says. */
const FEWEST_RUNS = 20;

fc.configureGlobal({
  ...(process.env.CHANCE === 'new' ? {} : { seed: SEED }),
  ...(process.env.TEST_AMOUNT === 'full' ? {} : { numRuns: FEWEST_RUNS }),
});
