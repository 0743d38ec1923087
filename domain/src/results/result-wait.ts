import { HOUR } from '../time/durations.ts';

/** ms after the end of an event for which devices that have not reported what they used are waited for; its first result is there by then. */
export const RESULT_WAIT = HOUR;
