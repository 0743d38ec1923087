import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OptOutRecord } from '#domain/events/people/consequence.ts';
import type { HomeRef, StoredHome } from '#domain/events/engine/rows.ts';
import type { HouseDispatch, KeptOptOut, LeavingCause } from '#domain/events/people/house-dispatch.ts';
import type { Db } from '../../db/connection.ts';
import { isOfFormer } from './former-households.ts';

export type HouseDispatchRef = HomeRef;
export type StoredHouseDispatch = StoredHome;

type Row = HouseDispatchRef & {
  readonly toldAt: Date | null;
  readonly leftAt: Date | null;
  readonly leftCause: LeavingCause | null;
  readonly rejoinedAt: Date | null;
  readonly optOuts: HouseDispatch['optOuts'];
};

const toStored = ({ toldAt, leftAt, rejoinedAt, ...row }: Row): StoredHouseDispatch => ({
  ...row,
  toldAt: toldAt?.getTime() ?? null,
  leftAt: leftAt?.getTime() ?? null,
  rejoinedAt: rejoinedAt?.getTime() ?? null,
});

const refsOf = (refs: readonly HouseDispatchRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ dispatchId }) => dispatchId)}::text[]) as r (provider_id, house_id, dispatch_id)`;

/**
 * Locks homes in dispatches, in the order of their keys, each by a look-up, after the devices: nobody leaves or joins again until the transaction ends, and no
 * device of them joins. A home that nothing was written about yet gets its row.
 */
export const lockHouseDispatches = async (
  tx: Db,
  refs: readonly HouseDispatchRef[],
): Promise<StoredHouseDispatch[]> => {
  if (refs.length === 0) return [];
  await sql`
    insert into house_dispatch (provider_id, house_id, dispatch_id)
    select distinct r.provider_id, r.house_id, r.dispatch_id from ${refsOf(refs)}
    order by 1, 2, 3 on conflict do nothing`.execute(tx);
  // In a statement of its own: it sees what those wrote that the first one waited for.
  const { rows } = await sql<Row>`
    select d.* from (select distinct * from ${refsOf(refs)} order by 1, 2, 3) r
    cross join lateral (
      select provider_id, house_id, dispatch_id, told_at, left_at, left_cause, rejoined_at, opt_outs
      from house_dispatch
      where provider_id = r.provider_id and house_id = r.house_id and dispatch_id = r.dispatch_id
      for update
    ) d`.execute(tx);
  return rows.map(toStored);
};

/** One home in a dispatch. */
const updateOf = (tx: Db, { providerId, houseId, dispatchId }: HouseDispatchRef) =>
  tx
    .updateTable('houseDispatch')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('dispatchId', '=', dispatchId);

export interface NewDeparture {
  readonly at: Date;
  /** The account. */
  readonly by: string | null;
  readonly cause: LeavingCause;
}

/** The home left the dispatch; one that had left before stays as it was. */
export const writeDeparture = async (
  tx: Db,
  home: HouseDispatchRef,
  { at, by, cause }: NewDeparture,
): Promise<void> => {
  await updateOf(tx, home)
    .set({ leftAt: at, leftBy: by, leftCause: cause, leftReason: null, rejoinedAt: null })
    .where((is) =>
      is.or([
        is('leftAt', 'is', null),
        is('rejoinedAt', 'is not', null),
        is.and([is.val(cause === 'closed'), is('leftCause', '<>', 'closed')]),
      ]),
    )
    .execute();
};

/** In the person's words; null: it is forgotten. */
export const writeDepartureReason = async (
  tx: Db,
  home: HouseDispatchRef,
  reason: string | null,
): Promise<void> => {
  await updateOf(tx, home).set({ leftReason: reason }).where('leftAt', 'is not', null).execute();
};

/** A home that had left the dispatch takes part again once none of its devices is out: until then those that join later stay out. */
export const writeReturn = async (tx: Db, home: HouseDispatchRef, at: Date): Promise<void> => {
  await updateOf(tx, home)
    .set({ rejoinedAt: at })
    .where('leftAt', 'is not', null)
    .where('rejoinedAt', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from demand_event e
        join event_participation p on p.provider_id = e.provider_id and p.event_id = e.id
        where e.provider_id = ${home.providerId} and e.dispatch_id = ${home.dispatchId}
          and p.house_id = ${home.houseId} and p.opt_out_at is not null and p.opt_out_cause <> 'provider' and not p.excluded)`,
    )
    .execute();
};

/** By house, in ms. */
export const toldTimes = async (
  db: Db,
  { providerId, dispatchId }: Omit<HouseDispatchRef, 'houseId'>,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ readonly houseId: string; readonly toldAt: Date }>`
    select h.house_id, d.told_at from unnest(${[...houseIds]}::text[]) as h (house_id)
    cross join lateral (
      select told_at from house_dispatch
      where provider_id = ${providerId} and house_id = h.house_id and dispatch_id = ${dispatchId}
      offset 0
    ) d
    where d.told_at is not null`.execute(db);
  return new Map(rows.map(({ houseId, toldAt }) => [houseId, toldAt.getTime()]));
};

export const writeOptOuts = async (
  tx: Db,
  { optOuts, ...home }: Pick<StoredHouseDispatch, keyof HouseDispatchRef | 'optOuts'>,
): Promise<void> => {
  await updateOf(tx, home)
    .set({ optOuts: JSON.stringify(optOuts) })
    .execute();
};

/** Devices of the home that count as having left, by the programs of the dispatch. */
export const countedDevices = async (
  tx: Db,
  { providerId, houseId, dispatchId }: HouseDispatchRef,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ readonly programId: string; readonly devices: string[] }>`
    select e.program_id, array_agg(distinct p.device_id) as devices
    from demand_event e
    join event_participation p on p.provider_id = e.provider_id and p.event_id = e.id
    where e.provider_id = ${providerId} and e.dispatch_id = ${dispatchId} and p.house_id = ${houseId}
      and p.opt_out_counted
    group by e.program_id
    order by 1`.execute(tx);
  return new Map(rows.map(({ programId, devices }) => [programId, devices]));
};

/** Houses that left an event, as far as that counts, after a house, in the order of their ids. */
export const pageOfHousesThatLeft = async (
  db: Db,
  { providerId, id }: { readonly providerId: string; readonly id: string },
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ readonly houseId: string }>`
    select distinct house_id from event_participation
    where provider_id = ${providerId} and event_id = ${id} and opt_out_counted and house_id > ${after}
    order by house_id limit ${limit}`.execute(db);
  return rows.map(({ houseId }) => houseId);
};

/**
 * Dispatches that homes have left, by program. `h` is the home in a dispatch. Of the events those that the devices left to which the
 * price was told: what falls away with them is not charged for the others.
 */
const RECORDS = sql`
  house_dispatch h
  cross join lateral jsonb_each(h.opt_outs) o
  cross join lateral (
    select min(e.start_time) as start_time, bool_and(e.cancelled_at is not null) as is_cancelled
    from demand_event e
    where e.provider_id = h.provider_id and e.dispatch_id = h.dispatch_id and e.program_id = o.key and exists (
      select from event_participation p
      where p.provider_id = e.provider_id and p.event_id = e.id and p.house_id = h.house_id and p.opt_out_counted
        and coalesce(o.value -> 'devices' ? p.device_id, true))
  ) of_event`;

export interface OptOutJson extends Pick<OptOutRecord, 'dispatchId' | 'programId' | 'isCancelled'> {
  readonly startTime: string;
  readonly kept: KeptOptOut;
}

export const toOptOutRecord = ({
  dispatchId,
  programId,
  isCancelled,
  startTime,
  kept,
}: OptOutJson): OptOutRecord => ({
  dispatchId,
  programId,
  isCancelled,
  startTime: Date.parse(startTime),
  at: kept.at,
  told: kept.told,
});

/** What a house has left since its household moved in, as a JSON value: for the dashboard, which reads all in one statement. */
export const optOutsJson = (house: {
  readonly providerId: RawBuilder<unknown>;
  readonly houseId: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
}): RawBuilder<unknown> => sql`(
  select json_agg(json_build_object('dispatchId', h.dispatch_id, 'programId', o.key,
    'isCancelled', of_event.is_cancelled, 'startTime', of_event.start_time, 'kept', o.value))
  from ${RECORDS}
  where h.provider_id = ${house.providerId} and h.house_id = ${house.houseId} and h.opt_outs <> '{}'
    and of_event.start_time >= coalesce(${house.since}, '-infinity') and not (${isOfFormer}))`;

export interface HouseOptOut extends OptOutRecord {
  readonly houseId: string;
  /** Also where the event began after another household had moved in. */
  readonly isOfFormer: boolean;
}

/** What some houses have left, also before their present households moved in. */
export const optOutsOfHouses = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
): Promise<HouseOptOut[]> => {
  const { rows } = await sql<
    Omit<OptOutJson, 'startTime'> & Pick<HouseOptOut, 'houseId' | 'isOfFormer'> & { readonly startTime: Date }
  >`
    select h.house_id, (${isOfFormer}) as is_of_former, h.dispatch_id, o.key as program_id, of_event.is_cancelled, of_event.start_time, o.value as kept
    from ${RECORDS}
    where h.provider_id = ${providerId} and h.house_id = any(${[...houseIds]}::text[]) and h.opt_outs <> '{}'
      and of_event.start_time is not null`.execute(db);
  return rows.map(({ houseId, isOfFormer: ofFormer, startTime, ...row }) => ({
    ...toOptOutRecord({ ...row, startTime: startTime.toISOString() }),
    houseId,
    isOfFormer: ofFormer,
  }));
};

/** As `optOutsOfHouses`, since their present households moved in. */
export const optOutsOfHouseholds = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
): Promise<HouseOptOut[]> => {
  const { rows } = await sql<{ readonly id: string; readonly since: Date | null }>`
    select id, household_since as since from house
    where provider_id = ${providerId} and id = any(${[...houseIds]}::text[])`.execute(db);
  const since = new Map(rows.map((row) => [row.id, row.since?.getTime() ?? 0]));
  return (await optOutsOfHouses(db, providerId, houseIds)).filter(
    ({ houseId, startTime, isOfFormer: ofFormer }) => !ofFormer && startTime >= (since.get(houseId) ?? 0),
  );
};
