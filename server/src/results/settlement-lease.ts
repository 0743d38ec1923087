import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { reserveSettlement, scheduleSettlement } from '../stores/results/settlements.ts';

/** How long other nodes leave an event alone that one is working on. */
export const LEASE = 10 * MINUTE;

/** Of work on an event; stopped: the node stops; lost: another node has the event now. */
export type Progress = 'done' | 'stopped' | 'lost';

/** An event that nobody else settles. */
export interface SettlementLease {
  readonly event: StoredEvent;
  /** Called while the work goes on; false: another node has taken the event over, or somebody has made it due anew. */
  readonly renew: () => Promise<boolean>;
  /** The work is done until `next`; null: for ever. What somebody else has written meanwhile stays. */
  readonly end: (next: Date | null) => Promise<void>;
}

/** Reserves the event that has been due longest. */
export const takeLease = async ({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<SettlementLease | null> => {
  const now = clock.now();
  let until = addMs(now, LEASE);
  const event = await reserveSettlement(db, now, until);
  if (!event) return null;
  const ref = { providerId: event.providerId, eventId: event.id };
  return {
    event,
    renew: async () => {
      const time = clock.now();
      if (time < addMs(until, -LEASE / 2)) return true;
      const later = addMs(time, LEASE);
      if (!(await scheduleSettlement(db, ref, later, until))) return false;
      until = later;
      return true;
    },
    end: async (next) => {
      await scheduleSettlement(db, ref, next, until);
    },
  };
};
