import { leaveForGood } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import { lockDevicesOfHouse } from '../../stores/events/event-facts.ts';
import { openParticipationsOfHouse } from '../../stores/events/participations.ts';
import { changeParticipations } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';

/** Takes all devices of a house out of events that come or run, and puts back what was moved; true: there were any. */
export const leaveEventsForGood = async (
  tx: Db,
  deps: EventDeps,
  house: HouseDataScope,
): Promise<boolean> => {
  // An event that is taking them in has done so when the lock is granted; a later one finds them enrolled no more.
  await lockDevicesOfHouse(tx, house);
  const refs = await openParticipationsOfHouse(tx, house);
  if (refs.length === 0) return false;
  await changeParticipations(tx, deps, refs, ({ event, participation }, now) =>
    leaveForGood(event, participation, now),
  );
  return true;
};
