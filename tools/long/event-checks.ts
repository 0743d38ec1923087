// What is to be true after an events run, whatever was done to its nodes.
import { sql } from 'kysely';
import { MINUTE } from '#domain/time/time.ts';
import type { Db } from '../../server/src/db/connection.ts';
import { COMMAND_JOBS } from '../../server/src/jobs/queue.ts';
import type { Cloud } from './event-cloud.ts';
import { DISPATCH } from './event-homes.ts';
import type { Home } from './event-homes.ts';
import { until } from './event-nodes.ts';

/** For what is to be done after the faults; only a run that hangs needs so long. */
export const DONE_WITHIN = 5 * MINUTE;

export const refOf = ({ houseId, eventId, device: { providerId, deviceId } }: Home) => ({
  providerId,
  houseId,
  eventId,
  deviceId,
});

/** What is still to be done. */
const countOpen = async (db: Db): Promise<Record<string, number>> => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from event_participation where due_at is not null) as participations,
    (select count(*)::int from demand_event where state not in ('ended', 'provisional', 'cancelled')) as events,
    (select count(*)::int from command where state in ('accepted', 'sent')) as commands,
    (select count(*)::int from jobs.job where name = any(${[...COMMAND_JOBS]}::text[])
      and state in ('created', 'retry', 'active')) as jobs`.execute(db);
  return rows[0] ?? {};
};

const describeOpen = async (db: Db): Promise<string> => {
  const { rows } = await sql`select p.device_id, p.due_at, p.round, p.opt_out_cause, p.before,
      (select json_agg(a order by a.round, a.at) from event_action a where a.device_id = p.device_id) as actions,
      (select json_agg(c order by c.version) from command c where c.device_id = p.device_id) as commands,
      (select entries from device_state s where s.device_id = p.device_id) as reported
    from event_participation p where p.due_at is not null
      or exists (select from command c where c.device_id = p.device_id and c.state in ('accepted', 'sent'))`.execute(
    db,
  );
  return rows.map((row) => JSON.stringify(row)).join('\n');
};

/** Waits until nothing is left to be done; fails with everything that is known about what is left. */
export const untilSettled = async (db: Db): Promise<void> => {
  const isSettled = async () => Object.values(await countOpen(db)).every((count) => count === 0);
  await until('everything is settled', DONE_WITHIN, isSettled).catch(async (error: unknown) => {
    const open = `${JSON.stringify(await countOpen(db))}\n${await describeOpen(db)}`;
    throw new Error(`still open: ${open}`, { cause: error });
  });
};

/** What took effect on devices because of the events, each as device/round/phase; nobody ordered those without a round. */
export const effectsOfEvents = async (db: Db, cloud: Cloud): Promise<string[]> => {
  const { rows } = await sql<{
    readonly id: string;
    readonly origin: string;
    readonly round: number | null;
    readonly phase: string | null;
  }>`select c.id, c.origin, a.round, a.phase from command c
    left join event_action a on a.provider_id = c.provider_id and a.house_id = c.house_id and a.command_id = c.id`.execute(
    db,
  );
  const commands = new Map(rows.map((command) => [command.id, command]));
  return (await cloud.effects()).flatMap(({ deviceId, commandId }) => {
    const { origin, round, phase } = commands.get(commandId) ?? {};
    return origin === 'person' ? [] : [`${deviceId}/${round}/${phase}`];
  });
};

/** The names of what every house was told, or its people, by house. */
export const namesByHouse = async (
  db: Db,
  table: 'event_notice' | 'message',
): Promise<Map<string, string>> => {
  const name = table === 'message' ? sql`split_part(dedupe_key, '/', 2)` : sql`notice`;
  const { rows } = await sql<{ readonly houseId: string; readonly names: string[] }>`
    select house_id, array_agg(${name}) as names from ${sql.table(table)}
    where dispatch_id = ${DISPATCH} group by house_id`.execute(db);
  // That it ends earlier is not told any more to whom it would have been told after the end. Results come when they are computed.
  const isAlways = (one: string) => !one.startsWith('changed-') && one !== 'result';
  return new Map(rows.map(({ houseId, names }) => [houseId, names.filter(isAlways).toSorted().join()]));
};
