import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { MeterState } from '#domain/telemetry/meter.ts';
import type { Db } from '../db/connection.ts';
import type { StateEntries, StoredEntries } from '../db/tables.ts';
import { withTimes } from './state-entries.ts';

export interface DeviceSnapshot extends DeviceRef {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly timezone: string;
  readonly entries: StateEntries;
  readonly stored: StoredEntries;
  readonly reportedAt: Date;
  readonly meter: MeterState;
}

interface SnapshotRow extends DeviceRef {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly timezone: string;
  readonly entries: StoredEntries;
  readonly reportedAt: Date;
  readonly meteredAt: Date | null;
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

const toSnapshot = (row: SnapshotRow): DeviceSnapshot => {
  const { providerId, houseId, deviceId, kind, mfg, type, timezone, entries, reportedAt, meteredAt } = row;
  const { watts, cooling, heating } = row;
  return {
    providerId,
    houseId,
    deviceId,
    kind,
    mfg,
    type,
    timezone,
    entries: withTimes(entries, reportedAt),
    stored: entries,
    reportedAt,
    meter: {
      signal: meteredAt && { time: meteredAt.getTime(), watts, cooling, heating },
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

const idsOf = (refs: readonly DeviceRef[]) => sql`unnest(
  ${refs.map(({ providerId }) => providerId)}::text[],
  ${refs.map(({ houseId }) => houseId)}::text[],
  ${refs.map(({ deviceId }) => deviceId)}::text[])`;

const lockStates = async (tx: Db, refs: readonly DeviceRef[]): Promise<DeviceSnapshot[]> => {
  const { rows } = await sql<SnapshotRow>`
    select s.provider_id, s.house_id, s.device_id, d.kind, d.mfg, d.type, h.timezone, s.entries, s.reported_at,
      s.metered_at, s.watts, s.cooling, s.heating, s.open_taken_mj::float8, s.open_given_mj::float8, s.open_heard_ms,
      s.open_cool_ms, s.open_heat_ms, s.open_runtime_heard_ms
    from ${idsOf(refs)} as r (provider_id, house_id, device_id)
    join device_state s using (provider_id, house_id, device_id)
    join device d on d.provider_id = s.provider_id and d.house_id = s.house_id and d.id = s.device_id
    join house h on h.provider_id = s.provider_id and h.id = s.house_id
    order by s.provider_id, s.house_id, s.device_id
    for update of s`.execute(tx);
  return rows.map(toSnapshot);
};

/**
 * Locks and reads the state rows of devices, and creates those that are missing; unknown devices are left out. Until the
 * transaction ends no other one stores readings of them.
 */
export const lockSnapshots = async (tx: Db, refs: readonly DeviceRef[]): Promise<DeviceSnapshot[]> => {
  const found = await lockStates(tx, refs);
  if (found.length === refs.length) return found;
  const { numAffectedRows = 0n } = await sql`
    insert into device_state (provider_id, house_id, device_id, entries, reported_at)
    select d.provider_id, d.house_id, d.id, '{}', to_timestamp(0)
    from ${idsOf(refs)} as r (provider_id, house_id, device_id)
    join device d on d.provider_id = r.provider_id and d.house_id = r.house_id and d.id = r.device_id
    order by 1, 2, 3
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n ? lockStates(tx, refs) : found;
};

export interface StateChange extends DeviceRef {
  /** Entries that have to be written; the others stay. */
  readonly changed: StoredEntries | null;
  readonly reportedAt: Date;
  readonly meter: MeterState;
}

/** Writes the state of locked devices, in one statement for the whole batch. */
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
      ${changes.map(({ providerId }) => providerId)}::text[],
      ${changes.map(({ houseId }) => houseId)}::text[],
      ${changes.map(({ deviceId }) => deviceId)}::text[],
      ${changes.map(({ changed }) => changed && JSON.stringify(changed))}::jsonb[],
      ${changes.map(({ reportedAt }) => reportedAt.toISOString())}::timestamptz[],
      ${signals.map((signal) => signal && new Date(signal.time).toISOString())}::timestamptz[],
      ${signals.map((signal) => signal && signal.watts)}::integer[],
      ${signals.map((signal) => signal && signal.cooling)}::boolean[],
      ${signals.map((signal) => signal && signal.heating)}::boolean[],
      ${opens.map(({ taken }) => taken)}::bigint[],
      ${opens.map(({ given }) => given)}::bigint[],
      ${opens.map(({ heard }) => heard)}::integer[],
      ${opens.map(({ cool }) => cool)}::integer[],
      ${opens.map(({ heat }) => heat)}::integer[],
      ${opens.map(({ runtimeHeard }) => runtimeHeard)}::integer[]
    ) as new (provider_id, house_id, device_id, changed, reported_at, metered_at, watts, cooling, heating, taken, given,
      heard, cool, heat, runtime_heard)
    where old.provider_id = new.provider_id and old.house_id = new.house_id and old.device_id = new.device_id`.execute(
    tx,
  );
};
