import type { Value } from '#contract/entities/device.ts';
import type { Db } from '../db/connection.ts';
import { newId } from '../lib/random.ts';
import type { Random } from '../lib/random.ts';

type AuditAction =
  | 'signed-in'
  | 'sign-in-failed'
  | 'locked-out'
  | 'signed-out'
  | 'sign-in-mail'
  | 'pin-turned-off'
  | 'identity-confirmed'
  | 'identity-not-confirmed'
  | 'password-reset'
  | 'password-changed'
  | 'totp-on'
  | 'totp-off'
  | 'totp-not-confirmed'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'session-ended'
  | 'sessions-ended'
  | 'renamed'
  | 'phone-added'
  | 'phone-code-sent'
  | 'phone-code-wrong'
  | 'phone-verified'
  | 'phone-deleted'
  | 'phone-opted-out'
  | 'phone-opted-in'
  | 'texts-paused'
  | 'device-renamed'
  | 'setting-changed';

export interface AuditEntry {
  readonly providerId: string;
  readonly accountId: string | null;
  readonly houseId?: string;
  readonly action: AuditAction;
  readonly detail?: Readonly<Record<string, Value | null>>;
}

/** Appends a row; a trigger in the database refuses updates and deletes. */
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
