import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** A home and a household of it, by the utility's own ids: whose a row of an export is. */
export interface AccountHolder {
  readonly premiseId: string;
  /** null: the utility has not named it. */
  readonly accountNumber: string | null;
  readonly feeder: string | null;
  readonly group: string | null;
}

interface Row extends AccountHolder {
  readonly houseId: string;
  readonly number: number;
}

const COLUMNS = sql`h.id as house_id, n.number, h.premise_id, n.account_number, h.feeder, h.group_name as "group"`;

const toHolder = ({ premiseId, accountNumber, feeder, group }: Row): AccountHolder => ({
  premiseId,
  accountNumber,
  feeder,
  group,
});

/** Every household that ever lived in the houses, found by house and number. */
export const readAccountHolders = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
): Promise<(houseId: string, household: number) => AccountHolder | undefined> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from house h
    join household n on n.provider_id = h.provider_id and n.house_id = h.id
    where h.provider_id = ${providerId} and h.id = any(${[...houseIds]}::text[])`.execute(db);
  const holders = new Map(rows.map((row) => [JSON.stringify([row.houseId, row.number]), toHolder(row)]));
  return (houseId, household) => holders.get(JSON.stringify([houseId, household]));
};

/** By house, the households that lived there at a moment; of a time before anybody is known the first. */
export const accountHoldersAt = async (
  db: Db,
  providerId: string,
  houseIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, AccountHolder>> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from house h
    join lateral (
      select n.number, n.account_number from household n
      where n.provider_id = h.provider_id and n.house_id = h.id
      order by (n.since is null or n.since <= ${at.toISOString()}) desc,
        case when n.since is null or n.since <= ${at.toISOString()} then -n.number else n.number end
      limit 1
    ) n on true
    where h.provider_id = ${providerId} and h.id = any(${[...houseIds]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.houseId, toHolder(row)]));
};
