import type { DeviceKind } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';
import { MINUTE, startOfHour } from '../time/time.ts';
import type { SlotValues } from './slots.ts';

/** What the meters of a device say from one reading on; null: not known, as while it is offline. */
export interface Signal {
  /** ms. */
  readonly time: number;
  /** Taken, or given if negative. */
  readonly watts: number | null;
  /** Both are known, or neither. */
  readonly cooling: boolean | null;
  readonly heating: boolean | null;
}

/** What was used in a quarter or an hour, in whole W·ms and ms, so that sums are exact in any order. */
export interface Use {
  readonly taken: number;
  readonly given: number;
  /** ms in which the power was known. */
  readonly heard: number;
  readonly cool: number;
  readonly heat: number;
  /** ms in which the equipment status was known. */
  readonly runtimeHeard: number;
}

export interface TelemetryRow {
  /** ms. */
  readonly time: number;
  readonly values: SlotValues;
}

/** ms; between readings that are further apart the device is not heard, and nothing is counted. */
export const LONGEST_GAP = 15 * MINUTE;

/** ms; quarters are those of UTC. The wall clock of no zone begins an hour within one. */
export const QUARTER = 15 * MINUTE;

export const startOfQuarter = (time: number): number => Math.floor(time / QUARTER) * QUARTER;

const COOLING = new Set(['compCool1', 'compCool2', 'cooling']);
const HEATING = new Set([
  'heatPump',
  'heatPump2',
  'heatPump3',
  'auxHeat1',
  'auxHeat2',
  'auxHeat3',
  'heating',
]);

/** null: the row has neither power nor equipment status. */
export const signalOf = (kind: DeviceKind, { time, values }: TelemetryRow): Signal | null => {
  if (values.status === 'OFFLINE') return { time, watts: null, cooling: null, heating: null };
  const { meter } = kinds[kind];
  const { power = null, activity = null } = values;
  const watts = meter && typeof power === 'number' ? Math.round('gives' in meter ? -power : power) : null;
  const words = kind === 'tstat' && activity !== null ? String(activity).split(',') : null;
  if (watts === null && words === null) return null;
  return {
    time,
    watts,
    cooling: words && words.some((word) => COOLING.has(word)),
    heating: words && words.some((word) => HEATING.has(word)),
  };
};

export const NO_USE: Use = { taken: 0, given: 0, heard: 0, cool: 0, heat: 0, runtimeHeard: 0 };

export const isNoUse = ({ taken, given, heard, cool, heat, runtimeHeard }: Use): boolean =>
  taken === 0 && given === 0 && heard === 0 && cool === 0 && heat === 0 && runtimeHeard === 0;

export const addUse = (a: Use, b: Use, times = 1): Use => ({
  taken: a.taken + times * b.taken,
  given: a.given + times * b.given,
  heard: a.heard + times * b.heard,
  cool: a.cool + times * b.cool,
  heat: a.heat + times * b.heat,
  runtimeHeard: a.runtimeHeard + times * b.runtimeHeard,
});

const amountUsed = ({ watts, cooling, heating }: Signal, milliseconds: number): Use => ({
  taken: Math.max(watts ?? 0, 0) * milliseconds,
  given: Math.max(-(watts ?? 0), 0) * milliseconds,
  heard: watts === null ? 0 : milliseconds,
  cool: cooling ? milliseconds : 0,
  heat: heating ? milliseconds : 0,
  runtimeHeard: cooling === null ? 0 : milliseconds,
});

/** Uses by the start of their quarter or hour, in ms. */
export type UseByTime = ReadonlyMap<number, Use>;

/**
 * The use between signals that are sorted by time: each signal holds until the next. It depends on the signals only, not on
 * when and in which order they arrived.
 */
export const quarterlyUse = (signals: readonly Signal[]): Map<number, Use> => {
  const quarters = new Map<number, Use>();
  for (let index = 1; index < signals.length; index += 1) {
    const [from, to] = [signals[index - 1], signals[index]];
    if (!from || !to || to.time - from.time > LONGEST_GAP) continue;
    if (from.watts === null && from.cooling === null) continue;
    for (let at = from.time; at < to.time;) {
      const quarter = startOfQuarter(at);
      const until = Math.min(to.time, quarter + QUARTER);
      const use = amountUsed(from, until - at);
      const earlier = quarters.get(quarter);
      quarters.set(quarter, earlier ? addUse(earlier, use) : use);
      at = until;
    }
  }
  return quarters;
};

/** The hours of the house that quarters add up to. */
export const hourlyUse = (quarters: UseByTime, zone: string): Map<number, Use> => {
  const hours = new Map<number, Use>();
  for (const [quarter, use] of quarters) {
    const hour = startOfHour(quarter, zone);
    hours.set(hour, addUse(hours.get(hour) ?? NO_USE, use));
  }
  return hours;
};

/** The difference in use when `after` replaces `before`; quarters without a difference are left out. */
export const changedUse = (before: readonly Signal[], after: readonly Signal[]): Map<number, Use> => {
  const changes = quarterlyUse(after);
  for (const [quarter, use] of quarterlyUse(before)) {
    changes.set(quarter, addUse(changes.get(quarter) ?? NO_USE, use, -1));
  }
  for (const [quarter, use] of changes) if (isNoUse(use)) changes.delete(quarter);
  return changes;
};

/** The newest signal of a device with the use in its quarter so far, which is added to the roll-ups when the quarter is over. */
export interface MeterState {
  /** null: the device never sent one. */
  readonly signal: Signal | null;
  readonly open: Use;
}

export interface MeterChange {
  readonly state: MeterState;
  /** What is added to quarters that are over. */
  readonly over: UseByTime;
}

/** Applies changes of quarters, when `newest` is the newest signal that is known now. */
export const advanceMeter = (
  { signal, open }: MeterState,
  changes: UseByTime,
  newest: Signal | null,
): MeterChange => {
  const last = newest ?? signal;
  if (last === null) return { state: { signal, open }, over: changes };
  const current = startOfQuarter(last.time);
  const over = new Map(changes);
  if (signal && !isNoUse(open)) {
    const quarter = startOfQuarter(signal.time);
    over.set(quarter, addUse(over.get(quarter) ?? NO_USE, open));
  }
  const state = { signal: last, open: over.get(current) ?? NO_USE };
  over.delete(current);
  return { state, over };
};
