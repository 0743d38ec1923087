import type { Meter } from '../kinds/define.ts';
import type { Plot } from '../kinds/plot.ts';
import { HOUR } from '../time/time.ts';
import { drawnPoints } from './model.ts';
import type { DrawnAxis, DrawnSeries, PlotModel } from './model.ts';
import type { Calendar, Period } from './period.ts';
import type { Point } from './point.ts';
import { axisReach, twoSidedAxis } from './scale.ts';
import { energyPoints } from './series.ts';
import type { RawPoint } from './series.ts';
import type { EnergyHour } from './summary.ts';
import { bucketsOf, sumCellOf } from './table.ts';
import type { Bucket } from './table.ts';

interface DailyInput {
  readonly plot: Plot;
  readonly meter: Meter;
  /** At the meter. */
  readonly hours: readonly EnergyHour[];
  /** Of the plot's other series; one that could not be fetched is absent. */
  readonly data: Readonly<Record<string, readonly RawPoint[]>>;
  readonly period: Period;
  readonly calendar: Calendar;
  /** Where the day that is going on begins; its sums are those so far. */
  readonly today: number;
}

/**
 * One point in the middle of each day that has points: their sum. After a day that has none comes a gap, and before today:
 * a line to what is known so far would seem to fall.
 */
const sumsByDay = (points: readonly Point[], days: readonly Bucket[], today: number): Point[] => {
  const sums = days.map((day) => sumCellOf(points, day));
  return days.flatMap((day, index) => {
    const sum = sums[index];
    if (!sum) return [];
    const isAfterGap = index > 0 && (!sums[index - 1] || day.start === today);
    const point = { time: (day.start + day.end) / 2, value: sum.mean };
    return [isAfterGap ? { ...point, afterGap: true } : point];
  });
};

const axisOf = (series: readonly DrawnSeries[]): DrawnAxis => {
  const { min, max } = axisReach(series.map(drawnPoints));
  return { measure: 'kilowatt-hours', ...twoSidedAxis({ min, max: max === min ? min + 1 : max }) };
};

/** The same plot without the optional series that are not asked for, on an axis for the others. */
export const withOptional = (model: PlotModel, asked: ReadonlySet<string>): PlotModel => {
  const series = model.series.filter(({ key, optional }) => !optional || asked.has(key));
  return series.length === model.series.length || series.length === 0
    ? model
    : { ...model, series, axis: axisOf(series) };
};

/**
 * The energy of each day: what the meter tells as bars, other series of the plot as lines. Over days the power itself is
 * nothing but spikes. A battery has a bar for what it gave and, downwards, one for what it took; of an hour in which it did
 * both, the difference counts. Days without readings have neither bar nor point.
 */
export const dailyEnergy = ({ plot, meter, hours, data, period, calendar, today }: DailyInput): PlotModel => {
  const days = bucketsOf(period, calendar);
  const heard = hours.flatMap(({ time, value }) =>
    value === null ? [] : [{ time: Date.parse(time), value: value / 1_000 }],
  );
  const base = { unheard: [], steps: false, second: false } as const;
  const barsOf = (name: string, share: (taken: number) => number) => ({
    ...base,
    key: `${meter.key} ${name}`,
    name,
    tone: 0,
    bars: true as const,
    points: sumsByDay(
      heard.map(({ time, value }) => ({ time, value: share(value) })),
      days,
      today,
    ),
  });
  const bars: DrawnSeries[] = meter.gives
    ? [
        barsOf('given', (taken) => Math.max(0, -taken)),
        { ...barsOf('taken', (taken) => Math.max(0, taken)), below: true },
      ]
    : [barsOf('energy', (taken) => taken)];
  const lines = plot.series.flatMap(({ key, name, byDay, byDayOptional }, tone): DrawnSeries[] =>
    byDay
      ? [
          {
            ...base,
            key,
            name,
            tone,
            ...(byDayOptional ? { optional: true } : {}),
            points: sumsByDay(energyPoints(data[key] ?? [], period), days, today),
          },
        ]
      : [],
  );
  const series = [...bars, ...lines].filter(({ points }) => points.length > 0);
  return {
    id: 'energy',
    period,
    maxGap: 12 * HOUR,
    axis: axisOf(series),
    second: null,
    series,
    levels: null,
    daily: true,
    isEmpty: series.length === 0,
  };
};
