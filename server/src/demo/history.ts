import type { Reading } from '#domain/ports/device-link.ts';
import { changesIn } from '#domain/telemetry/activity.ts';
import { condensed } from '#domain/telemetry/condense.ts';
import { hourlyUse, signalOf } from '#domain/telemetry/meter.ts';
import type { Signal, TelemetryRow } from '#domain/telemetry/meter.ts';
import { slotsOf, storable } from '#domain/telemetry/slots.ts';
import type { Slot, SlotValues } from '#domain/telemetry/slots.ts';
import { DAY, HOUR, SECOND, startOfHour } from '#domain/time.ts';
import type { Value } from '#contract/entities/device.ts';
import type { FleetDevice } from '#simulator/device.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { nextTurn, sleep } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { lockSeeding } from '../stores/demo.ts';
import { readFact, writeFact, writeFactOnce } from '../stores/installation.ts';
import { ensureDays } from '../stores/telemetry-days.ts';
import { addUses, appendTelemetry, insertActivity } from '../stores/telemetry.ts';
import type { DeviceChange, DeviceRow, HourUse } from '../stores/telemetry.ts';
import { RETENTION } from '../telemetry/retention.ts';
import { HISTORY_PLANS, describedFleet, simulateHistory } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import { historyEnd } from './initial-state.ts';
import { findHousehold } from './rows.ts';

const FACT = 'history';
/** Single readings are kept of so much of it, means of hours of the rest. */
const READINGS_FROM = 40 * DAY;
/** Written at once, small enough for requests to get their turn in between. */
const PART = { readings: 6 * HOUR, hours: 10 * DAY } as const;

/** How far the past of the demo houses is written: up to which moment it leads, and how many parts each house has. */
interface Progress {
  readonly until: string;
  readonly parts: Readonly<Record<string, number>>;
  readonly isDone: boolean;
}

interface Means {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly pasts?: readonly HistoryPlan[];
  /** Asked now and then; true ends it, to be taken up again at the next start. */
  readonly isStopped: () => boolean;
}

const readProgress = async (db: Parameters<typeof readFact>[0]): Promise<Progress | null> => {
  const text = await readFact(db, FACT);
  return text === null ? null : (JSON.parse(text) as Progress);
};

const hasHistory = async (db: RootDb): Promise<boolean> => (await readProgress(db))?.isDone === true;

/** What is carried from one part of a device's past to the next. */
interface Carried {
  known: SlotValues;
  signal: Signal | null;
}

interface Part {
  readonly readings: DeviceRow[];
  readonly hours: DeviceRow[];
  readonly uses: HourUse[];
  readonly changes: DeviceChange[];
}

const rowOf = (device: FleetDevice, { time, values }: Reading): TelemetryRow => {
  const slots = slotsOf(device.kind);
  const row: Partial<Record<Slot, Value>> = {};
  for (const [key, value] of Object.entries(values)) {
    const slot = slots[key];
    if (slot) row[slot] = storable(value);
  }
  return { time: time.getTime(), values: row };
};

const partOf = (
  devices: readonly FleetDevice[],
  readings: readonly Reading[],
  carried: Map<string, Carried>,
  { zone, until }: { readonly zone: string; readonly until: number },
): Part => {
  const part: Part = { readings: [], hours: [], uses: [], changes: [] };
  const byDevice = Map.groupBy(readings, ({ deviceId }) => deviceId);
  for (const device of devices) {
    const { providerId, houseId, deviceId } = device;
    const ref = { providerId, houseId, deviceId };
    const rows = (byDevice.get(deviceId) ?? []).map((reading) => rowOf(device, reading));
    const last = rows.at(-1);
    if (!last) continue;
    const { known, signal } = carried.get(deviceId) ?? { known: {}, signal: null };
    const signals = rows.flatMap((row) => signalOf(device.kind, row) ?? []);
    const use = hourlyUse(signal ? [signal, ...signals] : signals, zone);
    for (const [hour, one] of use) part.uses.push({ ...ref, hour, use: one });
    for (const change of changesIn(device.kind, known, rows)) {
      if (change.time >= until - RETENTION.activity) part.changes.push({ ...ref, ...change });
    }
    const isOld = last.time < until - READINGS_FROM;
    if (isOld) for (const hour of condensed(rows, zone)) part.hours.push({ ...ref, ...hour });
    else for (const row of rows) part.readings.push({ ...ref, ...row });
    carried.set(deviceId, { known: { ...known, ...last.values }, signal: signals.at(-1) ?? signal });
  }
  return part;
};

/** All of a part or nothing, and once only, whoever else is at it. */
const writePart = (db: RootDb, house: string, index: number, part: Part): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const progress = await readProgress(tx);
    if (!progress || (progress.parts[house] ?? 0) > index) return;
    await appendTelemetry(tx, part.readings);
    await appendTelemetry(tx, part.hours, 'telemetry_hour');
    await addUses(tx, part.uses);
    await insertActivity(tx, part.changes);
    const parts = { ...progress.parts, [house]: index + 1 };
    await writeFact(tx, FACT, JSON.stringify({ ...progress, parts }));
  });

/** ms at which the parts of a past begin, oldest first: on full hours of the house, so that no hour is cut in two. */
const partsOf = ({ length }: HistoryPlan, zone: string, until: number): readonly number[] => {
  const last = startOfHour(until, zone);
  const begins = [last];
  for (let at = last; at > until - length; begins.unshift(at)) {
    at -= until - at < READINGS_FROM ? PART.readings : PART.hours;
  }
  return begins;
};

/** False: it was stopped. */
const writePast = async (means: Means, past: HistoryPlan, progress: Progress): Promise<boolean> => {
  const { house, every } = past;
  const household = findHousehold(house);
  const devices = describedFleet(household, new Date(progress.until));
  const until = new Date(progress.until);
  const context = { zone: household.house.timezone, until: until.getTime() };
  const begins = partsOf(past, context.zone, context.until);
  const carried = new Map<string, Carried>();
  const done = progress.parts[house] ?? 0;
  let gathered: Reading[] = [];
  let index = 0;
  const finish = async (): Promise<void> => {
    const part = partOf(devices, gathered, carried, context);
    gathered = [];
    if (index >= done) await writePart(means.db, house, index, part);
    index += 1;
    await nextTurn();
  };
  for (const { time, readings } of simulateHistory(household, past, until)) {
    while (time >= (begins[index + 1] ?? Number.POSITIVE_INFINITY)) {
      if (means.isStopped()) return false;
      await finish();
    }
    gathered.push(...readings);
    // A day of its life at a time, then others get their turn.
    if (time % DAY < every) await nextTurn();
  }
  if (means.isStopped()) return false;
  await finish();
  return true;
};

/** Up to when the past is to be written is known from the moment at which the houses are made. */
export const initHistory = async (tx: Db, now: Date): Promise<void> => {
  const begin: Progress = { until: historyEnd(now).toISOString(), parts: {}, isDone: false };
  await writeFactOnce(tx, FACT, JSON.stringify(begin));
};

/** Writes what the demo houses have lived through, as far as it is not written yet. */
export const writeHistory = async (means: Means): Promise<void> => {
  const { db, clock, isStopped, pasts = HISTORY_PLANS } = means;
  await initHistory(db, clock.now());
  const progress = await readProgress(db);
  if (!progress) throw new Error('the history was not begun');
  const until = Date.parse(progress.until);
  await ensureDays(
    db,
    Array.from({ length: 2 + READINGS_FROM / DAY }, (_, day) => until - day * DAY),
  );
  for (const past of pasts) {
    const isWhole = await writePast(means, past, progress);
    if (!isWhole || isStopped()) return;
  }
  await db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const written = (await readProgress(tx)) ?? progress;
    await writeFact(tx, FACT, JSON.stringify({ ...written, isDone: true }));
  });
};

const NEXT_TRY = 10 * SECOND;

/** The same, again and again when the database goes away in between. */
export const writeHistoryWithRetry = async (
  means: Means & { readonly onError: (error: unknown, what: string) => void },
): Promise<void> => {
  const isWritten = async (): Promise<boolean> => {
    if (await hasHistory(means.db)) return true;
    await writeHistory(means);
    return true;
  };
  while (!means.isStopped()) {
    const isDone = await isWritten().catch((error: unknown) => {
      if (!means.isStopped()) means.onError(error, 'writing the history');
      return false;
    });
    if (isDone) return;
    for (let waited = 0; waited < NEXT_TRY && !means.isStopped(); waited += SECOND / 4)
      await sleep(SECOND / 4);
  }
};
