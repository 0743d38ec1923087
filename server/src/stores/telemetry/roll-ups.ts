import { sql } from 'kysely';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { addUse, NO_USE, startOfQuarter } from '#domain/telemetry/meter.ts';
import type { Use } from '#domain/telemetry/meter.ts';
import { startOfHour } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import { copyRows } from '../../db/postgres/copy.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { arrayOf } from '../sql/array-parameter.ts';
import { isoOf } from '../sql/iso-time.ts';
import { seenSpan } from './series.ts';
import type { Span } from './series.ts';

/** What is added to one quarter or hour of a device. */
export interface UseChange extends DeviceRef {
  /** Its start, in ms. */
  readonly time: number;
  readonly use: Use;
}

interface RollUp {
  readonly table: 'energy_hour' | 'runtime_hour' | 'energy_quarter';
  readonly time: 'hour' | 'quarter';
  readonly columns: readonly (readonly [
    name: string,
    type: 'bigint' | 'integer',
    of: (use: Use) => number,
  ])[];
}

const ENERGY = [
  ['taken_mj', 'bigint', (use: Use) => use.taken],
  ['given_mj', 'bigint', (use: Use) => use.given],
  ['heard_ms', 'integer', (use: Use) => use.heard],
] as const;

const ROLL_UPS: Readonly<Record<'quarters' | 'hours', readonly RollUp[]>> = {
  quarters: [
    {
      table: 'energy_quarter',
      time: 'quarter',
      columns: [
        ...ENERGY,
        ['cool_ms', 'integer', (use) => use.cool],
        ['heat_ms', 'integer', (use) => use.heat],
        ['runtime_heard_ms', 'integer', (use) => use.runtimeHeard],
      ],
    },
  ],
  hours: [
    { table: 'energy_hour', time: 'hour', columns: ENERGY },
    {
      table: 'runtime_hour',
      time: 'hour',
      columns: [
        ['cool_ms', 'bigint', (use) => use.cool],
        ['heat_ms', 'bigint', (use) => use.heat],
        ['heard_ms', 'integer', (use) => use.runtimeHeard],
      ],
    },
  ],
};

const keysOf = (changes: readonly UseChange[]) => sql`
  ${arrayOf('text', changes, ({ providerId }) => providerId)},
  ${arrayOf('text', changes, ({ houseId }) => houseId)},
  ${arrayOf('text', changes, ({ deviceId }) => deviceId)},
  ${arrayOf('timestamptz', changes, ({ time }) => isoOf(time))}`;

const addTo = async (tx: Db, { table, time, columns }: RollUp, uses: readonly UseChange[]): Promise<void> => {
  const changes = uses.filter(({ use }) => columns.some(([, , of]) => of(use) !== 0));
  if (changes.length === 0) return;
  const names = columns.map(([name]) => sql.ref(name));
  const values = columns.map(([, type, of]) => sql`${changes.map(({ use }) => of(use))}::${sql.raw(type)}[]`);
  const key = sql.ref(time);
  await sql`
    insert into ${sql.table(table)} as old (provider_id, house_id, device_id, ${key}, ${sql.join(names)})
    select * from unnest(${keysOf(changes)}, ${sql.join(values)})
    on conflict (provider_id, house_id, device_id, ${key}) do update set
      ${sql.join(names.map((name) => sql`${name} = old.${name} + excluded.${name}`))}`.execute(tx);
  // A late reading can take away all that was known. Then there is no row, as if it had come in time.
  const lowered = changes.filter(({ use }) => columns.some(([, , of]) => of(use) < 0));
  if (lowered.length === 0) return;
  await sql`
    delete from ${sql.table(table)} as old
    using unnest(${keysOf(lowered)}) as gone (provider_id, house_id, device_id, time)
    where old.provider_id = gone.provider_id and old.house_id = gone.house_id and old.device_id = gone.device_id
      and old.${key} = gone.time and (${sql.join(
        names.map((name) => sql`old.${name} = 0`),
        sql` and `,
      )})`.execute(tx);
};

/** Adds to the stored quarters of UTC or hours of the house. Each device and time may be given once only. */
export const addUses = async (
  tx: Db,
  length: 'quarters' | 'hours',
  uses: readonly UseChange[],
): Promise<void> => {
  for (const rollUp of ROLL_UPS[length]) await addTo(tx, rollUp, uses);
};

/** Inserts quarters or hours that are not stored yet, such as those of a simulated history. */
export const appendUses = async (
  tx: Db,
  length: 'quarters' | 'hours',
  uses: readonly UseChange[],
): Promise<void> => {
  for (const { table, time, columns } of ROLL_UPS[length]) {
    const rows = uses
      .filter(({ use }) => columns.some(([, , of]) => of(use) !== 0))
      .map((use) => [
        use.providerId,
        use.houseId,
        use.deviceId,
        isoOf(use.time),
        ...columns.map(([, , of]) => of(use.use)),
      ]);
    const names = ['provider_id', 'house_id', 'device_id', time, ...columns.map(([name]) => name)];
    await copyRows(tx, table, names, rows);
  }
};

interface StoredUse extends Use {
  readonly time: Date;
  /** The use of the quarter that is going on, which is not part of any roll-up yet; `time` lies within it. */
  readonly isOpen: boolean;
}

/** Roll-ups and the open quarter in one statement: between two of them it could become part of the roll-ups. */
const readUses = async (
  db: Db,
  { providerId, houseId, deviceId }: DeviceRef,
  { start, end }: Span,
  { table, time }: Pick<RollUp, 'table' | 'time'>,
): Promise<StoredUse[]> => {
  const isOfDevice = sql`provider_id = ${providerId} and house_id = ${houseId} and device_id = ${deviceId}`;
  const zero = sql`0::float8`;
  const energy = sql`taken_mj::float8 as taken, given_mj::float8 as given, heard_ms as heard`;
  const noEnergy = sql`${zero} as taken, ${zero} as given, 0 as heard`;
  const columns = {
    energy_hour: sql`${energy}, ${zero} as cool, ${zero} as heat, 0 as runtime_heard`,
    runtime_hour: sql`${noEnergy}, cool_ms::float8 as cool, heat_ms::float8 as heat, heard_ms as runtime_heard`,
    energy_quarter: sql`${energy}, cool_ms::float8 as cool, heat_ms::float8 as heat, runtime_heard_ms as runtime_heard`,
  };
  const { rows } = await sql<StoredUse>`
    select ${sql.ref(time)} as time, ${columns[table]}, false as is_open from ${sql.table(table)}
    where ${isOfDevice} and ${sql.ref(time)} >= ${start.toISOString()} and ${sql.ref(time)} < ${end.toISOString()}
    union all
    select metered_at, open_taken_mj::float8, open_given_mj::float8, open_heard_ms, open_cool_ms::float8,
      open_heat_ms::float8, open_runtime_heard_ms, true
    from device_state where ${isOfDevice} and metered_at is not null
    order by time`.execute(db);
  return rows;
};

/** Uses by the start of their quarter or hour; what was never heard has none. */
const byTime = (
  rows: readonly StoredUse[],
  { start, end }: Span,
  timeOf: (open: number) => number,
): Map<number, Use> => {
  const uses = new Map<number, Use>();
  for (const { time, isOpen, ...use } of rows) {
    const at = isOpen ? timeOf(time.getTime()) : time.getTime();
    if (at < start.getTime() || at >= end.getTime()) continue;
    const sum = addUse(uses.get(at) ?? NO_USE, use);
    if (sum.heard > 0 || sum.runtimeHeard > 0) uses.set(at, sum);
  }
  return uses;
};

/** Hours of the house that begin within the span. */
export const hourUses = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  timezone: string,
  requestedSpan: Span,
  what: 'energy' | 'runtime',
): Promise<Map<number, Use>> => {
  const { providerId, houseId } = scope;
  const span = seenSpan(scope, requestedSpan);
  const device = { providerId, houseId, deviceId };
  const rows = await readUses(db, device, span, { table: `${what}_hour`, time: 'hour' });
  return byTime(rows, span, (open) => startOfHour(startOfQuarter(open), timezone));
};

interface UseOfDevice extends Use {
  readonly deviceId: string;
  readonly time: Date;
  readonly isOpen: boolean;
}

/** Energy and runtime of all devices of a house, by device and hour of the house; hours that begin within the span. */
export const houseHourUses = async (
  db: Db,
  scope: HouseScope,
  timezone: string,
  requestedSpan: Span,
): Promise<Map<string, Map<number, Use>>> => {
  const { providerId, houseId } = scope;
  const span = seenSpan(scope, requestedSpan);
  const isOfHouse = sql`provider_id = ${providerId} and house_id = ${houseId}`;
  const within = sql`hour >= ${span.start.toISOString()} and hour < ${span.end.toISOString()}`;
  const zero = sql`0::float8`;
  const { rows } = await sql<UseOfDevice>`
    select device_id, hour as time, taken_mj::float8 as taken, given_mj::float8 as given, heard_ms as heard,
      ${zero} as cool, ${zero} as heat, 0 as runtime_heard, false as is_open
    from energy_hour where ${isOfHouse} and ${within}
    union all
    select device_id, hour, ${zero}, ${zero}, 0, cool_ms::float8, heat_ms::float8, heard_ms, false
    from runtime_hour where ${isOfHouse} and ${within}
    union all
    select device_id, metered_at, open_taken_mj::float8, open_given_mj::float8, open_heard_ms, open_cool_ms::float8,
      open_heat_ms::float8, open_runtime_heard_ms, true
    from device_state where ${isOfHouse} and metered_at is not null`.execute(db);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  const hourOf = (open: number) => startOfHour(startOfQuarter(open), timezone);
  return new Map(
    Array.from(byDevice, ([id, all]) => [
      id,
      byTime(
        all.map(({ deviceId: _id, ...use }) => use),
        span,
        hourOf,
      ),
    ]),
  );
};

/** Quarters of UTC that begin within the span; they are kept for 120 days. For jobs over all tenants, so without a scope. */
export const quarterUses = async (db: Db, device: DeviceRef, span: Span): Promise<Map<number, Use>> =>
  byTime(
    await readUses(db, device, span, { table: 'energy_quarter', time: 'quarter' }),
    span,
    startOfQuarter,
  );
