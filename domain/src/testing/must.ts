/** For properties of tens of thousands of runs: a plain comparison, where a matcher each would take minutes. */
export const must = (condition: boolean, rule: string): void => {
  if (!condition) throw new Error(rule);
};
