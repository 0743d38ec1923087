import type { DeviceRef, Reading } from '#domain/ports/device-link.ts';
import { SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { ensureDays } from '../stores/telemetry/telemetry-days.ts';
import { confirmCommands } from './confirm-commands.ts';
import { isTimely, refKey } from './normalize-readings.ts';
import { storeReadings } from './store-readings.ts';
import type { LeftOut } from './store-readings.ts';

export interface IngestDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Told about devices whose readings cannot be stored; they are counted in any case. */
  readonly onError?: (error: unknown, what: string) => void;
  /** Called with the devices whose readings were stored. */
  readonly onStored?: (devices: readonly DeviceRef[]) => Promise<void>;
}

/** One report for all: a zone that does not exist would else fill the log with every reading of its house. */
const report = ({ metrics, onError }: IngestDeps, leftOut: readonly LeftOut[]): void => {
  const [first] = leftOut;
  if (!first) return;
  metrics.countLeftOut(leftOut.reduce((sum, { readings }) => sum + readings, 0));
  const { providerId, houseId, deviceId } = first.device;
  onError?.(
    first.error,
    `storing readings: ${leftOut.length} devices left out, such as ${deviceId} of house ${houseId} (${providerId})`,
  );
};

/** Stores readings; every device link uses it. */
export const ingest = async (deps: IngestDeps, readings: readonly Reading[]): Promise<void> => {
  const { db, clock, metrics } = deps;
  const now = clock.now();
  const timely = readings.filter((reading) => isTimely(reading, now));
  if (timely.length === 0) return;
  await ensureDays(
    db,
    timely.map(({ time }) => time.getTime()),
  );
  const { devices, leftOut } = await storeReadings(db, timely, now);
  report(deps, leftOut);
  const isLeftOut = new Set(leftOut.map(({ device }) => refKey(device)));
  const stored = leftOut.length === 0 ? timely : timely.filter((reading) => !isLeftOut.has(refKey(reading)));
  metrics.observeReadings(stored.map(({ time }) => (now.getTime() - time.getTime()) / SECOND));
  await confirmCommands({ db, metrics }, devices, now);
  await deps.onStored?.(devices);
};
