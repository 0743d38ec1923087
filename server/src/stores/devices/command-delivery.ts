import { sql } from 'kysely';
import type { Command, CommandState } from '#contract/entities/command.ts';
import type { DeviceSetting } from '#contract/entities/device.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import type { Database, StateEntries, StoredEntries } from '../../db/tables.ts';
import { withTimes } from './state-entries.ts';

/** A command among all tenants. */
export interface CommandRef {
  readonly providerId: string;
  readonly houseId: string;
  readonly commandId: string;
}

interface DeliveryDevice {
  readonly kind: Database['device']['kind'];
  readonly mfg: string;
  readonly type: string | null;
}

export interface CommandToDeliver extends CommandRef, DeliveryDevice {
  readonly deviceId: string;
  readonly origin: string;
  readonly command: Command;
  readonly version: number;
  readonly state: CommandState;
  /** When it was first tried. */
  readonly sentAt: Date | null;
  readonly expiresAt: Date;
  readonly holdUntil: Date | null;
  /** Of an event's step or return. */
  readonly eventId: string | null;
  readonly deviceVersion: number;
  readonly deviceSettings: DeviceSetting[];
}

const refsOf = (refs: readonly CommandRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ commandId }) => commandId)}::text[])`;

/**
 * The commands of the jobs with their devices, in one statement. `limit 1` makes each a look-up by its key: as a join the
 * planner may go through all commands of a house.
 */
export const readForDelivery = async (db: Db, refs: readonly CommandRef[]): Promise<CommandToDeliver[]> => {
  const { rows } = await sql<CommandToDeliver>`
    select c.provider_id, c.house_id, c.id as command_id, c.device_id, c.origin, c.command, c.version, c.state, c.sent_at,
      c.expires_at, c.hold_until, c.event_id, d.kind, d.mfg, d.type, d.version as device_version,
      coalesce((
        select json_agg(json_build_object('key', s.key, 'value', s.value))
        from device_setting s
        where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
      ), '[]'::json) as device_settings
    from ${refsOf(refs)} as r (provider_id, house_id, id)
    cross join lateral (
      select * from command where provider_id = r.provider_id and house_id = r.house_id and id = r.id limit 1
    ) c
    cross join lateral (
      select * from device where provider_id = c.provider_id and house_id = c.house_id and id = c.device_id limit 1
    ) d`.execute(db);
  return rows;
};

/** The present versions of the commands' devices, by command id. */
export const readDeviceVersions = async (
  db: Db,
  refs: readonly CommandRef[],
): Promise<ReadonlyMap<string, number>> => {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<{ readonly commandId: string; readonly version: number }>`
    select c.id as command_id, d.version
    from ${refsOf(refs)} as r (provider_id, house_id, id)
    join command c using (provider_id, house_id, id)
    join device d on d.provider_id = c.provider_id and d.house_id = c.house_id and d.id = c.device_id`.execute(
    db,
  );
  return new Map(rows.map(({ commandId, version }) => [commandId, version]));
};

/** Notes the time of the first try, before the link is called. */
export const markTried = async (db: Db, refs: readonly CommandRef[], now: Date): Promise<void> => {
  if (refs.length === 0) return;
  await sql`
    update command c set sent_at = ${now.toISOString()}
    from ${refsOf(refs)} as r (provider_id, house_id, id)
    where c.provider_id = r.provider_id and c.house_id = r.house_id and c.id = r.id
      and c.state = 'accepted' and c.sent_at is null`.execute(db);
};

export interface CommandMove extends CommandRef {
  readonly state: CommandState;
  /** Only from this state: another node may have moved the command since it was read. Absent: from any open one. */
  readonly from?: CommandState;
  readonly reason?: string;
  /** When it was sent, or when it ended. */
  readonly at: Date;
  /** When the link took it. */
  readonly deliveredAt?: Date;
}

/** Moves open commands to other states; returns those that had not ended before. */
export const moveCommands = async (db: Db, moves: readonly CommandMove[]): Promise<CommandRef[]> => {
  if (moves.length === 0) return [];
  // Locked in one order, so that statements about the same commands wait for each other instead of ending in a deadlock.
  const { rows } = await sql<CommandRef>`
    with moves as (
      select * from unnest(
        ${moves.map(({ providerId }) => providerId)}::text[],
        ${moves.map(({ houseId }) => houseId)}::text[],
        ${moves.map(({ commandId }) => commandId)}::text[],
        ${moves.map(({ state }) => state)}::text[],
        ${moves.map(({ from }) => from ?? null)}::text[],
        ${moves.map(({ reason }) => reason ?? null)}::text[],
        ${moves.map(({ at }) => at.toISOString())}::timestamptz[],
        ${moves.map(({ deliveredAt }) => deliveredAt?.toISOString() ?? null)}::timestamptz[]
      ) as m (provider_id, house_id, id, state, from_state, reason, at, delivered_at)
    ), locked as (
      select provider_id, house_id, id, m.state, m.reason, m.at, m.delivered_at
      from command c join moves m using (provider_id, house_id, id)
      where c.state in ('accepted', 'sent') and c.state = coalesce(m.from_state, c.state)
      order by provider_id, house_id, id
      for update of c
    )
    update command c set
      state = l.state,
      reason = l.reason,
      sent_at = case when l.state = 'sent' then l.at else c.sent_at end,
      settled_at = case when l.state = 'sent' then null else l.at end,
      delivered_at = coalesce(c.delivered_at, l.delivered_at)
    from locked l
    where c.provider_id = l.provider_id and c.house_id = l.house_id and c.id = l.id
      and c.state in ('accepted', 'sent')
    returning c.provider_id, c.house_id, c.id as command_id`.execute(db);
  return rows;
};

export interface SentCommand extends CommandRef, DeliveryDevice {
  readonly origin: string;
  readonly command: Command;
  readonly sentAt: Date;
  readonly entries: StateEntries;
  /** Newer commands of the device that a reading has confirmed. */
  readonly overtakenBy: readonly Command[];
}

/** The commands that the given devices have got and not confirmed yet, with the devices' newest readings. */
export const listSent = async (db: Db, refs: readonly DeviceRef[]): Promise<SentCommand[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<
    Omit<SentCommand, 'entries'> & { readonly entries: StoredEntries; readonly reportedAt: Date }
  >`
    select c.provider_id, c.house_id, c.id as command_id, c.origin, c.command, c.sent_at, d.kind, d.mfg, d.type, s.entries,
      s.reported_at, coalesce((
        select json_agg(n.command) from command n
        where n.provider_id = c.provider_id and n.house_id = c.house_id and n.device_id = c.device_id
          and n.version > c.version and n.state = 'confirmed'
      ), '[]'::json) as overtaken_by
    from unnest(
      ${refs.map(({ providerId }) => providerId)}::text[],
      ${refs.map(({ houseId }) => houseId)}::text[],
      ${refs.map(({ deviceId }) => deviceId)}::text[]
    ) as r (provider_id, house_id, device_id)
    join command c using (provider_id, house_id, device_id)
    join device d on d.provider_id = c.provider_id and d.house_id = c.house_id and d.id = c.device_id
    join device_state s on s.provider_id = c.provider_id and s.house_id = c.house_id and s.device_id = c.device_id
    where c.state in ('accepted', 'sent') and c.state = 'sent' and c.sent_at is not null`.execute(db);
  return rows.map(({ entries, reportedAt, ...row }) => ({ ...row, entries: withTimes(entries, reportedAt) }));
};
