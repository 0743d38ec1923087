import { sql } from 'kysely';
import type { LedgerEntry } from '#domain/results/rewards/ledger.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseScope, ProviderScope } from '../../lib/scope/scope.ts';

export interface StoredEntry extends LedgerEntry {
  readonly programId: string;
  /** When the event began, in ms. */
  readonly startTime: number;
}

/** The ledger of a household, of events since it moved in, in the order in which it was written. */
export const ledgerOfHouse = async (
  db: Db,
  { providerId, houseId, since }: Pick<HouseScope, 'providerId' | 'houseId' | 'since'>,
): Promise<StoredEntry[]> => {
  const rows = await db
    .selectFrom('rewardEntry as r')
    .innerJoin('demandEvent as e', (join) =>
      join.onRef('e.providerId', '=', 'r.providerId').onRef('e.id', '=', 'r.eventId'),
    )
    .select([
      'r.eventId',
      'r.programId',
      'r.kind',
      'r.amount',
      'r.currency',
      'r.cause',
      'r.receipts',
      'r.createdAt',
      'e.startTime',
    ])
    .where('r.providerId', '=', providerId)
    .where('r.houseId', '=', houseId)
    .where('e.startTime', '>=', since)
    .orderBy('r.createdAt')
    .orderBy('r.eventId')
    .orderBy('r.number')
    .execute();
  return rows.map(({ createdAt, startTime, ...row }) => ({
    ...row,
    time: createdAt.getTime(),
    startTime: startTime.getTime(),
  }));
};

/** An entry in the ledger of a house. */
interface HouseEntry extends LedgerEntry {
  readonly houseId: string;
}

/** What the ledgers of some houses say about some events, in the order in which it was written. */
export const ledgerOfEvents = async (
  db: Db,
  providerId: string,
  eventIds: readonly string[],
  houseIds: readonly string[],
): Promise<HouseEntry[]> => {
  const { rows } = await sql<Omit<HouseEntry, 'time'> & { readonly createdAt: Date }>`
    select event_id, house_id, kind, amount, currency, cause, receipts, created_at
    from reward_entry
    where provider_id = ${providerId} and event_id = any(${eventIds}::text[]) and house_id = any(${houseIds}::text[])
    order by house_id, event_id, number`.execute(db);
  return rows.map(({ createdAt, ...row }) => ({ ...row, time: createdAt.getTime() }));
};

export type NewEntry = HouseEntry & { readonly programId: string };

/** Appends entries; each gets the number that follows in its house and event. The houses must be locked. */
export const insertEntries = async (
  tx: Db,
  providerId: string,
  entries: readonly NewEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map((entry, position) => ({
    event_id: entry.eventId,
    house_id: entry.houseId,
    position,
    program_id: entry.programId,
    kind: entry.kind,
    amount: entry.amount,
    currency: entry.currency,
    cause: entry.cause,
    receipts: entry.receipts,
    created_at: new Date(entry.time).toISOString(),
  }));
  await sql`
    insert into reward_entry (provider_id, event_id, house_id, number, program_id, kind, amount, currency, cause, receipts,
      created_at)
    select ${providerId}, n.event_id, n.house_id,
      coalesce((
        select max(r.number) from reward_entry r
        where r.provider_id = ${providerId} and r.event_id = n.event_id and r.house_id = n.house_id
      ), 0) + row_number() over (partition by n.event_id, n.house_id order by n.position),
      n.program_id, n.kind, n.amount, n.currency, n.cause, n.receipts, n.created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      event_id text, house_id text, position integer, program_id text, kind text, amount integer, currency text, cause text,
      receipts jsonb, created_at timestamptz)`.execute(tx);
};

/**
 * Houses that have entries, or whose first ones may be about to be written; after a house, in the order of their ids: a page of
 * them.
 */
export const pageOfRewardedHouses = async (
  db: Db,
  { providerId }: ProviderScope,
  after: string,
  limit: number,
): Promise<{ readonly houseId: string; readonly address: string }[]> => {
  const { rows } = await sql<{ readonly houseId: string; readonly address: string }>`
    select h.id as house_id, h.address from house h
    where h.provider_id = ${providerId} and h.id > ${after} and (
      exists (select from reward_entry r where r.provider_id = h.provider_id and r.house_id = h.id)
      or exists (select from event_participation p where p.provider_id = h.provider_id and p.house_id = h.id))
    order by h.id limit ${limit}`.execute(db);
  return rows;
};

/** An entry with the household that lived there when the event began. */
export type HouseholdEntry = NewEntry & { readonly household: number };

/** The ledgers of some houses, in the order in which each was written. */
export const ledgersOf = async (
  db: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<HouseholdEntry[]> => {
  const { rows } = await sql<Omit<HouseholdEntry, 'time'> & { readonly createdAt: Date }>`
    select event_id, house_id, household, program_id, kind, amount, currency, cause, receipts, created_at
    from reward_entry
    where provider_id = ${providerId} and house_id = any(${houseIds}::text[])
    order by house_id, event_id, number`.execute(db);
  return rows.map(({ createdAt, ...row }) => ({ ...row, time: createdAt.getTime() }));
};
