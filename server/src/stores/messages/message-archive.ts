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
        and (in_inbox_since is null or in_inbox_since < ${before.toISOString()})
        and archived_at is null and deleted_at is null and not favorite
      order by created_at
      limit ${limit}
    ) old
    where m.provider_id = ${providerId} and m.account_id = old.account_id and m.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
};

/** Empties those that were deleted before, at most `limit`; returns how many. */
export const emptyDeleted = async (
  db: Db,
  providerId: string,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update message m set subject = '', html_body = '', plain_text_body = '', translations = null, favorite = false
    from (
      select account_id, id from message
      where provider_id = ${providerId} and deleted_at < ${before.toISOString()}
        and not from_account and html_body <> ''
      order by deleted_at
      limit ${limit}
    ) old
    where m.provider_id = ${providerId} and m.account_id = old.account_id and m.id = old.id
      and m.deleted_at < ${before.toISOString()}`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
