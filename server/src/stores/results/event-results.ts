import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { knownSum } from '#domain/results/event-result.ts';
import type { EventResult } from '#domain/results/event-result.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';

type Row = Pick<
  Selectable<Database['eventResult']>,
  'eventId' | 'dispatchId' | 'kind' | 'startTime' | 'endTime' | 'devices'
>;

const COLUMNS = [
  'eventId',
  'dispatchId',
  'kind',
  'startTime',
  'endTime',
  'devices',
] as const satisfies readonly (keyof Row)[];

const toResult = ({ kind, startTime, endTime, ...row }: Row): EventResult => ({
  ...row,
  type: kind,
  startTime: startTime.getTime(),
  endTime: endTime.getTime(),
});

/** The events of a house that are over and began in [from, to), by their start; null: without a bound. Absent programs: of all. */
export const listEventResults = async (
  db: Db,
  { providerId, houseId, since }: HouseScope,
  {
    from,
    to,
    programIds,
  }: {
    readonly from: Date | null;
    readonly to: Date | null;
    readonly programIds?: readonly string[];
  },
): Promise<EventResult[]> => {
  let query = db
    .selectFrom('eventResult')
    .select(COLUMNS)
    .where('providerId', '=', providerId)
    .where('houseId', '=', houseId)
    .where('startTime', '>=', since);
  if (from) query = query.where('startTime', '>=', from);
  if (to) query = query.where('startTime', '<', to);
  if (programIds) query = query.where(sql<boolean>`program_id = any(${[...programIds]}::text[])`);
  return (await query.orderBy('startTime').orderBy('eventId').execute()).map(toResult);
};

export type EventResultJson = Omit<Row, 'startTime' | 'endTime'> & {
  readonly startTime: string;
  readonly endTime: string;
};

/** Results of the 31 days before the newest one, as a JSON value: for the dashboard, which reads all in one statement. */
export const latestResultsJson = ({
  providerId,
  houseId,
  since,
}: {
  readonly providerId: RawBuilder<unknown>;
  readonly houseId: RawBuilder<unknown>;
  /** When the household moved in, or null. */
  readonly since: RawBuilder<unknown>;
}): RawBuilder<unknown> => sql`(
  select json_agg(json_build_object('eventId', r.event_id, 'dispatchId', r.dispatch_id, 'kind', r.kind,
    'startTime', r.start_time, 'endTime', r.end_time, 'devices', r.devices) order by r.start_time, r.event_id)
  from event_result r
  where r.provider_id = ${providerId} and r.house_id = ${houseId} and r.start_time > (
    select max(n.start_time) - interval '31 days' from event_result n
    where n.provider_id = ${providerId} and n.house_id = ${houseId})
    and r.start_time >= coalesce(${since}, '-infinity'))`;

export const fromResultJson = ({ startTime, endTime, ...row }: EventResultJson): EventResult =>
  toResult({ ...row, startTime: new Date(startTime), endTime: new Date(endTime) });

interface HouseResult {
  readonly houseId: string;
  readonly result: EventResult;
}

/** Writes what is known of houses in an event of a program, in place of what was known before. */
export const writeEventResults = async (
  tx: Db,
  { providerId, programId }: { readonly providerId: string; readonly programId: string },
  results: readonly HouseResult[],
): Promise<void> => {
  if (results.length === 0) return;
  const rows = results.map(
    ({ houseId, result: { eventId, dispatchId, type, startTime, endTime, devices } }) => {
      const count = (outcome: string) => devices.filter((device) => device.outcome === outcome).length;
      return {
        event_id: eventId,
        house_id: houseId,
        dispatch_id: dispatchId,
        kind: type,
        start_time: new Date(startTime).toISOString(),
        end_time: new Date(endTime).toISOString(),
        devices,
        taking_part: devices.length - count('excluded'),
        responded: count('responded'),
        opted_out: count('optedOut'),
        actual_wh: knownSum(devices.map(({ actualWh }) => actualWh)),
        reduction_wh: knownSum(devices.map(({ reductionWh }) => reductionWh)),
      };
    },
  );
  await sql`
    insert into event_result (provider_id, program_id, event_id, house_id, dispatch_id, kind, start_time, end_time, devices,
      taking_part, responded, opted_out, actual_wh, reduction_wh)
    select ${providerId}, ${programId}, n.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      event_id text, house_id text, dispatch_id text, kind text, start_time timestamptz, end_time timestamptz, devices jsonb,
      taking_part integer, responded integer, opted_out integer, actual_wh integer, reduction_wh integer)
    on conflict (provider_id, event_id, house_id) do update set
      start_time = excluded.start_time, end_time = excluded.end_time, devices = excluded.devices,
      taking_part = excluded.taking_part, responded = excluded.responded, opted_out = excluded.opted_out,
      actual_wh = excluded.actual_wh, reduction_wh = excluded.reduction_wh`.execute(tx);
};

/** Events of a program that began in [from, to) and have a result of one of the houses. */
export const eventsWithResults = async (
  db: Db,
  providerId: string,
  programId: string,
  { from, to }: { readonly from: number; readonly to: number },
  houseIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ readonly eventId: string }>`
    select distinct event_id from event_result
    where provider_id = ${providerId} and program_id = ${programId} and house_id = any(${houseIds}::text[])
      and start_time >= ${new Date(from).toISOString()} and start_time < ${new Date(to).toISOString()}
    order by event_id`.execute(db);
  return rows.map(({ eventId }) => eventId);
};

/** Whether it was written who took part in the event. */
export const hasEventResults = async (
  db: Db,
  { providerId, eventId }: { readonly providerId: string; readonly eventId: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('eventResult')
    .select('houseId')
    .where('providerId', '=', providerId)
    .where('eventId', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
