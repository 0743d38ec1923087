import type { DrawnSeries, PlotModel } from './model.ts';
import type { Calendar } from './period.ts';
import type { Point } from './point.ts';
import { bucketsOf, cellOf } from './table.ts';
import { HOUR } from '../time/time.ts';

/**
 * A long plot of readings by days: the mean of each day, in its middle, with its lowest and highest. Days without readings
 * are gaps. The axis stays that of the readings.
 */
export const dailyRange = (model: PlotModel, calendar: Calendar): PlotModel => {
  const days = bucketsOf(model.period, calendar);
  const byDay = ({ points }: DrawnSeries): Point[] => {
    let isAfterGap = false;
    return days.flatMap((day) => {
      const cell = cellOf(points, day);
      const isApart = isAfterGap;
      isAfterGap = cell === null;
      return cell === null
        ? []
        : [
            {
              time: (day.start + day.end) / 2,
              value: cell.mean,
              span: { low: cell.low, high: cell.high },
              ...(isApart ? { afterGap: true as const } : {}),
            },
          ];
    });
  };
  return {
    ...model,
    series: model.series.map((series) => ({
      ...series,
      steps: false,
      unheard: [],
      points: byDay(series),
    })),
    maxGap: 12 * HOUR,
    daily: true,
  };
};
