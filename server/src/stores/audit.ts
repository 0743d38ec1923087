import type { ProviderAccess } from '#contract/entities/house.ts';
import type { Value } from '#contract/entities/device.ts';
import { HOUR } from '#domain/time.ts';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { hashSecret } from '../lib/hash-secret.ts';
import type { HouseScope } from '../lib/scope.ts';
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
  | 'setting-changed'
  | 'house-viewed'
  | 'return-late';

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

/** Marks a row as an act of the provider's people; the household can read it. */
const BY_PROVIDER = { role: 'admin' } as const;

/** To be added to the detail of what is changed in a house. */
export const roleDetail = ({ role }: HouseScope): Partial<typeof BY_PROVIDER> =>
  role === 'admin' ? BY_PROVIDER : {};

/** Records that somebody of the provider looked at a house: one row per person, house and hour, however often they look. */
export const recordView = async (
  db: Db,
  { providerId, accountId, houseId }: HouseScope,
  now: Date,
): Promise<void> => {
  const hour = Math.floor(now.getTime() / HOUR);
  await db
    .insertInto('audit')
    .values({
      id: hashSecret(`${accountId} ${houseId} ${hour}`),
      at: now,
      providerId,
      accountId,
      houseId,
      action: 'house-viewed',
      detail: JSON.stringify(BY_PROVIDER),
    })
    .onConflict((conflict) => conflict.columns(['providerId', 'id']).doNothing())
    .execute();
};

const MOST_SHOWN = 200;

/** What the provider's people did in a house, newest first. */
export const listProviderAccess = async (db: Db, scope: HouseScope): Promise<ProviderAccess[]> => {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('account', (join) =>
      join.onRef('account.providerId', '=', 'audit.providerId').onRef('account.id', '=', 'audit.accountId'),
    )
    .select(['audit.at', 'audit.action', 'account.firstName', 'account.lastName'])
    .where('audit.providerId', '=', scope.providerId)
    .where('audit.houseId', '=', scope.houseId)
    .where(sql<boolean>`audit.detail ->> 'role' = 'admin'`)
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ at, action, firstName, lastName }) => ({
    time: at.toISOString(),
    name: firstName === null ? null : `${firstName} ${lastName}`,
    act: action === 'house-viewed' ? 'viewed' : 'changed',
  }));
};
