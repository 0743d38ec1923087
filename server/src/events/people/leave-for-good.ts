import { leaveForGood } from '#domain/events/people/people.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import { lockDevicesOfHouse } from '../../stores/events/event-facts.ts';
import { findEvents, lockEventsShared } from '../../stores/events/events.ts';
import { lockHouseDispatches, writeDeparture } from '../../stores/events/house-dispatches.ts';
import { openParticipationsOfHouse } from '../../stores/events/participations.ts';
import { changeParticipations } from '../carry-out.ts';
import type { EventDeps } from '../deps.ts';

/** Takes all devices of a house out of events that come or run, and puts back what was moved; true: there were any. */
export const leaveEventsForGood = async (
  tx: Db,
  deps: EventDeps,
  house: HouseDataScope,
): Promise<boolean> => {
  // Events before devices, as everywhere.
  await lockEventsShared(tx, await openParticipationsOfHouse(tx, house), 'wait');
  // An event that is taking them in has done so when the lock is granted; a later one finds them enrolled no more.
  await lockDevicesOfHouse(tx, house);
  const refs = await openParticipationsOfHouse(tx, house);
  if (refs.length === 0) return false;
  const dispatchIds = new Set((await findEvents(tx, refs)).map(({ dispatchId }) => dispatchId));
  const { providerId, houseId } = house;
  const homes = [...dispatchIds].map((dispatchId) => ({ providerId, houseId, dispatchId }));
  const departure = { at: deps.clock.now(), by: null, cause: 'closed' } as const;
  for (const home of await lockHouseDispatches(tx, homes, 'update'))
    await writeDeparture(tx, home, departure);
  await changeParticipations(tx, deps, refs, ({ event, participation }, now) =>
    leaveForGood(event, participation, now),
  );
  return true;
};
