import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Command, CommandState, CommandStatus } from '#contract/entities/command.ts';
import type { DeviceSetting } from '#contract/entities/device.ts';
import type { HouseDataScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';
import type { Database, StateEntries } from '../db/tables.ts';
import { AppError } from '../lib/app-error.ts';

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

const selectDevice = async (
  db: Db,
  scope: HouseDataScope,
  deviceId: string,
  lock: boolean,
): Promise<CommandedDevice> => {
  const { rows } = await sql<CommandedDevice>`
    select d.id, d.kind, d.mfg, d.type, d.version,
      coalesce((
        select json_agg(json_build_object('key', s.key, 'value', s.value))
        from device_setting s
        where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
      ), '[]'::json) as device_settings,
      coalesce((
        select entries from device_state st
        where st.provider_id = d.provider_id and st.house_id = d.house_id and st.device_id = d.id
      ), '{}'::jsonb) as entries
    from device d
    where d.provider_id = ${scope.providerId} and d.house_id = ${scope.houseId} and d.id = ${deviceId}
    ${lock ? sql`for update of d` : sql``}`.execute(db);
  const [device] = rows;
  if (!device) throw new AppError('not_found');
  return device;
};

/** Reads a device and locks its row until the transaction ends, so that commands to one device are accepted one by one. */
export const lockDevice = (tx: Db, scope: HouseDataScope, deviceId: string): Promise<CommandedDevice> =>
  selectDevice(tx, scope, deviceId, true);

export const readDevice = (db: Db, scope: HouseDataScope, deviceId: string): Promise<CommandedDevice> =>
  selectDevice(db, scope, deviceId, false);

export interface NewCommand {
  readonly id: string;
  readonly deviceId: string;
  readonly accountId: string | null;
  readonly origin: string;
  readonly command: Command;
  readonly version: number;
  readonly acceptedAt: Date;
  readonly expiresAt: Date;
}

/** Stores an accepted command and moves the device's version to it. */
export const insert = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  { command, ...row }: NewCommand,
): Promise<void> => {
  await tx
    .insertInto('command')
    .values({ providerId, houseId, ...row, command: JSON.stringify(command), state: 'accepted' })
    .execute();
  await tx
    .updateTable('device')
    .set({ version: row.version })
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('id', '=', row.deviceId)
    .execute();
};

export type CommandFacts = Pick<
  CommandRow,
  'id' | 'deviceId' | 'version' | 'state' | 'reason' | 'command' | 'acceptedAt' | 'settledAt'
>;

export const toStatus = (row: CommandFacts): CommandStatus => ({
  commandId: row.id,
  deviceId: row.deviceId,
  version: row.version,
  state: row.state,
  reason: row.reason,
  body: row.command.body,
  acceptedAt: row.acceptedAt.toISOString(),
  settledAt: row.settledAt?.toISOString() ?? null,
});

export const find = (db: Db, scope: HouseDataScope, commandId: string): Promise<CommandRow | undefined> =>
  db
    .selectFrom('command')
    .selectAll()
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('id', '=', commandId)
    .executeTakeFirst();

export interface Move {
  readonly state: CommandState;
  readonly reason?: string;
  readonly at: Date;
}

/** Moves an open command to another state; false when it has already ended. */
export const move = async (
  db: Db,
  scope: HouseDataScope,
  commandId: string,
  { state, reason, at }: Move,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('command')
    .set({ state, reason: reason ?? null, ...(state === 'sent' ? { sentAt: at } : { settledAt: at }) })
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('id', '=', commandId)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export interface ExpiredCommand {
  readonly origin: string;
  readonly mfg: string;
}

/** Housekeeping over all tenants: expires every open command whose time is over, and returns them. */
export const expire = (db: Db, now: Date): Promise<ExpiredCommand[]> =>
  db
    .updateTable('command')
    .from('device')
    .set({ state: 'expired', reason: 'no_answer', settledAt: now })
    .where('command.expiresAt', '<=', now)
    .where('command.state', 'in', OPEN_STATES)
    .whereRef('device.providerId', '=', 'command.providerId')
    .whereRef('device.houseId', '=', 'command.houseId')
    .whereRef('device.id', '=', 'command.deviceId')
    .returning(['command.origin', 'device.mfg'])
    .execute();

/** Open commands of the given devices. */
export const listOpen = (db: Db, deviceIds: readonly string[]): Promise<CommandRow[]> =>
  deviceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('command')
        .selectAll()
        .where('deviceId', 'in', deviceIds)
        .where('state', 'in', OPEN_STATES)
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
