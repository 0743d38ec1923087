import { sql } from 'kysely';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { Plan } from '#domain/events/event.ts';
import type { EventAction, OptOutCause } from '#domain/events/participation.ts';
import type { Snapshot } from '#domain/events/life/return-target.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type {
  ParticipationRef,
  ParticipationWrite,
  StoredParticipation,
} from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';
import { isoOrNull } from '../sql/iso.ts';

export type { ParticipationRef, StoredParticipation } from '#domain/events/engine/rows.ts';

interface ActionRow {
  readonly round: number;
  readonly phase: EventAction['phase'];
  readonly at: string;
  readonly expires_at: string;
  readonly state: EventAction['state'];
  readonly command: CommandBody | null;
  readonly sent_at: string | null;
  readonly delivered_at: string | null;
  readonly confirmed_at: string | null;
  readonly reason: EventAction['reason'];
}

export interface ParticipationRow extends ParticipationRef {
  readonly plan: Plan;
  readonly planRevision: number;
  readonly round: number;
  readonly eased: boolean;
  readonly optOutAt: Date | null;
  readonly optOutCause: OptOutCause | null;
  readonly optOutCounted: boolean;
  readonly optOutStays: boolean;
  readonly preparationCancelled: boolean;
  readonly scheduleSkippedAt: Date | null;
  readonly before: Snapshot | null;
  readonly dueAt: Date | null;
  readonly actions: readonly ActionRow[];
}

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const toAction = (row: ActionRow): EventAction => ({
  round: row.round,
  phase: row.phase,
  at: Date.parse(row.at),
  expiresAt: Date.parse(row.expires_at),
  state: row.state,
  command: row.command,
  sentAt: timeOf(row.sent_at),
  deliveredAt: timeOf(row.delivered_at),
  confirmedAt: timeOf(row.confirmed_at),
  reason: row.reason,
});

export const toStored = (row: ParticipationRow): StoredParticipation => {
  const { providerId, eventId, houseId, deviceId, optOutAt, optOutCause, dueAt } = row;
  return {
    providerId,
    eventId,
    houseId,
    deviceId,
    planRevision: row.planRevision,
    dueAt: dueAt?.getTime() ?? null,
    participation: {
      eventId,
      houseId,
      deviceId,
      plan: row.plan,
      round: row.round,
      eased: row.eased,
      optOut: optOutAt && optOutCause && { at: optOutAt.getTime(), cause: optOutCause },
      optOutCounted: row.optOutCounted,
      optOutStays: row.optOutStays,
      preparationCancelled: row.preparationCancelled,
      scheduleSkippedAt: row.scheduleSkippedAt?.getTime() ?? null,
      before: row.before,
      actions: row.actions.map(toAction),
    },
  };
};

export const PARTICIPATION_COLUMNS = sql`p.provider_id, p.event_id, p.house_id, p.device_id, p.plan, p.plan_revision, p.round, p.eased, p.opt_out_at,
  p.opt_out_cause, p.opt_out_counted, p.opt_out_stays, p.preparation_cancelled, p.schedule_skipped_at, p.before, p.due_at,
  coalesce((
    select json_agg(a order by a.round, array_position(array['before', 'during', 'after'], a.phase))
    from event_action a
    where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
      and a.device_id = p.device_id
  ), '[]'::json) as actions`;

export const refsOf = (refs: readonly ParticipationRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ eventId }) => eventId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ deviceId }) => deviceId)}::text[])`;

export const readParticipations = async (
  db: Db,
  refs: readonly ParticipationRef[],
): Promise<StoredParticipation[]> => {
  if (refs.length === 0) return [];
  const { rows } = await sql<ParticipationRow>`
    select ${PARTICIPATION_COLUMNS}
    from ${refsOf(refs)} as r (provider_id, event_id, house_id, device_id)
    join event_participation p using (provider_id, event_id, house_id, device_id)`.execute(db);
  return rows.map(toStored);
};

/** Until the transaction ends, in the order of their keys, each by a look-up. Read in a statement of its own: one that waits for a lock reads the actions as they were before it waited. */
export const lockParticipations = async (tx: Db, refs: readonly ParticipationRef[]): Promise<void> => {
  if (refs.length === 0) return;
  await sql`
    select from (
      select distinct * from ${refsOf(refs)} as r (provider_id, event_id, house_id, device_id)
      order by provider_id, house_id, device_id, event_id
    ) r
    cross join lateral (
      select from event_participation
      where provider_id = r.provider_id and event_id = r.event_id and house_id = r.house_id and device_id = r.device_id
      for no key update
    ) locked`.execute(tx);
};

/**
 * Those of devices in which something may still have to be done. `offset 0` makes each device a look-up by its key: the planner, whose
 * statistics may be older than the event, would compare every device with every open participation.
 */
export const openParticipationsOf = async (
  db: Db,
  devices: readonly DeviceRef[],
): Promise<StoredParticipation[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<ParticipationRow>`
    select ${PARTICIPATION_COLUMNS}
    from unnest(
      ${devices.map(({ providerId }) => providerId)}::text[],
      ${devices.map(({ houseId }) => houseId)}::text[],
      ${devices.map(({ deviceId }) => deviceId)}::text[]) as d (provider_id, house_id, device_id)
    cross join lateral (
      select * from event_participation
      where provider_id = d.provider_id and house_id = d.house_id and device_id = d.device_id and due_at is not null
      offset 0
    ) p
    order by p.event_id`.execute(db);
  return rows.map(toStored);
};

/** A participation as it is to be stored. */
export type ParticipationChange = StoredParticipation &
  Partial<Pick<ParticipationWrite, 'returning' | 'awaitsReading'>>;

const rowOf = ({
  providerId,
  participation,
  planRevision,
  dueAt,
  returning = false,
  awaitsReading = false,
}: ParticipationChange) => ({
  provider_id: providerId,
  event_id: participation.eventId,
  house_id: participation.houseId,
  device_id: participation.deviceId,
  plan: participation.plan,
  plan_revision: planRevision,
  excluded: 'excluded' in participation.plan,
  round: participation.round,
  eased: participation.eased,
  opt_out_at: isoOrNull(participation.optOut?.at ?? null),
  opt_out_cause: participation.optOut?.cause ?? null,
  opt_out_counted: participation.optOutCounted,
  opt_out_stays: participation.optOutStays,
  preparation_cancelled: participation.preparationCancelled,
  schedule_skipped_at: isoOrNull(participation.scheduleSkippedAt),
  before: participation.before,
  due_at: isoOrNull(dueAt),
  is_returning: returning,
  awaits_reading: awaitsReading,
});

const participationRows = (changes: readonly ParticipationChange[]) => sql`
  jsonb_to_recordset(${JSON.stringify(changes.map(rowOf))}::jsonb) as n (
    provider_id text, event_id text, house_id text, device_id text, plan jsonb, plan_revision integer, excluded boolean, round integer,
    eased boolean, opt_out_at timestamptz, opt_out_cause text, opt_out_counted boolean, opt_out_stays boolean,
    preparation_cancelled boolean, schedule_skipped_at timestamptz, before jsonb, due_at timestamptz,
    is_returning boolean, awaits_reading boolean)`;

/** Adds devices to an event; those that are in it already stay as they are. */
export const insertParticipations = async (
  tx: Db,
  changes: readonly ParticipationChange[],
  now: Date,
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    insert into event_participation (provider_id, event_id, house_id, device_id, plan, plan_revision, excluded, round, eased,
      opt_out_at, opt_out_cause, opt_out_counted, opt_out_stays, preparation_cancelled, schedule_skipped_at, before, due_at,
      is_returning, awaits_reading, created_at)
    select n.*, ${now.toISOString()} from ${participationRows(changes)}
    on conflict do nothing`.execute(tx);
};

export const updateParticipations = async (
  tx: Db,
  changes: readonly ParticipationChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    update event_participation p set
      plan = n.plan, plan_revision = n.plan_revision, excluded = n.excluded, round = n.round, eased = n.eased, opt_out_at = n.opt_out_at,
      opt_out_cause = n.opt_out_cause, opt_out_counted = n.opt_out_counted, opt_out_stays = n.opt_out_stays,
      preparation_cancelled = n.preparation_cancelled, schedule_skipped_at = n.schedule_skipped_at, before = n.before,
      due_at = n.due_at, is_returning = n.is_returning, awaits_reading = n.awaits_reading
    from ${participationRows(changes)}
    where p.provider_id = n.provider_id and p.event_id = n.event_id and p.house_id = n.house_id
      and p.device_id = n.device_id`.execute(tx);
};

export interface ActionChange extends ParticipationRef {
  readonly action: EventAction;
  /** Of the command that carries it out; null: as before. */
  readonly commandId: string | null;
}

/** Adds actions, or puts them in the place of those with their round and phase. */
export const writeActions = async (tx: Db, changes: readonly ActionChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const rows = changes.map(({ providerId, eventId, houseId, deviceId, action, commandId }) => ({
    provider_id: providerId,
    event_id: eventId,
    house_id: houseId,
    device_id: deviceId,
    round: action.round,
    phase: action.phase,
    at: isoOrNull(action.at),
    expires_at: isoOrNull(action.expiresAt),
    state: action.state,
    command: action.command,
    command_id: commandId,
    sent_at: isoOrNull(action.sentAt),
    delivered_at: isoOrNull(action.deliveredAt),
    confirmed_at: isoOrNull(action.confirmedAt),
    reason: action.reason,
  }));
  await sql`
    insert into event_action (provider_id, event_id, house_id, device_id, round, phase, at, expires_at, state, command,
      command_id, sent_at, delivered_at, confirmed_at, reason)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      provider_id text, event_id text, house_id text, device_id text, round integer, phase text, at timestamptz,
      expires_at timestamptz, state text, command jsonb, command_id text, sent_at timestamptz, delivered_at timestamptz,
      confirmed_at timestamptz, reason jsonb)
    on conflict (provider_id, event_id, house_id, device_id, round, phase) do update set
      at = excluded.at, expires_at = excluded.expires_at, state = excluded.state, command = excluded.command,
      command_id = coalesce(excluded.command_id, event_action.command_id), sent_at = excluded.sent_at,
      delivered_at = excluded.delivered_at, confirmed_at = excluded.confirmed_at, reason = excluded.reason`.execute(
    tx,
  );
};
