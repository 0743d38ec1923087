import type { DeviceKind } from '#contract/entities/device.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { Span } from '#domain/events/season.ts';
import { changesIn } from '#domain/telemetry/activity.ts';
import { condenseToHours } from '#domain/telemetry/condense-to-hours.ts';
import { hourlyUse, quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import type { Signal } from '#domain/telemetry/meter.ts';
import type { SlotValues } from '#domain/telemetry/slots.ts';
import { DAY, HOUR, SECOND, startOfHour } from '#domain/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { placeOf } from '#simulator/environment/place.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { yieldToEventLoop, sleep } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteDemoQuarters, hasUnsettledDemoEvent, lockSeeding } from '../stores/demo.ts';
import { readFact, writeFact, writeFactOnce } from '../stores/installation.ts';
import { ensureDays } from '../stores/telemetry-days.ts';
import { addUses, appendUses } from '../stores/roll-ups.ts';
import type { UseChange } from '../stores/roll-ups.ts';
import { appendTelemetry, insertActivity } from '../stores/telemetry.ts';
import type { DeviceActivityChange, DeviceTelemetryRow } from '../stores/telemetry.ts';
import { writeWeatherHours } from '../stores/weather-hours.ts';
import { RETENTION } from '../telemetry/retention.ts';
import { simulatedHours } from '../weather/simulated.ts';
import { HISTORY_PLANS, describedFleet, houseHistory } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import { historyEnd } from './initial-state.ts';
import { addNeighbours, addQuarter, neededForResults } from './past-events.ts';
import type { PastEvents } from './past-events.ts';
import { DEMO_HOME } from './past-incidents.ts';
import { findHousehold, households } from './rows.ts';
import { telemetryRow } from './telemetry-row.ts';
import type { Household } from './types.ts';
import { writePastEvents } from './write-past-events.ts';

export const FACT = 'history';
/** Readings of the newest days are stored one by one, older ones as hourly averages. */
const READINGS_AGE = 40 * DAY;
/** Length of what one transaction writes: small enough for requests to run in between. */
const PART_LENGTH = { readings: 12 * HOUR, hours: 10 * DAY } as const;

/** How much of the demo history is stored: its end, and how many parts of each house are written. */
interface Progress {
  readonly until: string;
  /** How many days it has; absent until writing begins. */
  readonly days?: number;
  readonly parts: Readonly<Record<string, number>>;
  /** The events of the past are stored; their results may still have to be computed. */
  readonly hasEvents: boolean;
  readonly isDone: boolean;
}

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly plans?: readonly HistoryPlan[];
  /** No house has a longer history. */
  readonly days: number;
  /** Whose part in the events of the past is lived besides; all unless given. */
  readonly homes?: readonly Household[];
  /** Computes the results of some events that are over. */
  readonly settle: () => Promise<void>;
  /** Checked between parts; true ends the work, and the next start resumes it. */
  readonly isStopped: () => boolean;
}

const readProgress = async (db: Parameters<typeof readFact>[0]): Promise<Progress | null> => {
  const text = await readFact(db, FACT);
  return text === null ? null : (JSON.parse(text) as Progress);
};

export const isHistoryWritten = async (db: RootDb): Promise<boolean> =>
  (await readProgress(db))?.isDone === true;

/** State of a device at the end of a part, with which the next part continues. */
interface CarriedState {
  known: SlotValues;
  signal: Signal | null;
}

interface HistoryPart {
  readonly readings: DeviceTelemetryRow[];
  readonly hours: DeviceTelemetryRow[];
  readonly hourUses: UseChange[];
  readonly quarterUses: UseChange[];
  readonly changes: DeviceActivityChange[];
}

interface PartContext {
  readonly zone: string;
  readonly until: number;
  /** Called for quarters that are older than they are kept. */
  readonly keepQuarter: (kind: DeviceKind, quarter: UseChange) => void;
}

const buildPart = (
  devices: readonly FleetDevice[],
  readings: readonly Reading[],
  carried: Map<string, CarriedState>,
  { zone, until, keepQuarter }: PartContext,
): HistoryPart => {
  const part: HistoryPart = { readings: [], hours: [], hourUses: [], quarterUses: [], changes: [] };
  const byDevice = Map.groupBy(readings, ({ deviceId }) => deviceId);
  for (const device of devices) {
    const { providerId, houseId, deviceId } = device;
    const ref = { providerId, houseId, deviceId };
    const rows = (byDevice.get(deviceId) ?? []).map((reading) => telemetryRow(device.kind, reading));
    const last = rows.at(-1);
    if (!last) continue;
    const { known, signal } = carried.get(deviceId) ?? { known: {}, signal: null };
    const signals = rows.flatMap((row) => signalOf(device.kind, row) ?? []);
    const quarters = quarterlyUse(signal ? [signal, ...signals] : signals);
    for (const [time, use] of hourlyUse(quarters, zone)) part.hourUses.push({ ...ref, time, use });
    for (const [time, use] of quarters) {
      if (time >= until - RETENTION.quarters) part.quarterUses.push({ ...ref, time, use });
      else keepQuarter(device.kind, { ...ref, time, use });
    }
    for (const change of changesIn(device.kind, known, rows)) {
      if (change.time >= until - RETENTION.activity) part.changes.push({ ...ref, ...change });
    }
    const isOld = last.time < until - READINGS_AGE;
    if (isOld) for (const hour of condenseToHours(rows, zone)) part.hours.push({ ...ref, ...hour });
    else for (const row of rows) part.readings.push({ ...ref, ...row });
    carried.set(deviceId, { known: { ...known, ...last.values }, signal: signals.at(-1) ?? signal });
  }
  return part;
};

/**
 * Writes a part in one transaction, once only: another node may write the same history. Uses that begin within `fresh` are stored
 * nowhere yet: others are the end of what the part before has written, or what the devices have used since the start.
 */
const writePart = (db: RootDb, house: string, index: number, part: HistoryPart, fresh: Span): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const progress = await readProgress(tx);
    if (!progress || (progress.parts[house] ?? 0) > index) return;
    await appendTelemetry(tx, part.readings);
    await appendTelemetry(tx, part.hours, 'telemetry_hour');
    const isFresh = ({ time }: UseChange) => time >= fresh.from && time < fresh.to;
    for (const [length, uses] of [
      ['hours', part.hourUses],
      ['quarters', part.quarterUses],
    ] as const) {
      await appendUses(tx, length, uses.filter(isFresh));
      await addUses(
        tx,
        length,
        uses.filter((use) => !isFresh(use)),
      );
    }
    await insertActivity(tx, part.changes);
    const parts = { ...progress.parts, [house]: index + 1 };
    await writeFact(tx, FACT, JSON.stringify({ ...progress, parts }));
  });

/** ms at which the parts of a plan begin, oldest first: on full hours of the house, so that no hour is cut in two. */
const partStartsOf = ({ length }: HistoryPlan, zone: string, until: number): readonly number[] => {
  const last = startOfHour(until, zone);
  const starts = [last];
  for (let at = last; at > until - length; starts.unshift(at)) {
    at -= until - at < READINGS_AGE ? PART_LENGTH.readings : PART_LENGTH.hours;
  }
  return starts;
};

/** Returns false if it was stopped before the end. */
const writePlan = async (
  deps: Deps,
  plan: HistoryPlan,
  progress: Progress,
  past: PastEvents,
): Promise<boolean> => {
  const { house, every } = plan;
  const household = findHousehold(house);
  const devices = describedFleet(household, new Date(progress.until));
  const until = new Date(progress.until);
  const isNeeded = house === DEMO_HOME ? neededForResults(until, plan.length) : () => false;
  const context: PartContext = {
    zone: household.house.timezone,
    until: until.getTime(),
    keepQuarter: (kind, quarter) => {
      if (isNeeded(kind, quarter.time)) addQuarter(past, quarter);
    },
  };
  const starts = partStartsOf(plan, context.zone, context.until);
  const carried = new Map<string, CarriedState>();
  const done = progress.parts[house] ?? 0;
  const place = placeOf(household.house);
  // Written before the first part, so that a stop in between writes it once more.
  if (place && done === 0) {
    const from = Math.max(context.until - plan.length, context.until - RETENTION.weather);
    await writeWeatherHours(deps.db, simulatedHours(place, from, context.until));
    await yieldToEventLoop();
  }
  let pending: Reading[] = [];
  let index = 0;
  const writePending = async (): Promise<void> => {
    const part = buildPart(devices, pending, carried, context);
    pending = [];
    const fresh = { from: starts[index] ?? 0, to: starts.at(-1) ?? 0 };
    if (index >= done) await writePart(deps.db, house, index, part, fresh);
    index += 1;
    await yieldToEventLoop();
  };
  for (const { time, readings } of houseHistory(household, plan, until, (lived) => past.lived.push(lived))) {
    while (time >= (starts[index + 1] ?? Number.POSITIVE_INFINITY)) {
      if (deps.isStopped()) return false;
      await writePending();
    }
    pending.push(...readings);
    // Yields to the event loop once per simulated day.
    if (time % DAY < every) await yieldToEventLoop();
  }
  if (deps.isStopped()) return false;
  await writePending();
  return true;
};

/** Fixes the end of the history when the houses are created: later starts write up to the same moment. */
export const initHistory = async (tx: Db, now: Date): Promise<void> => {
  const begin: Progress = {
    until: historyEnd(now).toISOString(),
    parts: {},
    hasEvents: false,
    isDone: false,
  };
  await writeFactOnce(tx, FACT, JSON.stringify(begin));
};

/** Stores the events of the past once, whichever node comes first, after all that was lived of them; false: it was stopped before. */
const writeEvents = async (
  { db, homes = households, isStopped }: Deps,
  progress: Progress,
  past: PastEvents,
): Promise<boolean> => {
  if (!(await addNeighbours(past, { until: new Date(progress.until), homes, isStopped }))) return false;
  await db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const written = await readProgress(tx);
    if (!written || written.hasEvents) return;
    await writePastEvents(tx, past.lived, [...past.quarters.values()]);
    await writeFact(tx, FACT, JSON.stringify({ ...written, hasEvents: true }));
  });
  return true;
};

/** Another node, or the job of this one, may have taken on some of the events. */
const SETTLING_PAUSE = SECOND / 4;
const MOST_ROUNDS = 400;

/** Returns false if it was stopped before all events of the past have their results. */
const settlePast = async ({ db, settle, isStopped }: Deps, until: Date): Promise<boolean> => {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (isStopped()) return false;
    if (!(await hasUnsettledDemoEvent(db, until))) return true;
    await settle();
    if (await hasUnsettledDemoEvent(db, until)) await sleep(SETTLING_PAUSE);
  }
  throw new Error('the results of the events of the past were not computed');
};

/** The first writer decides on the length: the parts of a shorter one would be others. */
const beginHistory = (db: RootDb, days: number): Promise<Required<Progress>> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const progress = await readProgress(tx);
    if (!progress) throw new Error('the history has no end yet');
    const begun = { ...progress, days: progress.days ?? days };
    await writeFact(tx, FACT, JSON.stringify(begun));
    return begun;
  });

/** Simulates and stores the history of the demo houses, as far as it is not stored yet. */
export const writeHistory = async (deps: Deps): Promise<void> => {
  const { db, clock, isStopped, plans = HISTORY_PLANS } = deps;
  await initHistory(db, clock.now());
  const progress = await beginHistory(db, deps.days);
  const until = Date.parse(progress.until);
  if (!progress.hasEvents) {
    // One at a time: the first requests come now, and would wait for all of them.
    for (let day = 0; day < 2 + READINGS_AGE / DAY; day += 1) {
      await ensureDays(db, [until - day * DAY]);
      await yieldToEventLoop();
    }
    const past: PastEvents = { lived: [], quarters: new Map() };
    const longest = progress.days * DAY;
    for (const plan of plans.map((one) => ({ ...one, length: Math.min(one.length, longest) }))) {
      const isWhole = await writePlan(deps, plan, progress, past);
      if (!isWhole || isStopped()) return;
    }
    if (!(await writeEvents(deps, progress, past))) return;
  }
  if (!(await settlePast(deps, new Date(until)))) return;
  await deleteDemoQuarters(db, new Date(until - RETENTION.quarters));
  await db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const written = (await readProgress(tx)) ?? progress;
    await writeFact(tx, FACT, JSON.stringify({ ...written, isDone: true }));
  });
};

const RETRY_AFTER = 10 * SECOND;

/** Retries until the history is written, for example when the database connection is lost. */
export const writeHistoryWithRetry = async (
  deps: Deps & { readonly onError: (error: unknown, what: string) => void },
): Promise<void> => {
  const isWritten = async (): Promise<boolean> => {
    if (await isHistoryWritten(deps.db)) return true;
    await writeHistory(deps);
    return true;
  };
  while (!deps.isStopped()) {
    const isDone = await isWritten().catch((error: unknown) => {
      if (!deps.isStopped()) deps.onError(error, 'writing the history');
      return false;
    });
    if (isDone) return;
    for (let waited = 0; waited < RETRY_AFTER && !deps.isStopped(); waited += SECOND / 4)
      await sleep(SECOND / 4);
  }
};
