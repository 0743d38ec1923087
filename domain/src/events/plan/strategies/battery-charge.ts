import type { LatestValues } from '../../../control/latest-values.ts';
import { HOUR } from '../../../time/durations.ts';

/** Percent of the capacity above the reserve at which an event lets a battery go: its return takes time to arrive. */
export const SPARE = 2;
/** Of what leaves the cells, the share that arrives at the house; real ones lose less. */
export const EFFICIENCY = 0.9;
/** A reading of more than its capacity is wrong, beyond what rounding explains. */
const MOST = 1.05;

export interface Charge {
  /** Wh */
  readonly capacity: number;
  /** Wh */
  readonly stored: number;
  /** ms, by the device's clock. */
  readonly at: number;
}

/** null: it has not reported it, or nothing that can be. */
export const chargeOf = (readings: LatestValues): Charge | null => {
  const capacity = readings.number('battery-max-capacity');
  const stored = readings.number('battery-present-capacity');
  const at = readings.timeOf('battery-present-capacity')?.getTime() ?? null;
  if (capacity === null || stored === null || at === null) return null;
  return capacity > 0 && stored >= 0 && stored <= MOST * capacity ? { capacity, stored, at } : null;
};

/** Wh that an event may take; `reserve` in percent of the capacity. */
export const usableAbove = ({ capacity, stored }: Charge, reserve: number): number =>
  stored - ((reserve + SPARE) / 100) * capacity;

export const percentOf = ({ capacity, stored }: Pick<Charge, 'capacity' | 'stored'>): number =>
  Math.min(100, (100 * stored) / capacity);

/** About what it can still give until a time. */
export interface GivingAhead {
  /** ms at which it ends: at that time, or at the reserve before it. */
  readonly endsAt: number;
  /** Wh that arrive outside. */
  readonly wh: number;
  /** Percent that it is then charged. */
  readonly percent: number;
}

/** If it goes on giving `watts` from `from` to `until` (ms). Without a power that is known to be given it stays as it is. */
export const givingAhead = (
  charge: Charge,
  { watts, reserve, from, until }: Readonly<Record<'watts' | 'reserve' | 'from' | 'until', number>>,
): GivingAhead => {
  const usable = Math.max(0, usableAbove(charge, reserve));
  if (watts <= 0 || until <= from)
    return { endsAt: Math.max(from, until), wh: 0, percent: percentOf(charge) };
  const wanted = (watts / EFFICIENCY) * ((until - from) / HOUR);
  const taken = Math.min(usable, wanted);
  return {
    endsAt: from + (until - from) * (taken / wanted),
    wh: taken * EFFICIENCY,
    percent: percentOf({ ...charge, stored: charge.stored - taken }),
  };
};
