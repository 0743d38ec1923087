import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';

/**
 * Ends the household: nobody has a role in the house any more, no program, schedule or leaderboard has its devices, and commands
 * of people and schedules that are under way end. What events have sent is left to them.
 */
export const close = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  { now, releasedAt }: { readonly now: Date; readonly releasedAt: Date },
): Promise<void> => {
  const ofHouse = sql`provider_id = ${providerId} and house_id = ${houseId}`;
  await sql`
    update house set closed_at = ${now.toISOString()}, released_at = ${releasedAt.toISOString()}
    where provider_id = ${providerId} and id = ${houseId}`.execute(tx);
  await sql`
    insert into former_member (provider_id, house_id, account_id)
    select provider_id, house_id, account_id from account_role where ${ofHouse} and role = 'house'`.execute(
    tx,
  );
  for (const table of [
    'account_role',
    'enrolment',
    'program_participant',
    'active_schedule',
    'leaderboard_listing',
  ]) {
    await sql`delete from ${sql.table(table)} where ${ofHouse}`.execute(tx);
  }
  await sql`
    update command set state = 'expired', reason = 'household_closed', settled_at = ${now.toISOString()}
    where ${ofHouse} and state in ('accepted', 'sent') and event_id is null`.execute(tx);
};

/** Those of the accounts that have no role anywhere. */
export const withoutHome = async (
  tx: Db,
  providerId: string,
  accountIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select a.id from account a
    where a.provider_id = ${providerId} and a.id = any(${accountIds}::text[]) and not exists (
      select from account_role r where r.provider_id = a.provider_id and r.account_id = a.id)
    order by a.id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Houses of a provider that were closed until then, the first closed first. */
export const listClosedUntil = async (
  db: Db,
  providerId: string,
  until: Date,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('house')
    .select('id')
    .where('providerId', '=', providerId)
    .where('closedAt', '<=', until)
    .orderBy('closedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
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
