import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

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
