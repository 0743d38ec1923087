/** Logs failures that the page already shows, or that the specification keeps silent. */
export const logFailure = (what: string, error: unknown): void => {
  console.warn(`[porchlight] ${what}`, error instanceof Error ? error.message : error);
};
