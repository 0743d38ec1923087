import { HOUR } from '#domain/time/time.ts';
import { copyDevice } from '../../db/testing/copy-device.ts';
import { optOutsOfHouses } from '../../stores/events/house-dispatches.ts';
import { carryOnEvents } from './run-loops.ts';
import { HEATER, THERMOSTAT, WATER_EVENT } from './event-calls.ts';
import type { EventCalls } from './event-calls.ts';

/** What is stored about the test house in a dispatch, and what happens to it. */
export const homeInDispatch = (calls: EventCalls) => {
  const home = async (dispatchId = 'dispatch1') =>
    calls.db
      .selectFrom('houseDispatch')
      .selectAll()
      .where('houseId', '=', 'housea')
      .where('dispatchId', '=', dispatchId)
      .executeTakeFirstOrThrow();
  const room = async () => (await calls.world.participation('housea', THERMOSTAT)).participation;
  const water = async () => (await calls.world.participation('housea', HEATER, WATER_EVENT)).participation;
  const later = async (id: string, hours: number) => {
    const startTime = calls.app.clock.now().getTime() + hours * HOUR;
    await calls.world.addEvent('winter-heating', {
      id,
      dispatchId: id,
      startTime,
      endTime: startTime + HOUR,
    });
    await carryOnEvents(calls.world.deps);
  };
  /** The price that screens show for an event, and how many of the free ones are used. */
  const priceOf = async (id: string) => {
    const { code, used } = (await calls.get(`event/${id}`)).body[0].consequence;
    return used === null ? code : `${code} ${used}`;
  };
  const kept = async () =>
    (await optOutsOfHouses(calls.db, 'sunvale', ['housea']))
      .toSorted((one, other) => one.at - other.at)
      .map(({ dispatchId, programId, told, isCancelled }) => [
        dispatchId,
        programId,
        told?.code,
        ...(isCancelled ? ['cancelled'] : []),
      ]);

  /** More thermostats of the home, enrolled as the first one is. */
  const addRoom = (...ids: string[]) => copyDevice(calls.db, THERMOSTAT, ids, calls.app.clock.now());
  const roomOf = async (id: string) => (await calls.world.participation('housea', id)).participation;

  const setAtWall = (mode: string) => {
    const device = { providerId: 'sunvale', houseId: 'housea', deviceId: THERMOSTAT };
    calls.world.fleet.setAtDevice(device, { mode }, calls.app.clock.now());
  };

  return { addRoom, home, kept, later, priceOf, room, roomOf, setAtWall, water };
};
