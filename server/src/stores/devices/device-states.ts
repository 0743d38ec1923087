import { sql } from 'kysely';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { MeterState } from '#domain/telemetry/meter.ts';
import { SECOND } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import type { StoredEntries } from '../../db/tables.ts';
import { arrayOf, textArray } from '../sql/array-parameter.ts';
import { isoOf } from '../sql/iso-time.ts';

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

/** Columns of a locked device, in the order in which `toLockedDevice` reads them. */
const FIELDS = [
  sql`r.position`,
  sql`s.ctid`,
  sql`d.kind`,
  sql`d.mfg`,
  // An empty text is a type as well.
  sql`d.type is null`,
  sql`d.type`,
  sql`h.timezone`,
  sql`date_part('epoch', s.reported_at)`,
  sql`date_part('epoch', s.metered_at)`,
  sql`s.watts`,
  sql`s.cooling`,
  sql`s.heating`,
  sql`s.open_taken_mj`,
  sql`s.open_given_mj`,
  sql`s.open_heard_ms`,
  sql`s.open_cool_ms`,
  sql`s.open_heat_ms`,
  sql`s.open_runtime_heard_ms`,
  sql`s.entries`,
] as const;
/** Occurs in no identifier, and JSON escapes it. */
const SEPARATOR = '\u001F';
/** One text for each row: with eighteen columns the client library takes half as long again. */
const TEXT_OF_ROW = sql`concat(${sql.join(FIELDS, sql`, ${sql.lit(SEPARATOR)}, `)})`;

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));
const flagOf = (text: string): boolean | null => (text === '' ? null : text === 't');
const millisecondsOf = (seconds: string): number => Math.round(Number(seconds) * SECOND);

const toLockedDevice = (row: string, refs: readonly DeviceRef[]): LockedDevice[] => {
  const fields = row.split(SEPARATOR);
  const [position, ctid = '', kind, mfg = '', isUntyped, type = '', timezone = '', reportedAt = ''] = fields;
  const [meteredAt = '', watts = '', cooling = '', heating = ''] = fields.slice(8);
  const [taken, given, heard, cool, heat, runtimeHeard, entries = '{}'] = fields.slice(12);
  const index = Number(position) - 1;
  const ref = refs[index];
  if (!ref) return [];
  const signal = {
    time: millisecondsOf(meteredAt),
    watts: numberOf(watts),
    cooling: flagOf(cooling),
    heating: flagOf(heating),
  };
  const open = {
    taken: Number(taken),
    given: Number(given),
    heard: Number(heard),
    cool: Number(cool),
    heat: Number(heat),
    runtimeHeard: Number(runtimeHeard),
  };
  return [
    {
      index,
      ctid,
      providerId: ref.providerId,
      houseId: ref.houseId,
      deviceId: ref.deviceId,
      kind: kind as DeviceKind,
      mfg,
      type: isUntyped === 't' ? null : type,
      timezone,
      entries: JSON.parse(entries) as StoredEntries,
      reportedAt: millisecondsOf(reportedAt),
      meter: { signal: meteredAt === '' ? null : signal, open },
    },
  ];
};

/** The ids come from device links and may contain anything. */
const idsOf = (refs: readonly DeviceRef[]) => sql`unnest(
  ${textArray(refs, ({ providerId }) => providerId)},
  ${textArray(refs, ({ houseId }) => houseId)},
  ${textArray(refs, ({ deviceId }) => deviceId)})`;

const lockStates = async (tx: Db, refs: readonly DeviceRef[], now: Date): Promise<LockedDevice[]> => {
  // Begins with `select`, so that it is prepared: planning it takes a third as long as running it.
  const { rows } = await sql<{ readonly row: string }>`select ${TEXT_OF_ROW} as row
    from ${idsOf(refs)} with ordinality as r (provider_id, house_id, device_id, position)
    join device_state s using (provider_id, house_id, device_id)
    join device d on d.provider_id = s.provider_id and d.house_id = s.house_id and d.id = s.device_id
    join house h on h.provider_id = s.provider_id and h.id = s.house_id
    where (h.released_at is null or h.released_at > ${now.toISOString()})
      and (d.removed_at is null or d.removed_at > ${now.toISOString()}::timestamptz - interval '30 minutes' or exists (
        select from event_participation p
        where p.provider_id = d.provider_id and p.house_id = d.house_id and p.device_id = d.id and p.due_at is not null))
    order by r.position
    for update of s`.execute(tx);
  return rows.flatMap(({ row }) => toLockedDevice(row, refs));
};

/**
 * Locks and reads the state rows of devices, and creates those that are missing; unknown devices, those that
 * were released when their household closed, and those that were removed, once they have returned from events, are left out. Until the
 * transaction ends no other one stores readings of them. They are locked in the given order, which must be the same in
 * all transactions: of two that lock in different orders each could wait for the other.
 */
export const lockDevices = async (tx: Db, refs: readonly DeviceRef[], now: Date): Promise<LockedDevice[]> => {
  const lockedStates = await lockStates(tx, refs, now);
  if (lockedStates.length === refs.length) return lockedStates;
  const { numAffectedRows = 0n } = await sql`
    insert into device_state (provider_id, house_id, device_id, entries, reported_at)
    select d.provider_id, d.house_id, d.id, '{}', to_timestamp(0)
    from ${idsOf(refs)} with ordinality as r (provider_id, house_id, device_id, position)
    join device d on d.provider_id = r.provider_id and d.house_id = r.house_id and d.id = r.device_id
    order by r.position
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n ? lockStates(tx, refs, now) : lockedStates;
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
