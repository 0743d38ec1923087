import { sql } from 'kysely';
import type { Activity, DataPoint, LatestPoint } from '#contract/entities/history.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import { NUMBER_SLOTS } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import type { HouseScope } from '../auth/scope.ts';
import type { Db } from '../db/connection.ts';
import type { StateEntries } from '../db/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { snake } from './snake.ts';

export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** Of the two points that stand for each part of a span. */
const PARTS = 750;
const LATEST_ACTIVITY = 20;

export interface HistoricDevice {
  readonly kind: DeviceKind;
  readonly timezone: string;
  readonly entries: StateEntries;
}

export const device = async (db: Db, scope: HouseScope, deviceId: string): Promise<HistoricDevice> => {
  const { rows } = await sql<HistoricDevice>`
    select d.kind, h.timezone, coalesce(s.entries, '{}') as entries
    from device d
    join house h on h.provider_id = d.provider_id and h.id = d.house_id
    left join device_state s on s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
    where d.provider_id = ${scope.providerId} and d.house_id = ${scope.houseId} and d.id = ${deviceId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return row;
};

export const latestOf = ({ entries }: HistoricDevice, key: string): LatestPoint => {
  const entry = entries[key];
  return { id: key, time: entry?.time ?? null, value: entry?.value ?? null };
};

const own = (scope: HouseScope, deviceId: string) =>
  sql`provider_id = ${scope.providerId} and house_id = ${scope.houseId} and device_id = ${deviceId}`;

const isNumber = (slot: Slot): boolean => NUMBER_SLOTS.some((one) => one === slot);

/** Single readings as long as they are kept, then the means of hours. */
const pointsIn = (scope: HouseScope, deviceId: string, slot: Slot, { start, end }: Span) => {
  const column = sql.ref(snake(slot));
  const [from, to] = [start.toISOString(), end.toISOString()];
  const where = sql`${own(scope, deviceId)} and time >= ${from} and time < ${to} and ${column} is not null`;
  // A mean belongs to the middle of its hour; a word held from the begin.
  const hour = isNumber(slot) ? sql`time + interval '30 minutes'` : sql`time`;
  return sql`
    select time, ${column} as value from telemetry where ${where}
    union all
    select ${hour} as time, ${column} as value from telemetry_hour where ${where}`;
};

const asPoint = (time: number, value: DataPoint['value']): DataPoint => {
  const iso = new Date(time).toISOString();
  return { id: iso, time: iso, value };
};

/** The digits that a `real` holds. */
const plain = (value: number): number => Number(value.toPrecision(7));

/** s; whole parts of a day, so that no part lies in two, and the same ones while a period goes on. */
const MINUTES = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30, 32, 36, 40, 45, 48, 60, 72, 80, 90, 96, 120, 144,
  160, 180, 240, 288, 360, 480, 720, 1440,
];
const WIDTHS = [1, 2, 5, 10, 15, 20, 30, ...MINUTES.map((minutes) => minutes * 60)];
const TWO_DAYS = 172_800;

/** The width of at most so many parts of a span. */
const widthOf = ({ start, end }: Span, parts: number): number => {
  const seconds = (end.getTime() - start.getTime()) / 1000;
  return WIDTHS.find((width) => width * parts >= seconds) ?? TWO_DAYS;
};

/** s for which a reading speaks at most; the last one has only just begun to. */
const LONGEST_HELD = 3_600;

interface Part {
  readonly low: [value: number, seconds: number];
  readonly high: [value: number, seconds: number];
  readonly mean: number;
  readonly held: number;
  readonly count: number;
}

type Points = ReturnType<typeof pointsIn>;

/** Each value with its moment and for how long it held, in s. */
const heldIn = (points: Points) => sql`
  select value, seconds,
    greatest(0.001, least(${LONGEST_HELD}, coalesce(lead(seconds) over (order by seconds) - seconds, 1))) as held
  from (select value::float8 as value, extract(epoch from time)::float8 as seconds from (${points}) p) r`;

const partOf = (span: Span, parts: number) =>
  sql`floor((seconds - ${span.start.getTime() / 1000}) / ${widthOf(span, parts)})`;

/**
 * The lowest and the highest of each part of the span: no peak is lost, however long it is. Of parts with more in them than
 * that, both say what the mean was.
 */
const numbers = async (db: Db, points: Points, span: Span): Promise<DataPoint[]> => {
  const { rows } = await sql<Part>`
    select min(array[value, seconds]) as low, max(array[value, seconds]) as high,
      sum(value * held) / sum(held) as mean, sum(held) as held, count(*)::int as count
    from (${heldIn(points)}) h
    group by ${partOf(span, PARTS)}
    order by min(seconds)`.execute(db);
  const isCondensed = rows.some(({ count }) => count > 2);
  return rows.flatMap(({ low, high, mean, held }) => {
    const both = low[1] === high[1] ? [low] : [low, high].toSorted((a, b) => a[1] - b[1]);
    const part = { mean: plain(mean), seconds: plain(held / both.length) };
    return both.map(([value, seconds]) => ({
      ...asPoint(Math.round(seconds * 1000), plain(value)),
      ...(isCondensed ? part : {}),
    }));
  });
};

/** The mean of each part of the span, at the mean of its times: what is summed up from them is neither more nor less. */
const averages = async (db: Db, points: Points, span: Span): Promise<DataPoint[]> => {
  const { rows } = await sql<{ value: number; at: number }>`
    select sum(value * held) / sum(held) as value, avg(seconds) as at
    from (${heldIn(points)}) h
    group by ${partOf(span, 2 * PARTS)}
    order by 2`.execute(db);
  return rows.map(({ value, at }) => asPoint(Math.round(at * 1000), plain(value)));
};

/** Where the value becomes another one, at most twice in each part, and the last: a line of steps through them. */
const words = async (db: Db, points: Points, span: Span): Promise<DataPoint[]> => {
  const { rows } = await sql<{ time: Date; value: string | boolean }>`
    select time, value from (
      select time, value, is_change,
        row_number() over (order by time desc) as from_end,
        row_number() over (
          partition by is_change, ${partOf(span, PARTS)} order by time) as in_part
      from (
        select time, extract(epoch from time)::float8 as seconds, value, value is distinct from lag(value) over (order by time) as is_change
        from (${points}) p
      ) c
    ) r
    where (is_change and in_part <= 2) or from_end = 1
    order by time`.execute(db);
  return rows.map(({ time, value }) => asPoint(time.getTime(), value));
};

/** At most about 1,500 points, oldest first; `means`: numbers as means, not as the lowest and the highest. */
export const series = (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  slot: Slot,
  { means, ...span }: Span & { readonly means: boolean },
): Promise<DataPoint[]> => {
  const points = pointsIn(scope, deviceId, slot, span);
  if (!isNumber(slot)) return words(db, points, span);
  return means ? averages(db, points, span) : numbers(db, points, span);
};

export interface HourAmount {
  /** ms. */
  readonly hour: number;
  readonly amount: number;
}

const amounts = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  { start, end }: Span,
  what: { readonly table: 'energy_hour' | 'runtime_hour'; readonly amount: ReturnType<typeof sql<number>> },
): Promise<HourAmount[]> => {
  const { rows } = await sql<{ hour: Date; amount: number }>`
    select hour, (${what.amount})::float8 as amount from ${sql.table(what.table)}
    where ${own(scope, deviceId)} and hour >= ${start.toISOString()} and hour < ${end.toISOString()}
    order by hour`.execute(db);
  return rows.map(({ hour, amount }) => ({ hour: hour.getTime(), amount }));
};

/** Wh that the device took in each hour, below zero when it gave more; hours without use are left out. */
export const energyHours = (db: Db, scope: HouseScope, deviceId: string, span: Span): Promise<HourAmount[]> =>
  amounts(db, scope, deviceId, span, {
    table: 'energy_hour',
    amount: sql<number>`(taken_mj - given_mj) / 3600000.0`,
  });

/** Seconds that the equipment ran in each hour; hours without are left out. */
export const runtimeHours = (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  span: Span,
  what: 'cool' | 'heat',
): Promise<HourAmount[]> =>
  amounts(db, scope, deviceId, span, {
    table: 'runtime_hour',
    amount: sql<number>`${sql.ref(`${what}_ms`)} / 1000.0`,
  });

export const activity = async (db: Db, scope: HouseScope, deviceId: string): Promise<Activity[]> => {
  const rows = await db
    .selectFrom('deviceActivity')
    .select(['key', 'time', 'value'])
    .where('providerId', '=', scope.providerId)
    .where('houseId', '=', scope.houseId)
    .where('deviceId', '=', deviceId)
    .orderBy('time', 'desc')
    .orderBy('key')
    .limit(LATEST_ACTIVITY)
    .execute();
  return rows.map(({ key, time, value }) => ({ key, time: time.toISOString(), value }));
};
