import { sql } from 'kysely';
import { LEFT_BY_OWNER } from '#domain/provisioning/enrolment.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';
import { participateWhereActive } from './enrolments.ts';

export interface HomeEnrolment {
  readonly programId: string;
  readonly state: 'active' | 'pending';
  readonly since: Date;
  /** null: it has no end. */
  readonly until: Date | null;
  readonly deviceIds: readonly string[];
}

/** Programs that devices of the house are enrolled in. One is active if any of them is, and lasts as long as the last. */
export const programsOfHome = async (
  db: Db,
  { providerId, houseId }: HouseDataScope,
): Promise<HomeEnrolment[]> => {
  const { rows } = await sql<HomeEnrolment>`
    select program_id, min(state) as state, min(greatest(since, consent_at)) as since,
      case when bool_or(until is null) then null else max(until) end as until,
      json_agg(device_id order by device_id) as device_ids
    from enrolment
    where provider_id = ${providerId} and house_id = ${houseId} and state <> 'ended'
    group by program_id order by program_id`.execute(db);
  return rows;
};

/** Makes those active that wait for somebody to agree. Returns their programs. The house must be locked. */
export const activateEnrolments = async (
  tx: Db,
  house: HouseDataScope,
  { now, source }: { readonly now: Date; readonly source: string },
): Promise<readonly string[]> => {
  const { providerId, houseId } = house;
  const at = now.toISOString();
  const { rows } = await sql<{ readonly programId: string }>`
    update enrolment set state = 'active', consent_at = ${at}, consent_source = ${source}, changed_at = ${at}
    where provider_id = ${providerId} and house_id = ${houseId} and state = 'pending'
      and (until is null or until > ${at})
    returning program_id`.execute(tx);
  await participateWhereActive(tx, house, [houseId]);
  return [...new Set(rows.map(({ programId }) => programId))].toSorted();
};

/** Whether devices of the house are, or were, in the program. */
export const knowsProgram = async (
  db: Db,
  { providerId, houseId }: HouseDataScope,
  programId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('enrolment')
    .select('deviceId')
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('programId', '=', programId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** When the last event of the program ends that runs and that the house is in; null: none runs. */
export const endOfRunningEvent = async (
  db: Db,
  { providerId, houseId }: HouseDataScope,
  programId: string,
  now: Date,
): Promise<Date | null> => {
  const at = now.toISOString();
  const { rows } = await sql<{ readonly endTime: Date | null }>`
    select max(e.end_time) as end_time
    from demand_event e
    join event_participation p on p.provider_id = e.provider_id and p.event_id = e.id
    where p.provider_id = ${providerId} and p.house_id = ${houseId} and e.program_id = ${programId}
      and e.start_time <= ${at} and e.end_time > ${at} and e.cancelled_at is null`.execute(db);
  return rows[0]?.endTime ?? null;
};

/** Ends the enrolments of the house in the program at `until`, those that nobody agreed to at once. The house must be locked. */
export const endEnrolmentsAt = async (
  tx: Db,
  house: HouseDataScope,
  programId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<readonly string[]> => {
  const { providerId, houseId } = house;
  const [at, end] = [now.toISOString(), until.toISOString()];
  const { rows } = await sql<{ readonly deviceId: string }>`
    update enrolment set
      state = case when state = 'pending' or ${end}::timestamptz <= ${at}::timestamptz then 'ended' else state end,
      until = least(until, ${end}::timestamptz), end_reason = ${LEFT_BY_OWNER}, changed_at = ${at}
    where provider_id = ${providerId} and house_id = ${houseId} and program_id = ${programId}
      and state <> 'ended' and end_reason is distinct from ${LEFT_BY_OWNER}
    returning device_id`.execute(tx);
  await participateWhereActive(tx, house, [houseId]);
  return rows.map(({ deviceId }) => deviceId);
};
