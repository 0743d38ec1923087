import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope, ProviderScope } from '../../lib/scope/scope.ts';
import { REMOVED, participateWhereActive } from './enrolments.ts';

interface DeviceOfHouse {
  readonly houseId: string;
  readonly deviceId: string;
}

/** A device, and the one that takes its place. */
export interface Successor extends DeviceOfHouse {
  readonly successor: string;
}

const rowsOf = (rows: readonly (DeviceOfHouse & Partial<Successor>)[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("houseId" text, "deviceId" text, successor text)`;

/**
 * Schedules and programs go over to devices that take the place of others, also of such as were removed before. A program that nobody
 * is known to have agreed to waits for a consent again.
 */
export const takeOver = async (
  tx: Db,
  { providerId }: ProviderScope,
  successors: readonly Successor[],
  now: Date,
): Promise<void> => {
  if (successors.length === 0) return;
  const at = now.toISOString();
  const ofDevice = (table: string) => sql`${sql.ref(`${table}.provider_id`)} = ${providerId}
    and ${sql.ref(`${table}.house_id`)} = r."houseId" and ${sql.ref(`${table}.device_id`)} = r."deviceId"`;
  await sql`
    update device_schedule s set device_id = r.successor from ${rowsOf(successors)} where ${ofDevice('s')}`.execute(
    tx,
  );
  await sql`
    insert into active_schedule (provider_id, house_id, device_id, uid, next_at)
    select a.provider_id, a.house_id, r.successor, a.uid, ${at}
    from ${rowsOf(successors)} join active_schedule a on ${ofDevice('a')}
    on conflict do nothing`.execute(tx);
  await sql`delete from active_schedule a using ${rowsOf(successors)} where ${ofDevice('a')}`.execute(tx);
  await sql`
    insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at, state, until,
      consent_at, consent_source)
    select e.provider_id, e.house_id, r.successor, e.program_id, e.group_name, e.since, ${at},
      case when e.state <> 'ended' then e.state when e.consent_at is null then 'pending' else 'active' end,
      e.until, e.consent_at, e.consent_source
    from ${rowsOf(successors)} join enrolment e on ${ofDevice('e')}
    where (e.state <> 'ended' or e.end_reason = ${REMOVED}) and (e.until is null or e.until > ${at})
    on conflict do nothing`.execute(tx);
};

/** What is recorded of them stays; they are in no program any more, and their schedules rest. */
export const removeDevices = async (
  tx: Db,
  scope: ProviderScope,
  devices: readonly DeviceOfHouse[],
  now: Date,
): Promise<void> => {
  if (devices.length === 0) return;
  const { providerId } = scope;
  const at = now.toISOString();
  await sql`
    update device d set removed_at = ${at} from ${rowsOf(devices)}
    where d.provider_id = ${providerId} and d.house_id = r."houseId" and d.id = r."deviceId" and d.removed_at is null`.execute(
    tx,
  );
  await sql`
    update active_schedule a set next_at = null from ${rowsOf(devices)}
    where a.provider_id = ${providerId} and a.house_id = r."houseId" and a.device_id = r."deviceId"`.execute(
    tx,
  );
  await sql`
    update enrolment e set state = 'ended', end_reason = ${REMOVED}, changed_at = ${at} from ${rowsOf(devices)}
    where e.provider_id = ${providerId} and e.house_id = r."houseId" and e.device_id = r."deviceId" and e.state <> 'ended'`.execute(
    tx,
  );
  await participateWhereActive(
    tx,
    scope,
    devices.map(({ houseId }) => houseId),
  );
};

/** Cars are gone with a household that has ended; what was set on them is forgotten. */
export const leaveWithHousehold = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  now: Date,
): Promise<void> => {
  await sql`
    update device set removed_at = ${now.toISOString()}
    where provider_id = ${providerId} and house_id = ${houseId} and removed_at is null
      and kind = 'ev'`.execute(tx);
  await sql`
    delete from device_setting s using device d
    where s.provider_id = ${providerId} and s.house_id = ${houseId} and d.provider_id = s.provider_id
      and d.house_id = s.house_id and d.id = s.device_id and d.removed_at is not null`.execute(tx);
};
