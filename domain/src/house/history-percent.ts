/** Whole percent of a demo's past that is stored: below 100 as long as something is missing. */
export const historyPercent = (progress: number): number => Math.min(99, Math.floor(progress * 100));
