import { MINUTE } from '../time/durations.ts';

/** ms */
export const EVENT_TIMES = {
  /** A step needs a reading that is not older. */
  readingAge: 15 * MINUTE,
  /** A device falls back by itself this long after its return should have reached it. */
  fallbackMargin: 15 * MINUTE,
  /** Joining again is possible until this long before the end. */
  rejoinMargin: 15 * MINUTE,
  /** An opt-out that is taken back so soon is not counted; screens offer it for so long. */
  undo: 10_000,
  /** What was pressed in the last moment may arrive so much later. */
  undoTransit: 5_000,
  /** Returns of an event that was stopped because something is wrong are spread over so much. */
  returnNowSpread: 2 * MINUTE,
  /** A return is tried for so long. */
  returnTries: 24 * 60 * MINUTE,
  /** A return that the link took is sent again if no reading shows it by then. */
  returnRetry: 5 * MINUTE,
  /** A return that is not confirmed by then raises an alarm. */
  returnAlarm: 5 * MINUTE,
} as const;
