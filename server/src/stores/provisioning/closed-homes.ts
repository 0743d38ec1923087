import { sql } from 'kysely';
import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import { leaveWithHousehold } from './removed-devices.ts';

/** For so long devices that an event had moved are still heard: that shows that they were put back. */
const PUTTING_BACK = 30 * MINUTE;

/**
 * Ends the household: nobody has a role in the house any more, no program, schedule or leaderboard has its devices, and commands
 * of people and schedules that are under way end. What events have sent is left to them.
 */
const endHousehold = async (tx: Db, { providerId, houseId }: HouseDataScope, now: Date): Promise<void> => {
  const ofHouse = sql`provider_id = ${providerId} and house_id = ${houseId}`;
  await sql`
    update household set until = greatest(${now.toISOString()}, since) where ${ofHouse} and until is null`.execute(
    tx,
  );
  await sql`
    insert into former_member (provider_id, house_id, account_id, household, access, left_at)
    select r.provider_id, r.house_id, r.account_id, h.household, r.access, ${now.toISOString()}
    from account_role r
    join house h on h.provider_id = r.provider_id and h.id = r.house_id
    where r.provider_id = ${providerId} and r.house_id = ${houseId} and r.role = 'house'
    on conflict (provider_id, house_id, account_id) do update set
      household = excluded.household, access = excluded.access, left_at = excluded.left_at`.execute(tx);
  for (const table of [
    'account_role',
    'enrolment',
    'program_participant',
    'active_schedule',
    'leaderboard_listing',
    'named_person',
  ]) {
    await sql`delete from ${sql.table(table)} where ${ofHouse}`.execute(tx);
  }
  await sql`
    update command set state = 'expired', reason = 'household_closed', settled_at = ${now.toISOString()}
    where ${ofHouse} and state in ('accepted', 'sent') and event_id is null and origin <> 'safety'`.execute(
    tx,
  );
};

/** Ends the household, and the house has none. */
export const close = async (
  tx: Db,
  house: HouseDataScope,
  { now, hasLeftEvents }: { readonly now: Date; readonly hasLeftEvents: boolean },
): Promise<void> => {
  const releasedAt = new Date(now.getTime() + (hasLeftEvents ? PUTTING_BACK : 0));
  await sql`
    update house set closed_at = ${now.toISOString()}, released_at = ${releasedAt.toISOString()}
    where provider_id = ${house.providerId} and id = ${house.houseId}`.execute(tx);
  await endHousehold(tx, house, now);
};

/** Ends the household of a house that another one moves into, with the names, limits and schedules that it gave. */
export const vacate = async (tx: Db, house: HouseDataScope, now: Date): Promise<void> => {
  const { providerId, houseId } = house;
  await endHousehold(tx, house, now);
  await sql`
    update house set nickname = null, comfort = null, hot_water_minimum = null, battery_reserve = null
    where provider_id = ${providerId} and id = ${houseId}`.execute(tx);
  await sql`
    update device set name = null where provider_id = ${providerId} and house_id = ${houseId} and name is not null`.execute(
    tx,
  );
  await sql`delete from device_schedule where provider_id = ${providerId} and house_id = ${houseId}`.execute(
    tx,
  );
  await leaveWithHousehold(tx, house, now);
};

/** Deletes a house with all that was recorded of it, and the accounts of its people that belong to nothing else. */
export const deleteClosed = async (tx: Db, providerId: string, houseId: string): Promise<void> => {
  await sql`
    delete from account a using former_member f
    where f.provider_id = ${providerId} and f.house_id = ${houseId}
      and a.provider_id = f.provider_id and a.id = f.account_id
      and not exists (select from account_role r where r.provider_id = a.provider_id and r.account_id = a.id)
      and not exists (select from operator o where o.provider_id = a.provider_id and o.account_id = a.id)
      and not exists (
        select from former_member x
        where x.provider_id = a.provider_id and x.account_id = a.id and x.house_id <> f.house_id)`.execute(
    tx,
  );
  await tx.deleteFrom('house').where('providerId', '=', providerId).where('id', '=', houseId).execute();
};

/** Homes of the demo data, with all that belongs to them by a foreign key. */
export const deleteDemoHomes = async (tx: Db): Promise<void> => {
  await tx.deleteFrom('house').where('demo', '=', true).execute();
};
