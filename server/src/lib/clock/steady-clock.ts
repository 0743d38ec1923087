import { DAY, SECOND } from '#domain/time/time.ts';
import type { Clock, TimeSources } from './clock.ts';
import { createJumpHold } from './jump-hold.ts';

/** Smaller steps are the usual corrections of a clock. */
const STEP = SECOND;
/** How far a clock may be off, or step, before that is reported and nothing is deleted for a while. */
export const CLOCK_TOLERANCE = 30 * SECOND;
/** How long a database may have been closed before its clock is doubted. */
const LONGEST_PAUSE = DAY;
/** A clock that was set back further than this is followed at once. */
const LONGEST_LEAD = DAY;
/** After a step back this clock runs so much slower, until the machine's clock has caught up. */
const SLOWED_BY = 0.05;

interface Deps extends TimeSources {
  /** The newest time in the database, in ms; null: it is empty. */
  readonly newest: number | null;
  /** When the clock was last known to be right, in ms; null: never. */
  readonly confirmed: number | null;
  /** `by`: ms; negative when the clock was set back. */
  readonly onJump: (by: number) => void;
}

export interface SteadyClock extends Clock {
  /** False for an hour after the clock jumped. */
  readonly mayDelete: () => boolean;
}

/**
 * The clock of the embedded database, where no second clock tells whether the machine's is right. Goes on evenly when the
 * machine's clock is set back: readings, commands and expiry need a time that does not repeat. Steps forward are followed,
 * because a machine that slept looks the same.
 */
export const createSteadyClock = ({ wall, monotonic, newest, confirmed, onJump }: Deps): SteadyClock => {
  const hold = createJumpHold(monotonic);
  let lastWall = wall();
  let lastMonotonic = monotonic();
  /** ms by which this clock is ahead of the machine's. */
  let lead = 0;

  const jump = (by: number): void => {
    if (by < 0) lead = lead - by > LONGEST_LEAD ? 0 : lead - by;
    else lead = Math.max(0, lead - by);
    if (Math.abs(by) <= CLOCK_TOLERANCE) return;
    hold.begin();
    onJump(by);
  };

  if (newest !== null && newest - lastWall > STEP) jump(lastWall - newest);
  else if (confirmed !== null && lastWall - confirmed > LONGEST_PAUSE) jump(lastWall - confirmed);

  const now = (): Date => {
    const [wallNow, monotonicNow] = [wall(), monotonic()];
    const passed = monotonicNow - lastMonotonic;
    const step = wallNow - lastWall - passed;
    lastWall = wallNow;
    lastMonotonic = monotonicNow;
    lead = Math.max(0, lead - passed * SLOWED_BY);
    if (Math.abs(step) > STEP) jump(step);
    return new Date(wallNow + lead);
  };
  return {
    now,
    mayDelete: () => {
      now();
      return hold.isOver();
    },
  };
};
