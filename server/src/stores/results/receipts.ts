import { sql } from 'kysely';
import type { Receipt } from '#domain/results/receipt.ts';
import type { Db } from '../../db/connection.ts';
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

/** Of the newest final results of devices of a house in a program those with a number, in Wh, by device. */
export const lastReductions = async (
  db: Db,
  { providerId, houseId, since }: HouseScope,
  programId: string,
  count: number,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { rows } = await sql<{ readonly deviceId: string; readonly reductions: readonly number[] }>`
    select device_id, json_agg(reduction_wh order by place) as reductions from (
      select newest.device_id, newest.reduction_wh,
        row_number() over (partition by newest.device_id order by newest.start_time desc, newest.event_id) as place
      from (
        select distinct on (r.event_id, r.device_id) r.event_id, r.device_id, r.reduction_wh, e.start_time
        from event_receipt r join demand_event e on e.provider_id = r.provider_id and e.id = r.event_id
        where r.provider_id = ${providerId} and r.house_id = ${houseId} and e.program_id = ${programId}
          and r.state <> 'provisional' and e.start_time >= ${since.toISOString()}
        order by r.event_id, r.device_id, r.version desc
      ) newest
      where newest.reduction_wh is not null
    ) ranked
    where place <= ${count}
    group by device_id`.execute(db);
  return new Map(rows.map(({ deviceId, reductions }) => [deviceId, reductions]));
};
