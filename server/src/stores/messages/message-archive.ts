import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** Moves the oldest ones, at most `limit`, into the archive; returns how many. */
export const archiveBefore = async (
  db: Db,
  providerId: string,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update message m set archived_at = ${now.toISOString()}
    from (
      select account_id, id from message
      where provider_id = ${providerId} and created_at < ${before.toISOString()}
        and archived_at is null and deleted_at is null and not favorite
      order by created_at
      limit ${limit}
    ) old
    where m.provider_id = ${providerId} and m.account_id = old.account_id and m.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
