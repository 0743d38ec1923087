import type { Value } from '#contract/entities/device.ts';
import type { Db } from '../db/connection.ts';
import { newId } from '../lib/random.ts';
import type { Random } from '../lib/random.ts';

export interface AuditEntry {
  readonly providerId: string;
  readonly accountId: string | null;
  readonly houseId?: string;
  readonly action:
    | 'signed-in'
    | 'sign-in-failed'
    | 'locked-out'
    | 'signed-out'
    | 'device-renamed'
    | 'setting-changed';
  readonly detail?: Readonly<Record<string, Value | null>>;
}

/** Adds one line; the database refuses to change or delete any. */
export const record = async (db: Db, random: Random, at: Date, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit')
    .values({
      id: newId(random),
      at,
      providerId: entry.providerId,
      accountId: entry.accountId,
      houseId: entry.houseId ?? null,
      action: entry.action,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    })
    .execute();
};
