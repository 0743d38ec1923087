import { sql } from 'kysely';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { addUse, NO_USE, startOfQuarter } from '#domain/telemetry/meter.ts';
import type { Use } from '#domain/telemetry/meter.ts';
import { DAY } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';

/** Which quarters of UTC: those that begin in [from, to) and within `length` ms after the time of day of `from`. */
export interface DailyQuarters {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** What one device used, as columns: rows would take as long to hand over as to read. `place` counts the devices from 1. */
interface Columns extends Readonly<Record<'time' | keyof Use, readonly number[]>> {
  readonly place: number;
}

const keyOf = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  JSON.stringify([providerId, houseId, deviceId]);

const toUses = ({ time, taken, given, heard, cool, heat, runtimeHeard }: Columns): Map<number, Use> => {
  const uses = new Map<number, Use>();
  for (const [index, instant] of time.entries()) {
    const use: Use = {
      taken: taken[index] ?? 0,
      given: given[index] ?? 0,
      heard: heard[index] ?? 0,
      cool: cool[index] ?? 0,
      heat: heat[index] ?? 0,
      runtimeHeard: runtimeHeard[index] ?? 0,
    };
    const quarter = startOfQuarter(instant);
    const sum = addUse(uses.get(quarter) ?? NO_USE, use);
    if (sum.heard > 0 || sum.runtimeHeard > 0) uses.set(quarter, sum);
  }
  return uses;
};

/**
 * What many devices used, by quarter; quarters in which a device was not heard are missing. With the quarter that is going on,
 * read in the same statement: between two it could become part of the roll-ups.
 */
export const quarterUsesOfDevices = async (
  db: Db,
  devices: readonly DeviceRef[],
  { from, to, length }: DailyQuarters,
): Promise<(device: DeviceRef) => ReadonlyMap<number, Use>> => {
  const uses = new Map<string, Map<number, Use>>();
  if (devices.length > 0) {
    const [first, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
    const column = (name: string) => sql`array_to_json(array_agg(${sql.ref(name)}))`;
    const { rows } = await sql<Columns>`
      with d as (
        select * from unnest(
          ${devices.map(({ providerId }) => providerId)}::text[],
          ${devices.map(({ houseId }) => houseId)}::text[],
          ${devices.map(({ deviceId }) => deviceId)}::text[])
          with ordinality as d (provider_id, house_id, device_id, place)
      ), u as (
        select d.place, q.quarter as time, q.taken_mj as taken, q.given_mj as given, q.heard_ms as heard,
          q.cool_ms::bigint as cool, q.heat_ms::bigint as heat, q.runtime_heard_ms as runtime_heard
        from d join energy_quarter q using (provider_id, house_id, device_id)
        where q.quarter >= ${first} and q.quarter < ${end}
          and mod(extract(epoch from q.quarter - ${first}::timestamptz) * 1000, ${DAY}) < ${length}
        union all
        select d.place, s.metered_at, s.open_taken_mj, s.open_given_mj, s.open_heard_ms, s.open_cool_ms::bigint,
          s.open_heat_ms::bigint, s.open_runtime_heard_ms
        from d join device_state s using (provider_id, house_id, device_id)
        where s.metered_at >= ${first} and s.metered_at < ${end}
      )
      select place::integer, array_to_json(array_agg((extract(epoch from time) * 1000)::bigint)) as time,
        ${column('taken')} as taken, ${column('given')} as given, ${column('heard')} as heard,
        ${column('cool')} as cool, ${column('heat')} as heat, ${column('runtime_heard')} as runtime_heard
      from u group by place`.execute(db);
    for (const row of rows) {
      const device = devices[row.place - 1];
      if (device) uses.set(keyOf(device), toUses(row));
    }
  }
  return (device) => uses.get(keyOf(device)) ?? new Map();
};
