import type { DeviceKind } from '#contract/entities/device.ts';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { HOUR } from '../time/time.ts';
import {
  METERED,
  STORED,
  countedIn,
  energyColumns,
  oneWay,
  runtimeColumns,
  sumOf,
  tonesOf,
} from './house-columns.ts';
import type { Column, KindById } from './house-columns.ts';
import { drawnPoints } from './model.ts';
import type { DrawnAxis, DrawnSeries, PlotModel } from './model.ts';
import type { Calendar, Period } from './period.ts';
import type { Point } from './point.ts';
import { durationAxis, twoSidedAxis } from './scale.ts';
import { stackedBars } from './stack.ts';
import { bucketsOf } from './table.ts';

const WATT_HOURS_OF_KWH = 1_000;
/** kWh and s: the standby of a few devices, or a minute of heating, must not look like a day's work. */
const LEAST_KILOWATT_HOURS = 1;
const LEAST_RUNTIME = 3_600;

interface Sums {
  readonly points: Point[];
  /** The middles of days that have begun and of which nothing was heard. */
  readonly unheard: number[];
}

/** Sums a column up by the days of the house, whatever number of hours they have. */
const daySums = (times: readonly number[], period: Period, calendar: Calendar, now: number) => {
  const days = bucketsOf(period, calendar).filter(({ start }) => start <= now);
  const dayOfHour = times.map((time) => days.findIndex(({ start, end }) => time >= start && time < end));
  return (column: Column, scale: number): Sums => {
    const sums = days.map((): number | null => null);
    for (const [hour, value] of column.entries()) {
      const day = dayOfHour[hour] ?? -1;
      if (value !== null && day >= 0) sums[day] = (sums[day] ?? 0) + value / scale;
    }
    const middles = days.map(({ start, end }) => (start + end) / 2);
    return {
      points: middles.flatMap((time, day): Point[] => {
        const value = sums[day] ?? null;
        if (value === null) return [];
        return [day > 0 && sums[day - 1] === null ? { time, value, afterGap: true } : { time, value }];
      }),
      unheard: middles.filter((_, day) => sums[day] === null),
    };
  };
};

/** How far stacks and lines reach: up, and down as a negative number. */
const reachOf = (series: readonly DrawnSeries[]) => {
  const ends = [
    ...stackedBars(series).map(({ to }) => to),
    ...series
      .filter(({ bars }) => !bars)
      .flatMap(drawnPoints)
      .map(({ value }) => value),
  ];
  return { min: Math.min(0, ...ends), max: Math.max(0, ...ends) };
};

const energyAxis = (series: readonly DrawnSeries[], count?: number): DrawnAxis => {
  const { min, max } = reachOf(series);
  const reach = { min, max: Math.max(max, LEAST_KILOWATT_HOURS) };
  return { measure: 'kilowatt-hours', ...twoSidedAxis(reach, count) };
};

/** kWh in a row, where there is room for the end of the scale alone. */
const ROW_TICK_COUNT = 5;

/** The same plot with what a battery gave and took in a row of its own; in a home without any other meter they are the plot. */
export const withStoredApart = (model: PlotModel): PlotModel => {
  const [stored, others] = [
    model.series.filter(({ beside }) => beside),
    model.series.filter(({ beside, second }) => !beside && !second),
  ];
  return stored.length === 0 || others.length === 0
    ? model
    : { ...model, axis: energyAxis(others), stored: energyAxis(stored, ROW_TICK_COUNT) };
};

const runtimeAxis = (series: readonly DrawnSeries[]): DrawnAxis => {
  const { max, ticks } = durationAxis(Math.max(LEAST_RUNTIME, reachOf(series).max));
  return { measure: 'seconds', extent: { min: 0, max }, ticks };
};

/**
 * What the home used on each day: kWh by kind of device on one another, so that a stack is the sum of its day. A battery only
 * stores: what it gave stands beside the stack, upwards, and what it took hangs below. Heating and cooling without a meter
 * have a row of their own, in hours; in a home without any meter they are the plot.
 */
export const houseDaysModel = (
  energy: HouseEnergy,
  kindById: KindById,
  period: Period,
  { calendar, now }: { readonly calendar: Calendar; readonly now: number },
): PlotModel => {
  const times = energy.hours.map((time) => Date.parse(time));
  const sumUp = daySums(times, period, calendar, now);
  const tones = tonesOf(energy, kindById);
  const columnsOf = (kind: DeviceKind) => energyColumns(energy, kindById, (one) => one === kind);
  const isCounted = countedIn(energy, kindById);
  const base = { steps: false, bars: true, second: false } as const;
  const used = METERED.filter(isCounted).map((kind) => ({
    ...base,
    ...sumUp(sumOf(columnsOf(kind), times.length), WATT_HOURS_OF_KWH),
    key: kind,
    name: `use-${kind}`,
    ...tones.get(kind),
  }));
  const stored = STORED.map(({ sign, ...line }) => ({
    ...base,
    ...sumUp(
      sumOf(
        columnsOf('battery').map((column) => oneWay(column, sign)),
        times.length,
      ),
      WATT_HOURS_OF_KWH,
    ),
    ...line,
    ...tones.get('battery'),
    beside: true as const,
  }));
  const metered: DrawnSeries[] = [...used, ...stored].filter(({ points }) => points.length > 0);
  const runtimes = (['heat', 'cool'] as const)
    .map((target) => ({
      ...base,
      ...sumUp(sumOf(runtimeColumns(energy, target), times.length), 1),
      key: target,
      name: `run-${target}`,
      target,
      second: metered.length > 0,
    }))
    // Outside of its season the equipment never runs.
    .filter(({ points }) => points.some(({ value }) => value > 0));
  const series = [...metered, ...runtimes];
  const isApart = metered.length > 0 && runtimes.length > 0;
  return {
    id: 'home-energy',
    period,
    maxGap: 12 * HOUR,
    axis: metered.length > 0 ? energyAxis(metered) : runtimeAxis(runtimes),
    second: isApart ? { ...runtimeAxis(runtimes), apart: true } : null,
    series,
    levels: null,
    daily: true,
    stacked: true,
    isEmpty: series.length === 0,
  };
};
