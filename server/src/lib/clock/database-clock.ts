import { SECOND } from '#domain/time/time.ts';
import type { Clock, TimeSources } from './clock.ts';
import { createJumpHold } from './jump-hold.ts';
import { CLOCK_TOLERANCE } from './steady-clock.ts';

/** A measurement that took longer says too little. */
const SLOWEST_ROUND_TRIP = 5 * SECOND;

interface Deps extends TimeSources {
  /** The time of the database, in ms. */
  readonly read: () => Promise<number>;
  /** `by`: ms by which the database's clock moved against this machine's monotonic one. */
  readonly onJump: (by: number) => void;
}

export interface DatabaseClock extends Clock {
  /** Asks the database for its time. */
  readonly measure: () => Promise<void>;
  /** ms by which this machine's clock is ahead of the database's. */
  readonly nodeAhead: () => number;
  /** False for an hour after the clock of the database jumped. */
  readonly mayDelete: () => boolean;
}

/**
 * The clock of all nodes on one PostgreSQL: the database's, carried on between two measurements by a clock that nobody can
 * set. The machine's own clock is only compared with it.
 */
export const createDatabaseClock = async ({
  read,
  wall,
  monotonic,
  onJump,
}: Deps): Promise<DatabaseClock> => {
  const hold = createJumpHold(monotonic);
  const ask = async () => {
    const before = monotonic();
    const time = await read();
    const after = monotonic();
    return { roundTrip: after - before, time, at: (before + after) / 2 };
  };
  let base = await ask();
  const nowMs = () => base.time + (monotonic() - base.at);
  return {
    now: () => new Date(nowMs()),
    measure: async () => {
      const next = await ask();
      if (next.roundTrip > SLOWEST_ROUND_TRIP) return;
      const by = next.time - (base.time + next.at - base.at);
      base = next;
      if (Math.abs(by) <= CLOCK_TOLERANCE) return;
      hold.begin();
      onJump(by);
    },
    nodeAhead: () => wall() - nowMs(),
    mayDelete: hold.isOver,
  };
};
