/**
 * Durations in milliseconds. They are a module of their own, so that a bundle that needs no time zones does not carry the
 * code for them; everything else imports them from `time.ts`.
 */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
