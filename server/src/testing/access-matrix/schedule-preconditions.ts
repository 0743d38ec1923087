import type { Precondition } from './message-preconditions.ts';

const EVENTS = JSON.stringify([
  { DayOfWeek: [{ day: 1 }], timeOfDay: 6, command: { mode: null, setpoint: 120 } },
]);

/** Every house of the provider writes its own schedules, and has its one. */
export const ownSchedules: Precondition = async (db, _app, { providerId }) => {
  const settings = JSON.stringify({ enableAutoSchedule: true, enableCustomHwhSchedule: true });
  await db.updateTable('house').set({ settings }).where('providerId', '=', providerId).execute();
  await db
    .deleteFrom('deviceSchedule')
    .where('providerId', '=', providerId)
    .where('uid', 'not like', '%plan')
    .execute();
  const heaters = await db
    .selectFrom('device')
    .select(['providerId', 'houseId', 'id'])
    .where('providerId', '=', providerId)
    .where('kind', '=', 'hwh')
    .where('id', 'like', '%hwh')
    .execute();
  const plans = heaters.map(({ id, houseId }) => ({
    providerId,
    houseId,
    deviceId: id,
    uid: `${houseId}plan`,
    name: 'Weekdays',
    events: EVENTS,
  }));
  if (plans.length === 0) return;
  await db
    .insertInto('deviceSchedule')
    .values(plans)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** No device follows a schedule. */
export const followedByNone: Precondition = async (db, _app, { providerId }) => {
  await db.deleteFrom('activeSchedule').where('providerId', '=', providerId).execute();
};
