import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Program } from '#contract/entities/program.ts';
import type { OptOutRecord } from '#domain/events/people/consequence.ts';
import type { Participation } from '#domain/events/participation.ts';
import type { DeviceShare } from '#domain/results/event-result.ts';
import { instant } from '../../db/columns.ts';
import type { Column } from '../../db/columns.ts';
import type { Db } from '../../db/connection.ts';
import { tables } from '../../db/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseDataScope, HouseScope } from '../../lib/scope/scope.ts';
import { toEvent } from './events.ts';
import type { EventRow, StoredEvent } from './events.ts';
import { wasLeftByFormer } from './former-households.ts';
import { optOutsJson, toOptOutRecord } from './house-dispatches.ts';
import type { OptOutJson } from './house-dispatches.ts';
import { PARTICIPATION_COLUMNS, toStored } from './participations.ts';
import type { ParticipationRow } from './participations.ts';
import { snakeCase } from '../sql/snake-case.ts';

/** An event with those devices of one house that it has been planned for. */
export interface HouseEventRow {
  readonly event: StoredEvent;
  readonly participations: readonly Participation[];
  /** Results of its devices; none before the event is over. */
  readonly shares: readonly DeviceShare[];
  /** When the home was told of its dispatch, in ms; null: not yet. */
  readonly toldAt: number | null;
  /** When it left its dispatch with all its devices, in ms; null: it has not, or joined it again. */
  readonly leftAt: number | null;
}

export interface HouseEventRows {
  readonly timezone: string;
  readonly events: readonly HouseEventRow[];
  readonly optOuts: readonly OptOutRecord[];
}

interface House {
  readonly providerId: RawBuilder<unknown>;
  readonly houseId: RawBuilder<unknown>;
  /** When its household moved in, or null. */
  readonly since: RawBuilder<unknown>;
}

/** A row inside JSON: columns in their names of the database, timestamps as texts. */
type RowJson = Readonly<Record<string, unknown>>;

interface EventJson {
  readonly event: RowJson;
  readonly rules: Program;
  readonly participations: readonly RowJson[] | null;
  readonly shares: readonly DeviceShare[] | null;
  readonly home: { readonly toldAt: string | null; readonly leftAt: string | null } | null;
}

export interface HouseEventsJson {
  readonly events: readonly EventJson[] | null;
  readonly optOuts: readonly OptOutJson[] | null;
}

interface ColumnOfJson {
  readonly name: string;
  readonly isInstant: boolean;
}

/** By their names of the database. */
const columnsOf = (table: 'demandEvent' | 'eventParticipation'): ReadonlyMap<string, ColumnOfJson> =>
  new Map(
    Object.entries<Column<unknown>>(tables[table]).map(([name, column]) => [
      snakeCase(name),
      { name, isInstant: column.sql === instant.sql },
    ]),
  );

const COLUMNS = {
  demandEvent: columnsOf('demandEvent'),
  eventParticipation: columnsOf('eventParticipation'),
} as const;

/** The row as the client library would have returned it. */
const rowFromJson = (table: keyof typeof COLUMNS, json: RowJson): unknown => {
  const row: Record<string, unknown> = {};
  for (const key of Object.keys(json)) {
    const value = json[key];
    const { name, isInstant } = COLUMNS[table].get(key) ?? { name: key, isInstant: false };
    row[name] = isInstant && typeof value === 'string' ? new Date(value) : value;
  }
  return row;
};

const timeOf = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);

const toEventRow = ({ event, rules, participations, shares, home }: EventJson): HouseEventRow => ({
  event: toEvent({ ...(rowFromJson('demandEvent', event) as EventRow), rules }),
  participations: (participations ?? []).map(
    (row) => toStored(rowFromJson('eventParticipation', row) as ParticipationRow).participation,
  ),
  shares: shares ?? [],
  toldAt: timeOf(home?.toldAt),
  leftAt: timeOf(home?.leftAt),
});

/** The value of `houseEventsJson`. */
export const toHouseEvents = ({ events, optOuts }: HouseEventsJson): Omit<HouseEventRows, 'timezone'> => ({
  events: (events ?? []).map(toEventRow),
  optOuts: (optOuts ?? []).map(toOptOutRecord),
});

const participationsOf = ({ providerId, houseId }: Omit<House, 'since'>) => sql`
  select ${PARTICIPATION_COLUMNS} from event_participation p
  where p.provider_id = ${providerId} and p.event_id = e.id and p.house_id = ${houseId}`;

/** Announced, and of a group in which a device of the house is enrolled. */
const isOfGroup = ({
  providerId,
  houseId,
}: Omit<House, 'since'>) => sql`(e.notified_at is not null and exists (
  select from enrolment n
  where n.provider_id = ${providerId} and n.house_id = ${houseId} and n.program_id = e.program_id
    and n.state = 'active' and (e.groups is null or e.groups ? n.group_name)))`;

/**
 * The events `e` that meet a condition and that devices of the house are planned for, by their start, and what the house has
 * left so far: as one JSON value, so that the dashboard reads it in its only statement. `also`: events without such devices.
 * An event that went on when the household moved in is among them, since it concerns its devices; what came out of it is not. One
 * that began later is not, where the household before had left it for good: no device takes part.
 * Lateral, by the key of each event: a plain join would read all that the house ever took part in.
 */
const houseEventsJson = (house: House, which: RawBuilder<unknown>, also = sql`false`) => sql`(
  select json_build_object(
    'events', found.events,
    'optOuts', case when found.events is not null then ${optOutsJson(house)} end)
  from (
    select json_agg(json_build_object(
      'event', to_json(e), 'rules', v.rules, 'participations', own.participations, 'shares', (
        select r.devices from event_result r
        where r.provider_id = ${house.providerId} and r.event_id = e.id and r.house_id = ${house.houseId}
          and e.start_time >= coalesce(${house.since}, '-infinity')), 'home', (
        select json_build_object('toldAt', h.told_at, 'leftAt', case when h.rejoined_at is null then h.left_at end)
        from house_dispatch h
        where h.provider_id = ${house.providerId} and h.house_id = ${house.houseId}
          and h.dispatch_id = e.dispatch_id)
    ) order by e.start_time, e.id) as events
    from demand_event e
    join program_version v
      on v.provider_id = e.provider_id and v.program_id = e.program_id and v.version = e.program_version
    cross join lateral (
      select json_agg(one order by one.device_id) as participations from (${participationsOf(house)}) one
    ) own
    where e.provider_id = ${house.providerId} and ${which}
      and least(e.end_time, e.cancelled_at) > coalesce(${house.since}, '-infinity')
      and (own.participations is not null or ${also})
      and not ${wasLeftByFormer(house)}
  ) found)`;

/** Of the dashboard: events that are not over. The states are those of the index `demand_event_open`. */
export const openEventsJson = (house: House): RawBuilder<unknown> =>
  houseEventsJson(house, sql`e.state in ('scheduled', 'notified', 'preparing', 'active', 'returning')`);

export interface EventFilter {
  /** Those that begin in [from, to); null: without a bound. */
  readonly from: Date | null;
  readonly to: Date | null;
  /** Those that end later; null: whenever they end. */
  readonly endAfter: Date | null;
  /** Also those of its groups in which no device of the house takes part. */
  readonly ofGroups: boolean;
}

const houseOf = ({ providerId, houseId, since }: HouseScope): House => ({
  providerId: sql`${providerId}`,
  houseId: sql`${houseId}`,
  since: sql`${since.toISOString()}::timestamptz`,
});

const readEvents = async (
  db: Db,
  scope: HouseScope,
  which: RawBuilder<unknown>,
  also?: RawBuilder<unknown>,
): Promise<HouseEventRows> => {
  const { rows } = await sql<{ readonly timezone: string; readonly found: HouseEventsJson }>`
    select timezone, ${houseEventsJson(houseOf(scope), which, also)} as found
    from house where provider_id = ${scope.providerId} and id = ${scope.houseId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return { timezone: row.timezone, ...toHouseEvents(row.found) };
};

export const listHouseEvents = (
  db: Db,
  scope: HouseScope,
  { from, to, endAfter, ofGroups }: EventFilter,
): Promise<HouseEventRows> => {
  const conditions = [
    from && sql`e.start_time >= ${from.toISOString()}`,
    to && sql`e.start_time < ${to.toISOString()}`,
    endAfter && sql`e.end_time > ${endAfter.toISOString()}`,
    sql`true`,
  ].filter((condition) => condition !== null);
  const also = ofGroups ? isOfGroup(houseOf(scope)) : undefined;
  return readEvents(db, scope, sql.join(conditions, sql` and `), also);
};

/** The events of the dispatch of an event in which the house takes part; throws where it takes part in none. */
export const readDispatch = async (db: Db, scope: HouseScope, eventId: string): Promise<HouseEventRows> => {
  const rows = await readEvents(
    db,
    scope,
    sql`e.dispatch_id = (
      select dispatch_id from demand_event where provider_id = ${scope.providerId} and id = ${eventId}
    )`,
  );
  if (!rows.events.some(({ event }) => event.id === eventId)) throw new AppError('not_found');
  return rows;
};

/** In the person's words; null: it is forgotten. */
export const writeOptOutReason = async (
  tx: Db,
  { providerId, houseId }: HouseDataScope,
  refs: readonly { readonly eventId: string; readonly deviceId: string }[],
  reason: string | null,
): Promise<void> => {
  for (const { eventId, deviceId } of refs) {
    await tx
      .updateTable('eventParticipation')
      .set({ optOutReason: reason })
      .where('providerId', '=', providerId)
      .where('houseId', '=', houseId)
      .where('eventId', '=', eventId)
      .where('deviceId', '=', deviceId)
      .execute();
  }
};
