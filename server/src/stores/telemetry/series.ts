import { sql } from 'kysely';
import type { DataPoint } from '#contract/entities/history.ts';
import { FLAG_SLOTS, NUMBER_SLOTS, TEXT_SLOTS } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';
import { notCondensing } from './condense-day.ts';
import { snakeCase } from '../sql/snake-case.ts';

export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** The part of a span that a household sees: from its moving in on. */
export const seenSpan = ({ since }: HouseScope, { start, end }: Span): Span => ({
  start: start < since ? since : start,
  end,
});

/** How a column is downsampled: the lowest and highest value of each bucket, or its mean. */
interface SeriesRequest {
  readonly slot: Slot;
  readonly means: boolean;
}

/** Buckets of a span. Each gives at most two points, or one where means are asked for. */
const BUCKETS = 750;

/** Minutes that divide a day, so that bucket edges stay where they are while the end of a span moves. */
const MINUTES = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30, 32, 36, 40, 45, 48, 60, 72, 80, 90, 96, 120, 144,
  160, 180, 240, 288, 360, 480, 720, 1440,
];
const WIDTHS = [1, 2, 5, 10, 15, 20, 30, ...MINUTES.map((minutes) => minutes * 60)];
const TWO_DAYS = 172_800;

/** Seconds per bucket, for at most so many buckets in the span. */
const bucketWidth = ({ start, end }: Span, buckets: number): number => {
  const seconds = (end.getTime() - start.getTime()) / 1000;
  return WIDTHS.find((width) => width * buckets >= seconds) ?? TWO_DAYS;
};

/** Seconds for which a reading counts at most; the newest reading counts for one second. */
const LONGEST_HELD = 3_600;

const isNumber = (slot: Slot): boolean => NUMBER_SLOTS.some((numberSlot) => numberSlot === slot);
const isFlag = (slot: Slot): boolean => FLAG_SLOTS.some((numberSlot) => numberSlot === slot);

/** The column of a row that `wanted.slot` names. */
const columnOf = (slots: readonly Slot[], cast: 'float8' | 'text') =>
  sql`case wanted.slot ${sql.join(
    slots.map((slot) => sql`when ${sql.lit(slot)} then ${sql.ref(snakeCase(slot))}::${sql.raw(cast)}`),
    sql` `,
  )} end`;

const NUMBER_COLUMN = columnOf(NUMBER_SLOTS, 'float8');
const WORD_COLUMN = columnOf([...TEXT_SLOTS, ...FLAG_SLOTS], 'text');

interface Source {
  readonly scope: HouseScope;
  readonly deviceId: string;
  readonly span: Span;
}

/**
 * One row per reading and wanted column: single readings as long as they are kept, then hourly rows. The wanted columns are
 * parameters, so that the text of the statement, which is prepared, is the same for every selection.
 */
const pointsOf = (
  { scope, deviceId, span }: Source,
  slots: readonly Slot[],
  widths: readonly number[],
  column: typeof NUMBER_COLUMN,
  /** Of an hourly row. */
  hourTime: ReturnType<typeof sql>,
) => {
  const rowsOf = (
    table: 'telemetry' | 'telemetry_hour',
    time: ReturnType<typeof sql>,
    condition = sql`true`,
  ) => sql`
    select wanted.slot, wanted.width, ${time} as time, ${column} as value
    from ${sql.table(table)}
    cross join unnest(${slots}::text[], ${widths}::float8[]) as wanted (slot, width)
    where provider_id = ${scope.providerId} and house_id = ${scope.houseId} and device_id = ${deviceId}
      and time >= ${span.start.toISOString()} and time < ${span.end.toISOString()} and ${condition}`;
  return sql`
    select slot, width, time, value, extract(epoch from time)::float8 as seconds
    from (${rowsOf('telemetry', sql`time`)} union all ${rowsOf('telemetry_hour', hourTime, notCondensing)}) as points
    where value is not null`;
};

const bucketOf = ({ start }: Span) => sql`floor((seconds - ${start.getTime() / 1000}) / width)`;

const asPoint = (time: number, value: DataPoint['value']): DataPoint => {
  const iso = new Date(time).toISOString();
  return { id: iso, time: iso, value };
};

/** The digits that a `real` holds. */
const withRealDigits = (value: number): number => Number(value.toPrecision(7));

interface Bucket {
  readonly slot: Slot;
  readonly low: [value: number, seconds: number];
  readonly high: [value: number, seconds: number];
  /** Weighted by how long each reading held. */
  readonly mean: number;
  readonly meanSeconds: number;
  readonly held: number;
  readonly count: number;
}

const readBuckets = async (
  db: Db,
  source: Source,
  requests: readonly SeriesRequest[],
): Promise<readonly Bucket[]> => {
  if (requests.length === 0) return [];
  const points = pointsOf(
    source,
    requests.map(({ slot }) => slot),
    requests.map(({ means }) => bucketWidth(source.span, means ? 2 * BUCKETS : BUCKETS)),
    NUMBER_COLUMN,
    // The mean of an hour is drawn in its middle.
    sql`time + interval '30 minutes'`,
  );
  const { rows } = await sql<Bucket>`
    select slot, min(array[value, seconds]) as low, max(array[value, seconds]) as high,
      sum(value * held) / sum(held) as mean, avg(seconds) as mean_seconds, sum(held) as held, count(*)::int as count
    from (
      select slot, width, value, seconds, greatest(0.001, least(${LONGEST_HELD},
        coalesce(lead(seconds) over (partition by slot order by seconds) - seconds, 1))) as held
      from (${points}) as readings
    ) as held_readings
    group by slot, ${bucketOf(source.span)}
    order by slot, min(seconds)`.execute(db);
  return rows;
};

/**
 * The lowest and the highest of each bucket, so that no peak is lost however long the span is. Where buckets hold more
 * readings than these two, both points carry the bucket's mean.
 */
const extremePoints = (buckets: readonly Bucket[]): DataPoint[] => {
  const isCondensed = buckets.some(({ count }) => count > 2);
  return buckets.flatMap(({ low, high, mean, held }) => {
    const both = low[1] === high[1] ? [low] : [low, high].toSorted((a, b) => a[1] - b[1]);
    const bucket = { mean: withRealDigits(mean), seconds: withRealDigits(held / both.length) };
    return both.map(([value, seconds]) => ({
      ...asPoint(Math.round(seconds * 1000), withRealDigits(value)),
      ...(isCondensed ? bucket : {}),
    }));
  });
};

/** The mean of each bucket, at the mean of its times: sums over them equal sums over the readings. */
const meanPoints = (buckets: readonly Bucket[]): DataPoint[] =>
  buckets.map(({ mean, meanSeconds }) => asPoint(Math.round(meanSeconds * 1000), withRealDigits(mean)));

interface WordRow {
  readonly slot: Slot;
  readonly time: Date;
  readonly value: string;
}

/** Texts and flags: where the value changes, at most twice in each bucket, and the last one. */
const readChanges = async (db: Db, source: Source, slots: readonly Slot[]): Promise<readonly WordRow[]> => {
  if (slots.length === 0) return [];
  const width = bucketWidth(source.span, BUCKETS);
  const widths = slots.map(() => width);
  // A text of an hourly row held from the begin of the hour.
  const points = pointsOf(source, slots, widths, WORD_COLUMN, sql`time`);
  const { rows } = await sql<WordRow>`
    select slot, time, value from (
      select slot, time, value, is_change,
        row_number() over (partition by slot order by time desc) as from_end,
        row_number() over (
          partition by slot, is_change, ${bucketOf(source.span)} order by time) as in_bucket
      from (
        select slot, width, time, seconds, value,
          value is distinct from lag(value) over (partition by slot order by time) as is_change
        from (${points}) as readings
      ) as changes
    ) as numbered
    where (is_change and in_bucket <= 2) or from_end = 1
    order by slot, time`.execute(db);
  return rows;
};

const changePoints = (rows: readonly WordRow[]): DataPoint[] =>
  rows.map(({ slot, time, value }) => asPoint(time.getTime(), isFlag(slot) ? value === 'true' : value));

/**
 * At most about 1,500 points for each requested column, oldest first, from one statement for numbers and one for texts and
 * flags.
 */
export const readSeries = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  span: Span,
  requests: readonly SeriesRequest[],
): Promise<ReadonlyMap<Slot, DataPoint[]>> => {
  const source = { scope, deviceId, span: seenSpan(scope, span) };
  const numbers = requests.filter(({ slot }) => isNumber(slot));
  const words = requests.filter(({ slot }) => !isNumber(slot)).map(({ slot }) => slot);
  const buckets = Map.groupBy(await readBuckets(db, source, numbers), ({ slot }) => slot);
  const changes = Map.groupBy(await readChanges(db, source, words), ({ slot }) => slot);
  return new Map([
    ...numbers.map(({ slot, means }) => {
      const bucket = buckets.get(slot) ?? [];
      return [slot, means ? meanPoints(bucket) : extremePoints(bucket)] as const;
    }),
    ...words.map((slot) => [slot, changePoints(changes.get(slot) ?? [])] as const),
  ]);
};

/** The last value of a column in a span; null: it has none there. */
export const readLast = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  span: Span,
  slot: Slot,
): Promise<DataPoint | null> => {
  const source = { scope, deviceId, span: seenSpan(scope, span) };
  const column = isNumber(slot) ? NUMBER_COLUMN : WORD_COLUMN;
  const { rows } = await sql<{ readonly time: Date; readonly value: number | string }>`
    select time, value from (${pointsOf(source, [slot], [1], column, sql`time`)}) as readings
    order by time desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return null;
  const { time, value } = last;
  return asPoint(
    time.getTime(),
    typeof value === 'number' ? withRealDigits(value) : isFlag(slot) ? value === 'true' : value,
  );
};
