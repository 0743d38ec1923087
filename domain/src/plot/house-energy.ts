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
import type { Period } from './period.ts';
import type { Point } from './point.ts';
import { axisExtent, durationAxis, ticksOf } from './scale.ts';

interface Hours {
  readonly times: readonly number[];
  readonly now: number;
}

/**
 * Hours that were not heard are gaps. The hour that is going on stands apart: a line to it would seem to fall, whatever the
 * home does.
 */
const pointsOf = (column: Column, { times, now }: Hours, scale: number): Point[] => {
  let isAfterGap = false;
  return times.flatMap((time, index) => {
    const value = column[index] ?? null;
    const isApart = isAfterGap || (index > 0 && time + HOUR > now);
    isAfterGap = value === null;
    return value === null
      ? []
      : [{ time, value: value / scale, ...(isApart ? { afterGap: true as const } : {}) }];
  });
};

const unheardOf = (column: Column, { times }: Hours): number[] =>
  times.filter((_, index) => (column[index] ?? null) === null);

/** kWh: the standby of a few devices must not look like a day's work. */
const LEAST_AXIS = 0.5;

const energyAxis = (lines: readonly (readonly Point[])[]): DrawnAxis => {
  const extent = axisExtent({ type: 'from-zero', least: LEAST_AXIS }, lines);
  return { measure: 'kilowatt-hours', extent, ticks: ticksOf(extent) };
};

/** s: a minute must not look like an hour. */
const LEAST_RUNTIME = 600;

/** Beside energy it has a row of its own, where lines of two units do not cross. */
const runtimeAxis = (series: readonly DrawnSeries[], isApart: boolean): DrawnAxis => {
  const longest = Math.max(
    LEAST_RUNTIME,
    ...series.flatMap(({ points }) => points.map(({ value }) => value)),
  );
  const { max, ticks } = durationAxis(longest);
  return { measure: 'seconds', extent: { min: 0, max }, ticks, ...(isApart ? { apart: true } : {}) };
};

const WATT_HOURS_OF_KWH = 1_000;

/**
 * What the home used: kWh in each hour by kind of device; runtime of heating and cooling, in seconds, on a second axis. What a
 * battery gave is drawn above zero, what it took below, as in the bars of days.
 */
export const houseEnergyModel = (
  energy: HouseEnergy,
  kindById: KindById,
  period: Period,
  now: number,
): PlotModel => {
  const hours = { times: energy.hours.map((time) => Date.parse(time)), now };
  const common = { steps: false } as const;
  const tones = tonesOf(energy, kindById);
  const isCounted = countedIn(energy, kindById);
  // A car lies on the line of the charger that feeds it.
  const drawn = METERED.filter((kind) => kind !== 'ev' || isCounted(kind));
  const metered = drawn.flatMap((kind): DrawnSeries[] => {
    const columns = energyColumns(energy, kindById, (one) => one === kind);
    if (columns.length === 0) return [];
    const lineOf = (each: readonly Column[]) => {
      const sum = sumOf(each, hours.times.length);
      return {
        ...common,
        points: pointsOf(sum, hours, WATT_HOURS_OF_KWH),
        unheard: unheardOf(sum, hours),
        second: false,
        ...tones.get(kind),
      };
    };
    return isCounted(kind)
      ? [{ ...lineOf(columns), key: kind, name: `use-${kind}` }]
      : STORED.map(({ sign, ...line }) => ({
          ...lineOf(columns.map((column) => oneWay(column, sign))),
          ...line,
          beside: true,
        }));
  });
  const runtimes = (['heat', 'cool'] as const).flatMap((target): DrawnSeries[] => {
    const sum = sumOf(runtimeColumns(energy, target), hours.times.length);
    // Outside of its season the equipment never runs.
    if (!sum.some((value) => value !== null && value > 0)) return [];
    const points = pointsOf(sum, hours, 1);
    return [
      {
        ...common,
        key: target,
        name: `run-${target}`,
        points,
        unheard: unheardOf(sum, hours),
        second: true,
        target,
      },
    ];
  });
  const series = [...metered, ...runtimes];
  const axis = energyAxis(metered.map(drawnPoints));
  return {
    id: 'home-energy',
    period,
    maxGap: HOUR,
    axis,
    second: runtimes.length === 0 ? null : runtimeAxis(runtimes, metered.length > 0),
    series,
    levels: null,
    hourly: { until: now },
    isEmpty: series.length === 0,
  };
};

/** How many times as high as today the day before may be beside it: more would press the lines of today flat. */
const MOST_TIMES_HIGHER = 4;

/**
 * The same graph with what all devices together used in the day before, hour by hour at the same times, on one axis. Of a day
 * before that was far higher only the highest hour is told, unless there is nothing of today to see yet.
 */
export const withDayBefore = (
  model: PlotModel,
  { hours, ...energy }: HouseEnergy,
  kindById: KindById,
  start: number,
): PlotModel => {
  const columns = energyColumns({ hours, ...energy }, kindById, countedIn({ hours, ...energy }, kindById));
  const sums = sumOf(columns, hours.length);
  const heard = hours.flatMap((time, index): Point[] => {
    const value = sums[index] ?? null;
    return value === null
      ? []
      : [{ time: Date.parse(time) - start + model.period.start, value: value / WATT_HOURS_OF_KWH }];
  });
  if (heard.length === 0) return model;
  const most = Math.max(...heard.map(({ value }) => value));
  const lines = model.series.filter(({ second }) => !second).map(drawnPoints);
  const mostToday = Math.max(0, ...lines.flat().map(({ value }) => value));
  if (mostToday >= LEAST_AXIS && most > mostToday * MOST_TIMES_HIGHER) {
    return { ...model, earlier: { points: [], most } };
  }
  return { ...model, axis: energyAxis([...lines, heard]), earlier: { points: heard, most } };
};

/** In how many hours a home used so many kWh at least. */
export const busyHours = (energy: HouseEnergy, kindById: KindById, least: number): number =>
  sumOf(energyColumns(energy, kindById, countedIn(energy, kindById)), energy.hours.length).filter(
    (value) => value !== null && value >= least * WATT_HOURS_OF_KWH,
  ).length;

export interface HomeUse {
  /** kWh of all devices that only take; of a car and the charger that feeds it once. null: none is metered. */
  readonly kilowattHours: number | null;
  /** Seconds; null: no thermostat tells. */
  readonly heat: number | null;
  readonly cool: number | null;
  /** The hour with the highest use, and its kWh. */
  readonly most: Point | null;
  /** Hours of devices that were heard. */
  readonly heard: number;
}

const total = (column: Column): number | null => {
  const known = column.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

/** What was used until an instant; of the hour that contains it the share before. */
export const homeUse = (energy: HouseEnergy, kindById: KindById, until: number): HomeUse => {
  const times = energy.hours.map((time) => Date.parse(time));
  const length = times.length;
  const cut = (column: Column): Column =>
    column.map((value, index) => {
      const share = Math.min(1, (until - (times[index] ?? 0)) / HOUR);
      return value === null || share <= 0 ? null : value * share;
    });
  const columns = energyColumns(energy, kindById, countedIn(energy, kindById)).map(cut);
  const sums = sumOf(columns, length);
  const runtime = (target: 'heat' | 'cool') => total(cut(sumOf(runtimeColumns(energy, target), length)));
  const wattHours = total(sums);
  let most: Point | null = null;
  for (const [index, value] of sums.entries()) {
    if (value !== null && value > (most ? most.value * WATT_HOURS_OF_KWH : 0)) {
      most = { time: times[index] ?? 0, value: value / WATT_HOURS_OF_KWH };
    }
  }
  return {
    kilowattHours: wattHours === null ? null : wattHours / WATT_HOURS_OF_KWH,
    heat: runtime('heat'),
    cool: runtime('cool'),
    most,
    heard: columns.flat().filter((value) => value !== null).length,
  };
};

/** kWh of the period before; null: it was heard for less than half as long. */
export const comparableUse = (now: HomeUse, before: HomeUse | null): number | null =>
  before !== null && before.heard > 0 && before.heard >= now.heard / 2 ? before.kilowattHours : null;
