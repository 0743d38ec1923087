import { sql } from 'kysely';
import type { DeviceKind, DeviceSetting } from '#contract/entities/device.ts';
import { RATED_POWER_KEYS } from '#domain/events/plan/strategies/rated-power.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import type { EventRef, StoredEvent } from '../events/events.ts';
import { findEvents } from '../events/events.ts';
import { PARTICIPATION_COLUMNS, toStored } from '../events/participations.ts';
import type { ParticipationRow, StoredParticipation } from '../events/participations.ts';

/**
 * An event that is over and whose results are due. It is due again at `until`: whoever reserved it has time until then, and
 * another node goes on if it stops.
 */
export const reserveSettlement = async (db: Db, now: Date, until: Date): Promise<StoredEvent | undefined> => {
  const { rows } = await sql<EventRef>`
    update demand_event set settle_at = ${until.toISOString()}
    where (provider_id, id) in (
      select provider_id, id from demand_event
      where settle_at <= ${now.toISOString()} and state in ('ended', 'provisional', 'final', 'cancelled')
      order by settle_at limit 1
      for update skip locked
    )
    returning provider_id, id as event_id`.execute(db);
  const [event] = await findEvents(db, rows);
  return event;
};

/** Says when an event is due next. With `from` only if it is due then: false, if another has changed that since. */
export const scheduleSettlement = async (
  tx: Db,
  { providerId, eventId }: EventRef,
  at: Date | null,
  from?: Date,
): Promise<boolean> => {
  let query = tx
    .updateTable('demandEvent')
    .set({ settleAt: at })
    .where('providerId', '=', providerId)
    .where('id', '=', eventId);
  if (from) query = query.where('settleAt', '=', from);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Writes what the homes of an event saved together, as it is known now. */
export const writeDelivered = async (tx: Db, { providerId, eventId }: EventRef): Promise<void> => {
  await sql`
    update demand_event set delivered_wh = (
      select sum(reduction_wh) from event_result where provider_id = ${providerId} and event_id = ${eventId})
    where provider_id = ${providerId} and id = ${eventId}`.execute(tx);
};

/** Events from `since` on whose programs name one of these baseline rules are due now; only those that have results. */
export const scheduleByRules = async (
  tx: Db,
  rules: readonly string[],
  since: Date,
  now: Date,
): Promise<void> => {
  await sql`
    update demand_event e set settle_at = ${now.toISOString()}
    from program_version v
    where v.provider_id = e.provider_id and v.program_id = e.program_id and v.version = e.program_version
      and v.rules->>'baseline' = any(${[...rules]}::text[])
      and e.start_time >= ${since.toISOString()} and (e.settle_at is null or e.settle_at > ${now.toISOString()})
      and exists (
        select from event_receipt r where r.provider_id = e.provider_id and r.event_id = e.id)`.execute(tx);
};

/** Houses with a device in the event, after a house, in the order of their ids: a page of them. */
export const pageOfHousesInEvent = async (
  db: Db,
  { providerId, eventId }: EventRef,
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select distinct house_id from event_participation
    where provider_id = ${providerId} and event_id = ${eventId} and house_id > ${after}
    order by house_id limit ${limit}`.execute(db);
  return rows.map(({ houseId }) => houseId);
};

/**
 * Houses that have a result of an event: not those in which a household had left its dispatch for good and another one lived when it
 * began. Of these neither took part.
 */
export const housesWithOwnResult = async (
  db: Db,
  { providerId, dispatchId, startTime }: Pick<StoredEvent, 'providerId' | 'dispatchId' | 'startTime'>,
  houseIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select d.house_id from house_dispatch d
    where d.provider_id = ${providerId} and d.dispatch_id = ${dispatchId} and d.house_id = any(${[...houseIds]}::text[])
      and d.left_cause = 'closed' and exists (
        select from household n
        where n.provider_id = d.provider_id and n.house_id = d.house_id and n.number > d.household
          and n.since <= ${new Date(startTime).toISOString()})`.execute(db);
  const without = new Set(rows.map(({ houseId }) => houseId));
  return houseIds.filter((houseId) => !without.has(houseId));
};

/** Nobody else computes rewards of these houses until the transaction ends. */
export const lockHouses = async (tx: Db, providerId: string, houseIds: readonly string[]): Promise<void> => {
  await sql`
    select id from house where provider_id = ${providerId} and id = any(${houseIds}::text[])
    order by id for no key update`.execute(tx);
};

/** When the households of some houses moved in; houses whose household has always been there are missing. */
export const householdsSince = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ readonly id: string; readonly householdSince: Date }>`
    select id, household_since from house
    where provider_id = ${providerId} and id = any(${houseIds}::text[]) and household_since is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, householdSince }) => [id, householdSince.getTime()]));
};

/**
 * Whether every device that takes part in the event has told what it used until `end`; those that never told anything are not
 * waited for.
 */
export const areReadingsIn = async (
  db: Db,
  { providerId, eventId }: EventRef,
  end: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ readonly isMissing: boolean }>`
    select exists (
      select from event_participation p
      join device_state s using (provider_id, house_id, device_id)
      where p.provider_id = ${providerId} and p.event_id = ${eventId} and not p.excluded
        and s.metered_at < ${end.toISOString()}
    ) as is_missing`.execute(db);
  return rows[0]?.isMissing === false;
};

export const participationsOfHouses = async (
  db: Db,
  providerId: string,
  eventIds: readonly string[],
  houseIds: readonly string[],
): Promise<StoredParticipation[]> => {
  const { rows } = await sql<ParticipationRow>`
    select ${PARTICIPATION_COLUMNS} from event_participation p
    where p.provider_id = ${providerId} and p.event_id = any(${eventIds}::text[])
      and p.house_id = any(${houseIds}::text[])
    order by p.house_id, p.device_id`.execute(db);
  return rows.map(toStored);
};

/** What is known of a device beside its quarter hours. */
export interface SettledDevice {
  readonly houseId: string;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly createdAt: Date;
  /** When its household moved in; null: it has always been there. */
  readonly householdSince: Date | null;
  readonly timezone: string;
  /** Those that say what its equipment takes. */
  readonly ratedPower: readonly DeviceSetting[];
  /** Other events, near enough to matter, in which something was sent to it. */
  readonly otherEventIds: readonly string[];
}

export const settledDevices = async (
  db: Db,
  { providerId, eventId }: EventRef,
  devices: readonly DeviceRef[],
  since: Date,
  until: Date,
): Promise<SettledDevice[]> => {
  if (devices.length === 0) return [];
  const { rows } = await sql<SettledDevice>`
    select d.house_id, d.id as device_id, d.kind, d.mfg, d.created_at, h.household_since, h.timezone,
      coalesce((
        select json_agg(json_build_object('key', s.key, 'value', s.value))
        from device_setting s
        where s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
          and s.key = any(${Object.values(RATED_POWER_KEYS)}::text[])
      ), '[]'::json) as rated_power,
      coalesce((
        select json_agg(distinct a.event_id)
        from event_participation p
        join event_action a using (provider_id, event_id, house_id, device_id)
        join demand_event e on e.provider_id = p.provider_id and e.id = p.event_id
        where p.provider_id = d.provider_id and p.house_id = d.house_id and p.device_id = d.id
          and p.event_id <> ${eventId} and a.phase <> 'after' and a.sent_at is not null
          and e.start_time >= ${since.toISOString()} and e.start_time < ${until.toISOString()}
      ), '[]'::json) as other_event_ids
    from unnest(
      ${devices.map(({ houseId }) => houseId)}::text[], ${devices.map(({ deviceId }) => deviceId)}::text[]
    ) as r (house_id, device_id)
    join device d on d.provider_id = ${providerId} and d.house_id = r.house_id and d.id = r.device_id
    join house h on h.provider_id = d.provider_id and h.id = d.house_id`.execute(db);
  return rows;
};
