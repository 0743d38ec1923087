import fc from 'fast-check';

/**
 * How often a property is tried whose full amount is `full`: that often in the long suite, a twentieth of it in `npm test`.
 * There tools/test/property-tests.ts sets fast-check's default number of runs, below which no property falls.
 */
export const runs = (full: number): number => {
  const { numRuns: least } = fc.readConfigureGlobal();
  return least === undefined ? full : Math.min(full, Math.max(least, Math.ceil(full / 20)));
};
