import { sql } from 'kysely';
import type { DemandEvent } from '#domain/events/event.ts';
import type { Receipt } from '#domain/results/receipt.ts';
import type { Db } from '../../db/connection.ts';
import { plannedEachTime } from '../../db/planned-each-time.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';

export interface StoredReceipt {
  readonly eventId: string;
  readonly receipt: Receipt;
  readonly createdAt: Date;
}

/** All versions of a house's receipts in some events, the newest first. */
export const receiptsOfHouse = (
  db: Db,
  { providerId, houseId, since }: HouseScope,
  eventIds: readonly string[],
): Promise<StoredReceipt[]> =>
  db
    .selectFrom('eventReceipt as r')
    .innerJoin('demandEvent as e', (join) =>
      join.onRef('e.providerId', '=', 'r.providerId').onRef('e.id', '=', 'r.eventId'),
    )
    .select(['r.eventId', 'r.receipt', 'r.createdAt'])
    .where('r.providerId', '=', providerId)
    .where('r.houseId', '=', houseId)
    .where('r.eventId', 'in', eventIds)
    .where('e.startTime', '>=', since)
    .orderBy('r.version', 'desc')
    .execute();

/** A receipt of one device of a house. */
export interface HouseReceipt {
  readonly eventId: string;
  readonly houseId: string;
  readonly receipt: Receipt;
}

/** The newest version for every device of some houses in some events. */
export const newestReceipts = async (
  db: Db,
  providerId: string,
  eventIds: readonly string[],
  houseIds: readonly string[],
): Promise<HouseReceipt[]> => {
  const { rows } = await sql<HouseReceipt>`
    select distinct on (event_id, house_id, device_id) event_id, house_id, receipt
    from event_receipt
    where provider_id = ${providerId} and event_id = any(${eventIds}::text[]) and house_id = any(${houseIds}::text[])
    order by event_id, house_id, device_id, version desc`.execute(db);
  return rows;
};

/** A version that exists already is an error: its number was computed from others than are stored. */
export const insertReceipts = async (
  tx: Db,
  providerId: string,
  receipts: readonly HouseReceipt[],
  now: Date,
): Promise<void> => {
  if (receipts.length === 0) return;
  const rows = receipts.map(({ eventId, houseId, receipt }) => ({
    event_id: eventId,
    house_id: houseId,
    device_id: receipt.deviceId,
    version: receipt.version,
    state: receipt.state,
    reduction_wh: receipt.reductionWh,
    receipt,
  }));
  await sql`
    insert into event_receipt (provider_id, event_id, house_id, device_id, version, state, reduction_wh, receipt, created_at)
    select ${providerId}, n.*, ${now.toISOString()} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      event_id text, house_id text, device_id text, version integer, state text, reduction_wh integer, receipt jsonb)`.execute(
    tx,
  );
};

/** By which results it is told what an event saves: those of its program that were known when it was ordered. */
export const expectedFrom = ({ program, createdAt }: Pick<DemandEvent, 'program' | 'createdAt'>) => ({
  programId: program.id,
  knownAt: new Date(createdAt),
});

/** So many results are averaged to say what the next event saves. */
const AVERAGED = 5;

/**
 * Of the results of devices in a program that were final at a moment, since the household of each house moved in, the newest
 * with a number, in Wh; by house and device. What an event is expected to save goes by those known when it was ordered, so
 * that every place that tells it tells the same.
 */
export const lastReductions = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
  { programId, knownAt }: { readonly programId: string; readonly knownAt: Date },
): Promise<(houseId: string, deviceId: string) => readonly number[]> => {
  const { rows } = await sql<{
    readonly houseId: string;
    readonly deviceId: string;
    readonly reductions: readonly number[];
  }>`${plannedEachTime}
    select h.id as house_id, l.device_id, l.reductions from house h
    cross join lateral (
      select device_id, json_agg(reduction_wh order by place) as reductions from (
        select newest.device_id, newest.reduction_wh,
          row_number() over (partition by newest.device_id order by newest.start_time desc, newest.event_id) as place
        from (
          select distinct on (r.event_id, r.device_id) r.event_id, r.device_id, r.reduction_wh, e.start_time
          from event_receipt r join demand_event e on e.provider_id = r.provider_id and e.id = r.event_id
          where r.provider_id = h.provider_id and r.house_id = h.id and e.program_id = ${programId}
            and r.state <> 'provisional' and r.created_at <= ${knownAt.toISOString()}
            and e.start_time >= coalesce(h.household_since, '-infinity')
          order by r.event_id, r.device_id, r.version desc
        ) newest
        where newest.reduction_wh is not null
      ) ranked
      where place <= ${AVERAGED}
      group by device_id
    ) l
    where h.provider_id = ${providerId} and h.id = any(${[...houseIds]}::text[])`.execute(db);
  const key = (houseId: string, deviceId: string) => `${houseId} ${deviceId}`;
  const reductionsOf = new Map(rows.map((row) => [key(row.houseId, row.deviceId), row.reductions]));
  return (houseId, deviceId) => reductionsOf.get(key(houseId, deviceId)) ?? [];
};
