import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { EnrolmentFields } from '#domain/provisioning/enrolment.ts';
import type { HomeFields } from '#domain/provisioning/home.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';

export interface HomeRow {
  readonly houseId: string;
  readonly isClosed: boolean;
  readonly accountNumber: string | null;
  readonly fields: HomeFields;
}

/** Homes by their premises. */
export const readHomes = async (
  db: Db,
  { providerId }: ProviderScope,
  premises: readonly string[],
): Promise<ReadonlyMap<string, HomeRow>> => {
  type Row = HomeFields & Omit<HomeRow, 'fields'> & { readonly premiseId: string };
  const { rows } = await sql<Row>`
    select h.id as house_id, h.premise_id, h.closed_at is not null as is_closed, s.account_number, h.address, h.city,
      h.zipcode, h.country, h.timezone, h.latitude, h.longitude, h.meter_id, h.feeder, h.substation, h.group_name,
      h.life_support, h.may_export, h.may_charge_from_grid
    from house h
    join household s on s.provider_id = h.provider_id and s.house_id = h.id and s.number = h.household
    where h.provider_id = ${providerId} and h.premise_id = any(${[...premises]}::text[])`.execute(db);
  return new Map(
    rows.map(({ houseId, premiseId, isClosed, accountNumber, ...fields }) => [
      premiseId,
      { houseId, isClosed, accountNumber, fields },
    ]),
  );
};

/** Locks homes, in the order of their ids. */
export const lockHomes = async (
  tx: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<void> => {
  await sql`
    select from house where provider_id = ${providerId} and id = any(${[...houseIds]}::text[])
    order by id for no key update`.execute(tx);
};

/** The zone of the homes of each postal code; of several the one that most of them have. */
export const zonesOfPostalCodes = async (
  db: Db,
  { providerId }: ProviderScope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ readonly zipcode: string; readonly timezone: string }>`
    select distinct on (zipcode) zipcode, timezone from (
      select zipcode, timezone, count(*) as homes from house
      where provider_id = ${providerId} and zipcode = any(${[...codes]}::text[])
      group by zipcode, timezone
    ) found
    order by zipcode, homes desc, timezone`.execute(db);
  return new Map(rows.map(({ zipcode, timezone }) => [zipcode, timezone]));
};

export interface DeviceRow {
  readonly houseId: string;
  readonly deviceId: string;
  readonly link: string | null;
  readonly uid: string | null;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly name: string | null;
  /** ms; null: not known. */
  readonly installedAt: number | null;
  readonly isRemoved: boolean;
}

const DEVICE = sql`d.house_id, d.id as device_id, d.link, d.uid, d.kind, d.mfg, d.type, d.name,
  (extract(epoch from d.installed_at) * 1000)::double precision as installed_at, d.removed_at is not null as is_removed`;

/** Devices of any home of the provider, by link and id there: one that is in a home, and those that were removed. */
export const readDevices = async (
  db: Db,
  { providerId }: ProviderScope,
  refs: readonly { readonly link: string; readonly uid: string }[],
): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    select ${DEVICE} from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as r (link text, uid text)
    join device d on d.provider_id = ${providerId} and d.link = r.link and d.uid = r.uid and d.removed_at is null
    union all
    select ${DEVICE} from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as r (link text, uid text)
    join device d on d.provider_id = ${providerId} and d.link = r.link and d.uid = r.uid and d.removed_at is not null`.execute(
    db,
  );
  return rows;
};

/** Devices that are in the homes, those that were removed last. */
export const readDevicesOf = async (
  db: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    select ${DEVICE} from device d where d.provider_id = ${providerId} and d.house_id = any(${[...houseIds]}::text[])
    order by d.removed_at is not null, d.house_id, d.id`.execute(db);
  return rows;
};

export interface EnrolmentRow extends EnrolmentFields {
  readonly houseId: string;
  readonly deviceId: string;
  readonly programId: string;
}

export const readEnrolments = async (
  db: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<EnrolmentRow[]> => {
  type Row = Omit<EnrolmentRow, 'since' | 'until' | 'consentAt'> & {
    readonly since: Date;
    readonly until: Date | null;
    readonly consentAt: Date | null;
  };
  const { rows } = await sql<Row>`
    select house_id, device_id, program_id, state, group_name, since, until, consent_at, consent_source, end_reason
    from enrolment where provider_id = ${providerId} and house_id = any(${[...houseIds]}::text[])`.execute(
    db,
  );
  return rows.map(({ since, until, consentAt, ...row }) => ({
    ...row,
    since: since.getTime(),
    until: until?.getTime() ?? null,
    consentAt: consentAt?.getTime() ?? null,
  }));
};
