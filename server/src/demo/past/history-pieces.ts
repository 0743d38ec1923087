import type { DeviceKind } from '#contract/entities/device.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { Span } from '#domain/events/season.ts';
import { changesIn } from '#domain/telemetry/activity.ts';
import { condenseToHours } from '#domain/telemetry/condense-to-hours.ts';
import { hourlyUse, quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import type { Signal } from '#domain/telemetry/meter.ts';
import type { SlotValues } from '#domain/telemetry/slots.ts';
import { DAY, HOUR, startOfHour } from '#domain/time/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import type { UseChange } from '../../stores/telemetry/roll-ups.ts';
import type { DeviceActivityChange, DeviceTelemetryRow } from '../../stores/telemetry/telemetry.ts';
import { RETENTION } from '../../telemetry/retention.ts';
import { describedFleet, houseHistory } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import type { HouseKey } from '../homes/houses.ts';
import { addNeighbours, addQuarter, neededForResults, outcomesOf } from './past-events.ts';
import type { EventOutcome, PastEvents } from './past-events.ts';
import { DEMO_HOME } from './past-incidents.ts';
import { findHousehold, households } from '../rows.ts';
import { telemetryRow } from '../telemetry-row.ts';

/** Readings of the newest days are stored one by one, older ones as hourly averages. */
export const READINGS_AGE = 40 * DAY;
/** Length of what one transaction writes: small enough for requests to run in between. */
const PART_LENGTH = { readings: 12 * HOUR, hours: 10 * DAY } as const;

/** State of a device at the end of a part, with which the next part continues. */
interface CarriedState {
  known: SlotValues;
  signal: Signal | null;
}

export interface HistoryPart {
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

/** ms at which the parts of a plan begin, oldest first: on full hours of the house, so that no hour is cut in two. */
export const partStartsOf = ({ length }: HistoryPlan, zone: string, until: number): readonly number[] => {
  const last = startOfHour(until, zone);
  const starts = [last];
  for (let at = last; at > until - length; starts.unshift(at)) {
    at -= until - at < READINGS_AGE ? PART_LENGTH.readings : PART_LENGTH.hours;
  }
  return starts;
};

/** What is to be simulated. Plain data: it is sent to another thread. */
export interface HistoryOrder {
  readonly until: Date;
  readonly plans: readonly HistoryPlan[];
  /** Keys of the houses whose part in the events of the past is lived besides; null: all. */
  readonly homes: readonly string[] | null;
  /** How many parts of each house are stored already. */
  readonly stored: Readonly<Record<string, number>>;
}

/** A piece of the demo history that is stored in one transaction. Plain data: it comes from another thread. */
export type HistoryPiece =
  | {
      readonly type: 'part';
      readonly house: HouseKey;
      readonly index: number;
      readonly part: HistoryPart;
      /** Uses that begin within are stored nowhere yet: others are the end of what the part before has written, or what the devices have used since the start. */
      readonly fresh: Span;
    }
  | { readonly type: 'events'; readonly outcomes: EventOutcome[]; readonly quarters: UseChange[] };

/** Simulates a house and cuts its history into parts. */
function* partsOf(
  plan: HistoryPlan,
  { until, stored }: HistoryOrder,
  past: PastEvents,
): Generator<HistoryPiece> {
  const { house } = plan;
  const household = findHousehold(house);
  const devices = describedFleet(household, until);
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
  let pending: Reading[] = [];
  let index = 0;
  const nextPart = (): HistoryPiece => {
    const part = buildPart(devices, pending, carried, context);
    const fresh = { from: starts[index] ?? 0, to: starts.at(-1) ?? 0 };
    const piece = { type: 'part', house, index, part, fresh } as const;
    pending = [];
    index += 1;
    return piece;
  };
  /** Those that are stored are built all the same: the ones after them continue with their state. */
  function* unstoredPart(): Generator<HistoryPiece> {
    const isStored = index < (stored[house] ?? 0);
    const piece = nextPart();
    if (!isStored) yield piece;
  }
  for (const { time, readings } of houseHistory(household, plan, until, (lived) => past.lived.push(lived))) {
    while (time >= (starts[index + 1] ?? Number.POSITIVE_INFINITY)) yield* unstoredPart();
    pending.push(...readings);
  }
  yield* unstoredPart();
}

/** The history of the demo houses as far as it is not stored, in the order in which it is, and last the events of the past. */
export function* simulatePieces(order: HistoryOrder): Generator<HistoryPiece> {
  const { until, plans, homes } = order;
  const past: PastEvents = { lived: [], quarters: new Map() };
  for (const plan of plans) yield* partsOf(plan, order, past);
  addNeighbours(past, until, homes ? households.filter(({ key }) => homes.includes(key)) : households);
  yield { type: 'events', outcomes: outcomesOf(past.lived), quarters: [...past.quarters.values()] };
}
