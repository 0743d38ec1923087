import { sql } from 'kysely';
import type { HomeFields } from '#domain/provisioning/home.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import { insertRows } from '../system/demo.ts';
import type { NewRow } from '../system/demo.ts';

/** The tables that only provisioning adds to, in the order of their foreign keys. */
export const PROVISIONED_TABLES = ['house', 'programParticipant', 'device', 'accountRole'] as const;
export type ProvisionedTable = (typeof PROVISIONED_TABLES)[number];
export type ProvisionedRows = { readonly [T in ProvisionedTable]?: readonly NewRow<T>[] };

const insertTable = async <T extends ProvisionedTable>(
  tx: Db,
  table: T,
  rows: ProvisionedRows,
): Promise<void> => {
  await insertRows<T>(tx, table, rows[table] ?? []);
};

/** Each house gets its first household with it, by a trigger. */
export const insertHomes = async (tx: Db, rows: ProvisionedRows): Promise<void> => {
  for (const table of PROVISIONED_TABLES) await insertTable(tx, table, rows);
};

/** Until the transaction ends nobody else adds homes, or devices, to the provider. */
export const lockNew = async (
  tx: Db,
  { providerId }: ProviderScope,
  what: 'homes' | 'devices',
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('new ' || ${what} || ' of ' || ${providerId}, 0))`.execute(
    tx,
  );
};

/** The number that other households see, of the next house. New houses must be locked. */
export const nextNumber = async (tx: Db, { providerId }: ProviderScope): Promise<number> => {
  const { rows } = await sql<{ readonly next: number }>`
    select coalesce(max(number), 0) + 1 as next from house where provider_id = ${providerId}`.execute(tx);
  return rows[0]?.next ?? 1;
};

/** Of the households that live there. */
export const setAccountNumbers = async (
  tx: Db,
  { providerId }: ProviderScope,
  numbers: readonly { readonly houseId: string; readonly accountNumber: string }[],
): Promise<void> => {
  if (numbers.length === 0) return;
  await sql`
    update household s set account_number = n."accountNumber"
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n ("houseId" text, "accountNumber" text)
    join house h on h.provider_id = ${providerId} and h.id = n."houseId"
    where s.provider_id = h.provider_id and s.house_id = h.id and s.number = h.household`.execute(tx);
};

export const updateHomes = async (
  tx: Db,
  { providerId }: ProviderScope,
  homes: readonly (HomeFields & { readonly houseId: string })[],
): Promise<void> => {
  if (homes.length === 0) return;
  await sql`
    update house h set address = n.address, city = n.city, zipcode = n.zipcode, country = n.country, timezone = n.timezone,
      latitude = n.latitude, longitude = n.longitude, meter_id = n."meterId", feeder = n.feeder,
      substation = n.substation, group_name = n."groupName", life_support = n."lifeSupport",
      may_export = n."mayExport", may_charge_from_grid = n."mayChargeFromGrid"
    from jsonb_to_recordset(${JSON.stringify(homes)}::jsonb) as n (
      "houseId" text, address text, city text, zipcode text, country text, timezone text, latitude double precision,
      longitude double precision, "meterId" text, feeder text, substation text, "groupName" text, "lifeSupport" boolean,
      "mayExport" boolean, "mayChargeFromGrid" boolean)
    where h.provider_id = ${providerId} and h.id = n."houseId"`.execute(tx);
};

/** The last position of a device in each house. */
export const lastPositions = async (
  tx: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ readonly houseId: string; readonly last: number }>`
    select house_id, max(position) as last from device
    where provider_id = ${providerId} and house_id = any(${[...houseIds]}::text[]) group by house_id`.execute(
    tx,
  );
  return new Map(rows.map(({ houseId, last }) => [houseId, last]));
};

export const updateDevices = async (
  tx: Db,
  { providerId }: ProviderScope,
  devices: readonly {
    readonly houseId: string;
    readonly deviceId: string;
    readonly type: string | null;
    readonly name: string | null;
    /** ms */
    readonly installedAt: number | null;
  }[],
): Promise<void> => {
  if (devices.length === 0) return;
  await sql`
    update device d set type = n.type, name = n.name,
      installed_at = to_timestamp(n."installedAt"::double precision / 1000)
    from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as n ("houseId" text, "deviceId" text, type text, name text,
      "installedAt" bigint)
    where d.provider_id = ${providerId} and d.house_id = n."houseId" and d.id = n."deviceId"`.execute(tx);
};
