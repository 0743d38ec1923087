import type { DeviceKind } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';
import { HOUR, MINUTE, startOfHour } from '../time.ts';
import type { SlotValues } from './slots.ts';

/** What a device takes or gives from one reading on. */
export interface Signal {
  /** ms. */
  readonly time: number;
  /** Taken, or given if negative; null: not known. */
  readonly watts: number | null;
  readonly cooling: boolean;
  readonly heating: boolean;
}

/** What was used in one hour of the house, in whole W·ms and ms, so that sums are exact in any order. */
export interface Use {
  readonly taken: number;
  readonly given: number;
  readonly cool: number;
  readonly heat: number;
}

export interface TelemetryRow {
  /** ms. */
  readonly time: number;
  readonly values: SlotValues;
}

/** ms; between readings that are further apart nothing is counted. */
export const LONGEST_GAP = 15 * MINUTE;

const COOLING = ['compCool1', 'compCool2', 'cooling'];
const HEATING = ['heatPump', 'heatPump2', 'heatPump3', 'auxHeat1', 'auxHeat2', 'auxHeat3', 'heating'];

/** null: the row has neither power nor equipment status. */
export const signalOf = (kind: DeviceKind, { time, values }: TelemetryRow): Signal | null => {
  if (values.status === 'OFFLINE') return { time, watts: null, cooling: false, heating: false };
  const { meter } = kinds[kind];
  const { power = null, activity = null } = values;
  const watts = meter && typeof power === 'number' ? Math.round('gives' in meter ? -power : power) : null;
  const words = kind === 'tstat' && activity !== null ? String(activity).split(',') : null;
  if (watts === null && words === null) return null;
  return {
    time,
    watts,
    cooling: words?.some((word) => COOLING.includes(word)) ?? false,
    heating: words?.some((word) => HEATING.includes(word)) ?? false,
  };
};

export const NO_USE: Use = { taken: 0, given: 0, cool: 0, heat: 0 };

export const addUse = (a: Use, b: Use, times = 1): Use => ({
  taken: a.taken + times * b.taken,
  given: a.given + times * b.given,
  cool: a.cool + times * b.cool,
  heat: a.heat + times * b.heat,
});

const usedIn = ({ watts, cooling, heating }: Signal, milliseconds: number): Use => ({
  taken: Math.max(watts ?? 0, 0) * milliseconds,
  given: Math.max(-(watts ?? 0), 0) * milliseconds,
  cool: cooling ? milliseconds : 0,
  heat: heating ? milliseconds : 0,
});

/**
 * The use between signals that are sorted by time, by the start of the house's hour: each signal holds until the next. It
 * depends on the signals only, not on when and in which order they arrived.
 */
export const hourlyUse = (signals: readonly Signal[], zone: string): Map<number, Use> => {
  const hours = new Map<number, Use>();
  for (let index = 1; index < signals.length; index += 1) {
    const [from, to] = [signals[index - 1], signals[index]];
    if (!from || !to || to.time - from.time > LONGEST_GAP) continue;
    if (!from.watts && !from.cooling && !from.heating) continue;
    for (let at = from.time; at < to.time;) {
      const hour = startOfHour(at, zone);
      const next = startOfHour(hour + HOUR, zone);
      const until = Math.min(to.time, next);
      hours.set(hour, addUse(hours.get(hour) ?? NO_USE, usedIn(from, until - at)));
      at = until;
    }
  }
  return hours;
};

/** The difference in use when `after` replaces `before`; hours without a difference are left out. */
export const changedUse = (
  before: readonly Signal[],
  after: readonly Signal[],
  zone: string,
): Map<number, Use> => {
  const changes = hourlyUse(after, zone);
  for (const [hour, use] of hourlyUse(before, zone)) {
    changes.set(hour, addUse(changes.get(hour) ?? NO_USE, use, -1));
  }
  for (const [hour, { taken, given, cool, heat }] of changes) {
    if (taken === 0 && given === 0 && cool === 0 && heat === 0) changes.delete(hour);
  }
  return changes;
};
