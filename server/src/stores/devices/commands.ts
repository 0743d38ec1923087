import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Command, CommandState, CommandStatus } from '#contract/entities/command.ts';
import type { CommandReason as WireReason } from '#contract/entities/command-reason.ts';
import type { DeviceSetting } from '#contract/entities/device.ts';
import type { StepReason } from '#domain/events/event.ts';
import { toWireStepReason } from '#domain/events/wire-reason.ts';
import type { CommandReason } from '#domain/events/command-reason.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { MINUTE } from '#domain/time/time.ts';
import type { HouseDataScope, HouseScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Database, StateEntries, StoredEntries } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { isOpenHousehold } from '../household/household.ts';
import { withTimes } from './state-entries.ts';

type CommandRow = Selectable<Database['command']>;

export const OPEN_STATES = ['accepted', 'sent'] as const satisfies readonly CommandState[];

export interface CommandedDevice {
  readonly id: string;
  readonly kind: Database['device']['kind'];
  readonly mfg: string;
  readonly type: string | null;
  readonly version: number;
  readonly deviceSettings: DeviceSetting[];
  readonly entries: StateEntries;
}

type StoredDevice = Omit<CommandedDevice, 'entries'> & {
  readonly entries: StoredEntries | null;
  readonly reportedAt: Date | null;
};

const COMMANDED_COLUMNS = sql`d.id, d.kind, d.mfg, d.type, d.version,
  coalesce((
    select json_agg(json_build_object('key', s.key, 'value', s.value))
    from device_setting s
    where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
  ), '[]'::json) as device_settings,
  st.entries, st.reported_at`;

const toCommanded = ({ entries, reportedAt, ...device }: StoredDevice): CommandedDevice => ({
  ...device,
  entries: entries && reportedAt ? withTimes(entries, reportedAt) : {},
});

/**
 * Reads a device and locks its row until the transaction ends, so that commands to one device are accepted one by one. Closing a
 * household locks its devices: who waited for it here finds the device released.
 */
export const lockDevice = async (
  tx: Db,
  scope: HouseDataScope,
  deviceId: string,
): Promise<CommandedDevice> => {
  const { rows } = await sql<StoredDevice>`
    select ${COMMANDED_COLUMNS}
    from device d
    left join device_state st on st.provider_id = d.provider_id and st.house_id = d.house_id and st.device_id = d.id
    where d.provider_id = ${scope.providerId} and d.house_id = ${scope.houseId} and d.id = ${deviceId}
      and d.removed_at is null
    for update of d`.execute(tx);
  const [row] = rows;
  if (!row || !(await isOpenHousehold(tx, scope))) throw new AppError('not_found');
  return toCommanded(row);
};

/** The same for many devices, in the order of their keys, without those that somebody else has locked. */
export const lockFreeDevices = async (
  tx: Db,
  refs: readonly DeviceRef[],
): Promise<(DeviceRef & { readonly device: CommandedDevice })[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<StoredDevice & DeviceRef>`
    select d.provider_id, d.house_id, d.id as device_id, ${COMMANDED_COLUMNS}
    from device d
    left join device_state st on st.provider_id = d.provider_id and st.house_id = d.house_id and st.device_id = d.id
    where (d.provider_id, d.house_id, d.id) in (
      select * from unnest(
        ${refs.map(({ providerId }) => providerId)}::text[],
        ${refs.map(({ houseId }) => houseId)}::text[],
        ${refs.map(({ deviceId }) => deviceId)}::text[]))
    order by d.provider_id, d.house_id, d.id
    for update of d skip locked`.execute(tx);
  return rows.map(({ providerId, houseId, deviceId, ...row }) => ({
    providerId,
    houseId,
    deviceId,
    device: toCommanded(row),
  }));
};

export interface NewCommand {
  readonly id: string;
  readonly deviceId: string;
  readonly accountId: string | null;
  readonly origin: string;
  readonly command: Command;
  readonly version: number;
  readonly acceptedAt: Date;
  readonly expiresAt: Date;
  readonly holdUntil: Date | null;
  readonly eventId: string | null;
  readonly because: CommandReason | null;
}

/**
 * Stores accepted commands, at most one of each device, and moves the devices' versions to them. The devices are locked in
 * the transaction.
 */
export const insertMany = async (
  tx: Db,
  commands: readonly (NewCommand & { readonly scope: HouseDataScope })[],
): Promise<void> => {
  if (commands.length === 0) return;
  const rows = commands.map(({ scope, ...row }) => ({
    provider_id: scope.providerId,
    house_id: scope.houseId,
    id: row.id,
    device_id: row.deviceId,
    account_id: row.accountId,
    origin: row.origin,
    command: row.command,
    version: row.version,
    accepted_at: row.acceptedAt,
    expires_at: row.expiresAt,
    hold_until: row.holdUntil,
    event_id: row.eventId,
    because: row.because,
  }));
  await sql`
    with added as (
      insert into command (provider_id, house_id, id, device_id, account_id, origin, command, version, state, accepted_at,
        expires_at, hold_until, event_id, because)
      select provider_id, house_id, id, device_id, account_id, origin, command, version, 'accepted', accepted_at,
        expires_at, hold_until, event_id, because
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
        provider_id text, house_id text, id text, device_id text, account_id text, origin text, command jsonb,
        version integer, accepted_at timestamptz, expires_at timestamptz, hold_until timestamptz, event_id text,
        because jsonb)
      returning provider_id, house_id, device_id, version
    )
    update device d set version = a.version
    from added a
    where d.provider_id = a.provider_id and d.house_id = a.house_id and d.id = a.device_id`.execute(tx);
};

const isOwnCode = (reason: CommandReason): reason is Exclude<CommandReason, StepReason> =>
  reason.code === 'schedule' || reason.code === 'safety';

export const toWireReason = (reason: CommandReason): WireReason =>
  isOwnCode(reason) ? reason : toWireStepReason(reason);

export type CommandStatusRow = Pick<
  CommandRow,
  | 'id'
  | 'deviceId'
  | 'version'
  | 'state'
  | 'reason'
  | 'command'
  | 'acceptedAt'
  | 'settledAt'
  | 'origin'
  | 'because'
>;

export const toStatus = (row: CommandStatusRow): CommandStatus => ({
  commandId: row.id,
  deviceId: row.deviceId,
  version: row.version,
  state: row.state,
  reason: row.reason,
  body: row.command.body,
  acceptedAt: row.acceptedAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
  origin: row.origin,
  because: row.because && toWireReason(row.because),
});

/** One that was accepted since the household moved in. */
export const find = (db: Db, scope: HouseScope, commandId: string): Promise<CommandRow | undefined> =>
  db
    .selectFrom('command')
    .selectAll()
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('id', '=', commandId)
    .where('acceptedAt', '>=', scope.since)
    .executeTakeFirst();

const CLOCK_TOLERANCE = 5 * MINUTE;

export interface ExpiredCommand {
  readonly providerId: string;
  readonly houseId: string;
  readonly commandId: string;
  readonly origin: string;
  readonly mfg: string;
  /** Of an event's step or return. */
  readonly eventId: string | null;
}

/**
 * Housekeeping over all tenants: expires open commands whose time is over, at most `limit` of them, and returns them; also as many
 * that a wrong clock accepted in the future, whose time would be over then. Those that another statement is about to end are left
 * to it.
 */
export const expirePage = async (db: Db, now: Date, limit: number): Promise<ExpiredCommand[]> => {
  const ahead = addMs(now, CLOCK_TOLERANCE).toISOString();
  const { rows } = await sql<ExpiredCommand>`
    with late as (
      select provider_id, house_id, id from command
      where expires_at <= ${now.toISOString()} and state in ('accepted', 'sent')
      order by expires_at limit ${limit}
      for update skip locked
    ), early as (
      select provider_id, house_id, id from command
      where accepted_at > ${ahead} and state in ('accepted', 'sent')
      order by accepted_at limit ${limit}
      for update skip locked
    )
    update command c set state = 'expired', reason = 'no_answer', settled_at = ${now.toISOString()}
    from (select * from late union select * from early) l, device d
    where c.provider_id = l.provider_id and c.house_id = l.house_id and c.id = l.id
      and d.provider_id = c.provider_id and d.house_id = c.house_id and d.id = c.device_id
    returning c.provider_id, c.house_id, c.id as command_id, c.origin, d.mfg, c.event_id`.execute(db);
  return rows;
};

/** Commands of one device that may have reached it, accepted since a time, in the order of acceptance. */
export const listSince = (
  db: Db,
  scope: HouseDataScope,
  deviceId: string,
  since: Date,
): Promise<Pick<CommandRow, 'origin' | 'because' | 'command' | 'acceptedAt' | 'settledAt' | 'expiresAt'>[]> =>
  db
    .selectFrom('command')
    .select(['origin', 'because', 'command', 'acceptedAt', 'settledAt', 'expiresAt'])
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .where('acceptedAt', '>=', since)
    // One that was overtaken after its delivery has failed, but did reach the device.
    .where((one) => one.or([one('state', '<>', 'failed'), one('deliveredAt', 'is not', null)]))
    .orderBy('version')
    .execute();

/** Open commands of one device, the oldest first. */
export const listOpenOf = (db: Db, scope: HouseDataScope, deviceId: string): Promise<CommandRow[]> =>
  db
    .selectFrom('command')
    .selectAll()
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .where('state', 'in', OPEN_STATES)
    .orderBy('version')
    .execute();
