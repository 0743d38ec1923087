/** Failures that the page itself already shows, or that nobody needs to see, for whoever looks into the console. */
export const logFailure = (what: string, error: unknown): void => {
  console.warn(`[porchlight] ${what}`, error instanceof Error ? error.message : error);
};
