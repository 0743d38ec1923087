import { effectsOf } from '#domain/control/command.ts';
import { isReached } from '#domain/control/values.ts';
import { kindOf } from '#domain/kinds/index.ts';
import type { DeviceRef, Reading } from '#domain/ports/device-link.ts';
import type { Value } from '#contract/entities/device.ts';
import type { RootDb } from '../db/connection.ts';
import type { StateEntries } from '../db/tables.ts';
import { DAY, MINUTE } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import * as commands from '../stores/commands.ts';
import { mergeStates } from '../stores/telemetry.ts';
import type { StateChange } from '../stores/telemetry.ts';

/** Older or further ahead than this, a reading is not believed. */
const OLDEST = 7 * DAY;
const AHEAD = 5 * MINUTE;

const isPlausible = (value: Value): boolean =>
  typeof value === 'number' ? Number.isFinite(value) && Math.abs(value) < 1e7 : String(value).length <= 200;

const refKey = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  `${providerId} ${houseId} ${deviceId}`;

/** One change per device, each key with its newest reading. */
const gather = (readings: readonly Reading[], now: Date): StateChange[] => {
  const byDevice = new Map<string, StateChange>();
  for (const { time, values, ...ref } of readings) {
    const distance = now.getTime() - time.getTime();
    if (!(distance <= OLDEST && distance >= -AHEAD)) continue;
    const known = byDevice.get(refKey(ref)) ?? { ...ref, entries: {}, reportedAt: time };
    const entries: Record<string, StateEntries[string]> = { ...known.entries };
    const stamp = time.toISOString();
    for (const [key, value] of Object.entries(values)) {
      if (isPlausible(value) && stamp > (entries[key]?.time ?? '')) entries[key] = { value, time: stamp };
    }
    byDevice.set(refKey(ref), {
      ...ref,
      entries,
      reportedAt: time > known.reportedAt ? time : known.reportedAt,
    });
  }
  return [...byDevice.values()];
};

/** Commands whose effect the device now shows are confirmed; one that a newer command replaced ends with it. */
const confirm = async (db: RootDb, changes: readonly StateChange[], now: Date): Promise<void> => {
  const open = await commands.listOpen(
    db,
    changes.map(({ deviceId }) => deviceId),
  );
  for (const row of open) {
    const change = changes.find((one) => refKey(one) === refKey(row));
    const device = change && (await commands.readDevice(db, row, row.deviceId));
    if (!device) continue;
    const effects = Object.entries(effectsOf(device, row.command)).filter(
      ([key]) => key in kindOf(device.kind).resources,
    );
    const isShown = effects.every(([key, wanted]) => {
      const entry = change.entries[key];
      return (
        entry !== undefined && entry.time >= row.acceptedAt.toISOString() && isReached(wanted, entry.value)
      );
    });
    if (isShown) await commands.move(db, row, row.id, { state: 'confirmed', at: now });
  }
};

/** The one way in for readings, whatever the link. */
export const ingest = async (
  { db, clock }: { readonly db: RootDb; readonly clock: Clock },
  readings: readonly Reading[],
): Promise<void> => {
  const now = clock.now();
  const changes = gather(readings, now);
  await mergeStates(db, changes);
  await confirm(db, changes, now);
};
