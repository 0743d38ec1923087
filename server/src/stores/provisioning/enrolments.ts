import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EnrolmentFields } from '#domain/provisioning/enrolment.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';

/**
 * Enrols every device whose house takes part in a program and whose kind the program's newest version names, in the group of
 * its postal code. What is enrolled already stays as it is.
 */
export const enrolDevices = async (db: Db, since: Date, now = since): Promise<void> => {
  await sql`
    insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at)
    select d.provider_id, d.house_id, d.id, p.program_id, coalesce(h.zipcode, 'none'), ${since.toISOString()},
      ${now.toISOString()}
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id
    join program_participant p on p.provider_id = d.provider_id and p.house_id = d.house_id
    join lateral (
      select rules from program_version v
      where v.provider_id = p.provider_id and v.program_id = p.program_id
      order by version desc limit 1
    ) v on v.rules -> 'kinds' @> to_jsonb(d.kind)
    on conflict do nothing`.execute(db);
};

export type WrittenEnrolment = DeviceEnrolment & { readonly fields: EnrolmentFields };

interface DeviceEnrolment {
  readonly houseId: string;
  readonly deviceId: string;
  readonly programId: string;
}

const at = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** Why the enrolment of a device that was removed has ended. */
export const REMOVED = 'device_removed';

/** `programs`: of homes, which take part in those that any of their devices is active in, and in no other. */
const participate = async (tx: Db, providerId: string, programs: RawBuilder<unknown>): Promise<void> => {
  const isActive = sql`exists (
    select from enrolment e
    where e.provider_id = ${providerId} and e.house_id = w.house_id and e.program_id = w.program_id and e.state = 'active')`;
  await sql`
    insert into program_participant (provider_id, house_id, program_id)
    select ${providerId}, w.house_id, w.program_id from ${programs} w where ${isActive}
    on conflict do nothing`.execute(tx);
  await sql`
    delete from program_participant p using ${programs} w
    where p.provider_id = ${providerId} and p.house_id = w.house_id and p.program_id = w.program_id
      and not ${isActive}`.execute(tx);
};

export const participateWhereActive = (
  tx: Db,
  { providerId }: ProviderScope,
  houseIds: readonly string[],
): Promise<void> =>
  participate(
    tx,
    providerId,
    sql`(
      select distinct house_id, program_id from enrolment
      where provider_id = ${providerId} and house_id = any(${[...houseIds]}::text[]))`,
  );

/** Writes enrolments, and that homes take part in the programs that any of their devices is active in. */
export const writeEnrolments = async (
  tx: Db,
  { providerId }: ProviderScope,
  enrolments: readonly WrittenEnrolment[],
  now: Date,
): Promise<void> => {
  if (enrolments.length === 0) return;
  const rows = JSON.stringify(
    enrolments.map(({ fields, houseId, deviceId, programId }) => ({
      house_id: houseId,
      device_id: deviceId,
      program_id: programId,
      group_name: fields.groupName,
      since: at(fields.since),
      until: at(fields.until),
      state: fields.state,
      consent_at: at(fields.consentAt),
      consent_source: fields.consentSource,
      end_reason: fields.endReason,
    })),
  );
  await sql`
    insert into enrolment (provider_id, house_id, device_id, program_id, group_name, since, changed_at, state, until,
      consent_at, consent_source, end_reason)
    select ${providerId}, n.house_id, n.device_id, n.program_id, n.group_name, n.since, ${now.toISOString()}, n.state, n.until,
      n.consent_at, n.consent_source, n.end_reason
    from jsonb_to_recordset(${rows}::jsonb) as n (
      house_id text, device_id text, program_id text, group_name text, since timestamptz, until timestamptz, state text,
      consent_at timestamptz, consent_source text, end_reason text)
    on conflict (provider_id, house_id, device_id, program_id) do update set
      group_name = excluded.group_name, since = excluded.since, changed_at = excluded.changed_at, state = excluded.state,
      until = excluded.until, consent_at = excluded.consent_at, consent_source = excluded.consent_source,
      end_reason = excluded.end_reason`.execute(tx);
  const written = sql`(
    select distinct n.house_id, n.program_id
    from jsonb_to_recordset(${rows}::jsonb) as n (house_id text, program_id text))`;
  await participate(tx, providerId, written);
};
