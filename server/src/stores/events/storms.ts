import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { ParticipationRef } from '#domain/events/engine/rows.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import { OPEN_STATES } from './events.ts';

export interface Storm {
  /** When it was first expected. */
  readonly since: Date;
  readonly until: Date;
  /** Words by language. */
  readonly cause: Readonly<Record<string, string>> | null;
}

interface HouseRefs {
  readonly providerId: RawBuilder<unknown>;
  readonly houseId: RawBuilder<unknown>;
}

/** A storm with the devices of a house that events leave alone meanwhile, as JSON. */
export interface HouseStormJson {
  readonly until: string;
  readonly cause: string | null;
  readonly deviceIds: readonly string[];
}

/** null: no storm was expected, or no enrolled device of the house is of these kinds. */
export const houseStormJson = (
  { providerId, houseId }: HouseRefs,
  kinds: readonly DeviceKind[],
): RawBuilder<unknown> => sql`(
  select json_build_object('until', p.storm_until, 'cause', p.storm_cause, 'deviceIds', json_agg(d.id order by d.id))
  from provider p
  join device d on d.provider_id = p.id
  where p.id = ${providerId} and p.storm_until is not null and d.house_id = ${houseId} and d.removed_at is null
    and d.kind = any(${[...kinds]}::text[])
    and exists (
      select from enrolment n
      where n.provider_id = d.provider_id and n.house_id = d.house_id and n.device_id = d.id and n.state = 'active'
    )
  group by p.storm_until, p.storm_cause
)`;

export const toHouseStorm = (storm: HouseStormJson | null, now: number): Dashboard['storm'] => {
  const until = new Date(storm?.until ?? 0);
  if (storm === null || until.getTime() <= now) return null;
  const { cause, deviceIds } = storm;
  return {
    until: until.toISOString(),
    cause: cause === null ? null : (JSON.parse(cause) as Record<string, string>),
    deviceIds: [...deviceIds],
  };
};

/** Locks the provider's switch; null: it is not on. */
export const lockStorm = async (tx: Db, { providerId }: ProviderScope, now: Date): Promise<Storm | null> => {
  const row = await tx
    .selectFrom('provider')
    .select(['stormSince', 'stormUntil', 'stormCause'])
    .where('id', '=', providerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { stormSince: since = null, stormUntil: until = null, stormCause = null } = row ?? {};
  if (since === null || until === null || until <= now) return null;
  return { since, until, cause: stormCause === null ? null : (JSON.parse(stormCause) as Storm['cause']) };
};

export const writeStorm = async (
  tx: Db,
  { providerId }: ProviderScope,
  storm: Storm | null,
): Promise<void> => {
  await tx
    .updateTable('provider')
    .set({
      stormSince: storm?.since ?? null,
      stormUntil: storm?.until ?? null,
      stormCause: storm?.cause ? JSON.stringify(storm.cause) : null,
    })
    .where('id', '=', providerId)
    .execute();
};

type Cursor = Pick<ParticipationRef, 'houseId' | 'deviceId' | 'eventId'>;
const FIRST: Cursor = { houseId: '', deviceId: '', eventId: '' };

/**
 * Makes devices of these kinds due to be looked at, in events that are not over, a page in the order of locks. Waits for who holds
 * one, and so has read the facts of before. Returns the last place; null: the end was reached.
 */
export const makeKindsDue = async (
  tx: Db,
  { providerId }: ProviderScope,
  kinds: readonly DeviceKind[],
  { after = FIRST, limit, now }: { readonly after?: Cursor; readonly limit: number; readonly now: Date },
): Promise<Cursor | null> => {
  const { rows } = await sql<Cursor>`
    with found as materialized (
      select p.provider_id, p.house_id, p.device_id, p.event_id
      from demand_event e
      join event_participation p on p.provider_id = e.provider_id and p.event_id = e.id
      where e.provider_id = ${providerId} and e.kind = any(${[...kinds]}::text[])
        and e.state in ${OPEN_STATES} and e.cancelled_at is null
        and (p.house_id, p.device_id, p.event_id) > (${after.houseId}, ${after.deviceId}, ${after.eventId})
      order by p.house_id, p.device_id, p.event_id
      limit ${limit}
      for no key update of p
    ), made as (
      update event_participation p set due_at = least(p.due_at, ${now.toISOString()}::timestamptz)
      from found f
      where p.provider_id = f.provider_id and p.event_id = f.event_id and p.house_id = f.house_id
        and p.device_id = f.device_id and p.due_at is not null
    )
    select house_id, device_id, event_id from found
    order by house_id, device_id, event_id`.execute(tx);
  return rows.length === limit ? (rows.at(-1) ?? null) : null;
};

/** A page of homes with an enrolled device of one of these kinds, by their ids. */
export const homesWithKinds = async (
  db: Db,
  { providerId }: ProviderScope,
  kinds: readonly DeviceKind[],
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select distinct d.house_id from device d
    where d.provider_id = ${providerId} and d.kind = any(${[...kinds]}::text[]) and d.house_id > ${after}
      and exists (
        select from enrolment n
        where n.provider_id = d.provider_id and n.house_id = d.house_id and n.device_id = d.id and n.state = 'active'
      )
    order by d.house_id
    limit ${limit}`.execute(db);
  return rows.map(({ houseId }) => houseId);
};
