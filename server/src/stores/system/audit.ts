import type { ProviderAccess } from '#contract/entities/house.ts';
import type { Value } from '#contract/entities/device.ts';
import { HOUR } from '#domain/time/time.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import type { HouseDataScope, HouseScope } from '../../lib/scope/scope.ts';
import { newId } from '../../lib/secrets/random.ts';
import type { Random } from '../../lib/secrets/random.ts';

type AuditAction =
  | 'signed-in'
  | 'sign-in-failed'
  | 'locked-out'
  | 'signed-out'
  | 'sign-in-mail'
  | 'sign-on-linked'
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
  | 'registered'
  | 'invited'
  | 'invitation-revoked'
  | 'joined-household'
  | 'left-household'
  | 'member-changed'
  | 'member-removed'
  | 'household-closed'
  | 'data-requested'
  | 'data-downloaded'
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
  | 'opted-out'
  | 'joined-again'
  | 'eased'
  | 'ease-taken-back'
  | 'comfort-changed'
  | 'operator-added'
  | 'operator-removed'
  | 'import-uploaded'
  | 'import-applied'
  | 'home-provisioned'
  | 'terms-agreed'
  | 'program-left'
  | 'event-ordered'
  | 'event-changed'
  | 'event-cancelled'
  | 'events-stopped'
  | 'storm-expected'
  | 'storm-ended'
  | 'message-sent'
  | 'message-answered'
  | 'marketing-published'
  | 'marketing-withdrawn'
  | 'rewards-exported'
  | 'rewards-paid'
  | 'participation-exported'
  | 'return-late';

export type AuditDetail = Readonly<Record<string, Value | null | readonly string[]>>;

export interface AuditEntry {
  readonly providerId: string;
  readonly accountId: string | null;
  readonly houseId?: string;
  readonly action: AuditAction;
  readonly detail?: AuditDetail;
}

/** Appends rows; a trigger in the database refuses updates and deletes. */
export const recordAll = async (
  db: Db,
  random: Random,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  await db
    .insertInto('audit')
    .values(
      entries.map((entry) => ({
        id: newId(random),
        at,
        providerId: entry.providerId,
        accountId: entry.accountId,
        houseId: entry.houseId ?? null,
        action: entry.action,
        detail: entry.detail ? JSON.stringify(entry.detail) : null,
      })),
    )
    .execute();
};

export const record = (db: Db, random: Random, at: Date, entry: AuditEntry): Promise<void> =>
  recordAll(db, random, at, [entry]);

/** Marks a row as an act of the provider's people; the household can read it. */
export const BY_PROVIDER = { role: 'admin' } as const;

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

const ACTS: Readonly<Record<string, ProviderAccess['act']>> = {
  'house-viewed': 'viewed',
  'event-ordered': 'event-ordered',
  'event-changed': 'event-changed',
  'event-cancelled': 'event-cancelled',
};

interface AccessRow {
  readonly at: Date;
  readonly action: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** What the provider's people did in a house, or with an event that it takes part in, newest first. */
export const listProviderAccess = async (
  db: Db,
  {
    providerId,
    houseId,
    since,
    access,
  }: HouseDataScope & Pick<HouseScope, 'since'> & { readonly access?: HouseScope['access'] },
): Promise<ProviderAccess[]> => {
  const { rows } = await sql<AccessRow>`
    with house_event as (
      select distinct event_id from event_participation
      where provider_id = ${providerId} and house_id = ${houseId} and not excluded
    ), act as (
      select at, id, action, account_id from audit
      where provider_id = ${providerId} and house_id = ${houseId} and detail ->> 'role' = 'admin'
      union all
      select a.at, a.id, a.action, a.account_id
      from house_event e join audit a on a.provider_id = ${providerId} and a.detail ->> 'eventId' = e.event_id
      where a.action like 'event-%'
    )
    select act.at, act.action, account.first_name, account.last_name
    from act left join account on account.provider_id = ${providerId} and account.id = act.account_id
    where act.at >= ${since.toISOString()}
    order by act.at desc, act.id limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ at, action, firstName, lastName }) => ({
    time: at.toISOString(),
    // A viewer is not told who did something.
    name: firstName === null || access === 'viewer' ? null : `${firstName} ${lastName}`,
    act: ACTS[action] ?? 'changed',
  }));
};
