import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { MeterState } from '#domain/telemetry/meter.ts';
import type { Db } from '../db/connection.ts';
import type { StoredEntries } from '../db/tables.ts';
import { arrayOf } from './array-parameter.ts';
import { isoOf } from './iso-time.ts';

export interface LockedDevice extends DeviceRef {
  /** Its place in the list that was asked for. */
  readonly index: number;
  /** Where the row lies; valid while it is locked. */
  readonly ctid: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly timezone: string;
  readonly entries: StoredEntries;
  /** ms. */
  readonly reportedAt: number;
  readonly meter: MeterState;
}

interface LockedRow {
  /** Position in the list of refs, from 1. */
  readonly position: number;
  readonly ctid: string;
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly timezone: string;
  readonly entries: StoredEntries;
  readonly reportedAt: number;
  readonly meteredAt: number | null;
  readonly watts: number | null;
  readonly cooling: boolean | null;
  readonly heating: boolean | null;
  readonly openTakenMj: number;
  readonly openGivenMj: number;
  readonly openHeardMs: number;
  readonly openCoolMs: number;
  readonly openHeatMs: number;
  readonly openRuntimeHeardMs: number;
}

const toLockedDevice = (row: LockedRow, { providerId, houseId, deviceId }: DeviceRef): LockedDevice => {
  const { ctid, kind, mfg, type, timezone, entries, reportedAt, meteredAt, watts, cooling, heating } = row;
  return {
    index: row.position - 1,
    ctid,
    providerId,
    houseId,
    deviceId,
    kind,
    mfg,
    type,
    timezone,
    entries,
    reportedAt,
    meter: {
      signal: meteredAt === null ? null : { time: meteredAt, watts, cooling, heating },
      open: {
        taken: row.openTakenMj,
        given: row.openGivenMj,
        heard: row.openHeardMs,
        cool: row.openCoolMs,
        heat: row.openHeatMs,
        runtimeHeard: row.openRuntimeHeardMs,
      },
    },
  };
};

/** The ids come from device links and may contain anything. */
const idsOf = (refs: readonly DeviceRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ deviceId }) => deviceId)}::text[])`;

/** As a number: parsing dates takes longer than the rest of a row. */
const millisecondsOf = (column: 'reported_at' | 'metered_at') =>
  sql`round(extract(epoch from s.${sql.ref(column)}) * 1000)::float8 as ${sql.ref(column)}`;

const lockStates = async (tx: Db, refs: readonly DeviceRef[]): Promise<LockedDevice[]> => {
  // Begins with `select`, so that it is prepared: planning it takes a third as long as running it.
  const { rows } =
    await sql<LockedRow>`select r.position::integer, s.ctid, d.kind, d.mfg, d.type, h.timezone, s.entries,
      ${millisecondsOf('reported_at')}, ${millisecondsOf('metered_at')},
      s.watts, s.cooling, s.heating, s.open_taken_mj::float8, s.open_given_mj::float8, s.open_heard_ms,
      s.open_cool_ms, s.open_heat_ms, s.open_runtime_heard_ms
    from ${idsOf(refs)} with ordinality as r (provider_id, house_id, device_id, position)
    join device_state s using (provider_id, house_id, device_id)
    join device d on d.provider_id = s.provider_id and d.house_id = s.house_id and d.id = s.device_id
    join house h on h.provider_id = s.provider_id and h.id = s.house_id
    order by r.position
    for update of s`.execute(tx);
  return rows.flatMap((row) => {
    const ref = refs[row.position - 1];
    return ref ? [toLockedDevice(row, ref)] : [];
  });
};

/**
 * Locks and reads the state rows of devices, and creates those that are missing; unknown devices are left out. Until the
 * transaction ends no other one stores readings of them. They are locked in the given order, which must be the same in
 * all transactions: of two that lock in different orders each could wait for the other.
 */
export const lockDevices = async (tx: Db, refs: readonly DeviceRef[]): Promise<LockedDevice[]> => {
  const found = await lockStates(tx, refs);
  if (found.length === refs.length) return found;
  const { numAffectedRows = 0n } = await sql`
    insert into device_state (provider_id, house_id, device_id, entries, reported_at)
    select d.provider_id, d.house_id, d.id, '{}', to_timestamp(0)
    from ${idsOf(refs)} with ordinality as r (provider_id, house_id, device_id, position)
    join device d on d.provider_id = r.provider_id and d.house_id = r.house_id and d.id = r.device_id
    order by r.position
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n ? lockStates(tx, refs) : found;
};

export interface StateChange extends DeviceRef {
  readonly ctid: string;
  /** Entries that have to be written; the others stay. */
  readonly changed: StoredEntries | null;
  /** ms. */
  readonly reportedAt: number;
  readonly meter: MeterState;
}

/**
 * Writes the state of locked devices, in one statement for the whole batch. The rows are found by their place, which costs a
 * third of looking them up by their key, and cannot change while they are locked.
 */
export const writeStates = async (tx: Db, changes: readonly StateChange[]): Promise<void> => {
  const signals = changes.map(({ meter }) => meter.signal);
  const opens = changes.map(({ meter }) => meter.open);
  await sql`
    update device_state as old set
      entries = case when new.changed is null then old.entries else old.entries || new.changed end,
      reported_at = new.reported_at,
      metered_at = new.metered_at,
      watts = new.watts,
      cooling = new.cooling,
      heating = new.heating,
      open_taken_mj = new.taken,
      open_given_mj = new.given,
      open_heard_ms = new.heard,
      open_cool_ms = new.cool,
      open_heat_ms = new.heat,
      open_runtime_heard_ms = new.runtime_heard
    from unnest(
      ${arrayOf('tid', changes, ({ ctid }) => ctid)},
      ${arrayOf('jsonb', changes, ({ changed }) => changed && JSON.stringify(changed))},
      ${arrayOf('timestamptz', changes, ({ reportedAt }) => isoOf(reportedAt))},
      ${arrayOf('timestamptz', signals, (signal) => signal && isoOf(signal.time))},
      ${arrayOf('integer', signals, (signal) => signal && signal.watts)},
      ${arrayOf('boolean', signals, (signal) => signal && signal.cooling)},
      ${arrayOf('boolean', signals, (signal) => signal && signal.heating)},
      ${arrayOf('bigint', opens, ({ taken }) => taken)},
      ${arrayOf('bigint', opens, ({ given }) => given)},
      ${arrayOf('integer', opens, ({ heard }) => heard)},
      ${arrayOf('integer', opens, ({ cool }) => cool)},
      ${arrayOf('integer', opens, ({ heat }) => heat)},
      ${arrayOf('integer', opens, ({ runtimeHeard }) => runtimeHeard)}
    ) as new (place, changed, reported_at, metered_at, watts, cooling, heating, taken, given,
      heard, cool, heat, runtime_heard)
    where old.ctid = new.place`.execute(tx);
};
