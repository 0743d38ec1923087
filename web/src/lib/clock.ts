/** The browser's clock, corrected by what the server's answers say the time is. */
let skew = 0;

export const now = (): Date => new Date(Date.now() + skew);

/** A moment that the browser noted by its own clock. */
export const toServerTime = (noted: number): Date => new Date(noted + skew);

export const syncWithServer = (dateHeader: string | null): void => {
  const server = Date.parse(dateHeader ?? '');
  // The header has whole seconds: a smaller difference says nothing.
  const found = server - Date.now();
  if (!Number.isNaN(found)) skew = Math.abs(found) < 2_000 ? 0 : found;
};
