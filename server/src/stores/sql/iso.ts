/** A moment in ms as SQL takes it; null stays null. */
export const isoOrNull = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();
