import { effectsOf } from '#domain/control/command.ts';
import { isReached } from '#domain/control/values.ts';
import { kindOf } from '#domain/kinds/index.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { systemHouseScope } from '../lib/system-scope.ts';
import * as commands from '../stores/commands.ts';
import { ensureDays } from '../stores/telemetry-days.ts';
import {
  addUses,
  appendTelemetry,
  deleteActivityFrom,
  insertActivity,
  lockSnapshots,
  mergeTelemetry,
  writeStates,
} from '../stores/telemetry.ts';
import type { DeviceChange, DeviceRow, HourUse, StateChange } from '../stores/telemetry.ts';
import { deriveChanges } from './derive-changes.ts';
import { normalizeReadings, isTimely, refKey } from './normalize-readings.ts';

export interface IngestDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Confirms sent commands whose effect the device has reported since. */
const confirm = async (
  { db, metrics }: Pick<IngestDeps, 'db' | 'metrics'>,
  changes: readonly StateChange[],
  now: Date,
): Promise<void> => {
  const open = await commands.listOpen(
    db,
    changes.map(({ deviceId }) => deviceId),
  );
  for (const row of open) {
    // A command that was not sent yet has no effect, even where the device happens to report the same value.
    const { sentAt } = row;
    if (sentAt === null) continue;
    const change = changes.find((one) => refKey(one) === refKey(row));
    const device = change && (await commands.readDevice(db, systemHouseScope(row), row.deviceId));
    if (!device) continue;
    const effects = Object.entries(effectsOf(device, row.command)).filter(
      ([key]) => key in kindOf(device.kind).resources,
    );
    const isReported = effects.every(([key, wanted]) => {
      const entry = change.entries[key];
      return entry !== undefined && entry.time >= sentAt.toISOString() && isReached(wanted, entry.value);
    });
    if (!isReported) continue;
    const moved = await commands.move(db, systemHouseScope(row), row.id, { state: 'confirmed', at: now });
    if (moved) metrics.countCommand({ origin: row.origin, outcome: 'confirmed', maker: device.mfg });
  }
};

/**
 * Stores newest state, rows, hours and activity in one transaction. The result depends on the readings only: not on their
 * order, on their batches, or on repeated delivery.
 */
const store = (db: RootDb, readings: readonly Reading[]): Promise<readonly StateChange[]> =>
  db.transaction().execute(async (tx) => {
    const byDevice = Map.groupBy(readings, refKey);
    const devices = await lockSnapshots(
      tx,
      [...byDevice.values()].flatMap(([first]) => first ?? []),
    );
    const states: StateChange[] = [];
    const newer: DeviceRow[] = [];
    const late: DeviceRow[] = [];
    const uses: HourUse[] = [];
    const activity: DeviceChange[] = [];
    for (const device of devices) {
      const { providerId, houseId, deviceId } = device;
      const ref = { providerId, houseId, deviceId };
      const normalized = normalizeReadings(device, byDevice.get(refKey(device)) ?? []);
      const last = normalized.rows.at(-1);
      if (!last) continue;
      const derived = await deriveChanges(tx, device, normalized.rows);
      if (derived.replacesFrom !== null) await deleteActivityFrom(tx, ref, derived.replacesFrom);
      for (const row of normalized.rows) {
        (row.time > device.reportedAt.getTime() ? newer : late).push({ ...ref, ...row });
      }
      for (const [hour, use] of derived.uses) uses.push({ ...ref, hour, use });
      for (const change of derived.changes) activity.push({ ...ref, ...change });
      states.push({
        ...ref,
        entries: normalized.entries,
        reportedAt: new Date(last.time),
        signal: derived.signal,
      });
    }
    if (states.length === 0) return states;
    await writeStates(tx, states);
    await appendTelemetry(tx, newer);
    await mergeTelemetry(tx, late);
    await addUses(tx, uses);
    await insertActivity(tx, activity);
    return states;
  });

/** Stores readings; every device link uses it. */
export const ingest = async (
  { db, clock, metrics }: IngestDeps,
  readings: readonly Reading[],
): Promise<void> => {
  const now = clock.now();
  const timely = readings.filter((reading) => isTimely(reading, now));
  if (timely.length === 0) return;
  await ensureDays(
    db,
    timely.map(({ time }) => time.getTime()),
  );
  const changes = await store(db, timely);
  metrics.observeReadings(timely.map(({ time }) => (now.getTime() - time.getTime()) / SECOND));
  await confirm({ db, metrics }, changes, now);
};
