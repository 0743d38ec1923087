/** ms by which the server's clock, as the Date header of its answers tells it, is ahead of the browser's. */
let skew = 0;

export const now = (): Date => new Date(Date.now() + skew);

/** Converts a time of the browser's clock. */
export const toServerTime = (noted: number): Date => new Date(noted + skew);

export const syncWithServer = (dateHeader: string | null): void => {
  const server = Date.parse(dateHeader ?? '');
  // The header has whole seconds, so a smaller difference is no evidence.
  const difference = server - Date.now();
  if (!Number.isNaN(difference)) skew = Math.abs(difference) < 2_000 ? 0 : difference;
};
