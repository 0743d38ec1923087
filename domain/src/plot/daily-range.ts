import type { DrawnSeries, PlotModel } from './model.ts';
import type { Calendar } from './period.ts';
import type { Point } from './point.ts';
import { bucketsOf, cellOf } from './table.ts';
import type { Bucket } from './table.ts';
import { HOUR, SECOND } from '../time/time.ts';

/** Seconds of a day that its readings speak for; all of it where they do not tell. */
const heardSeconds = (points: readonly Point[], { start, end }: Bucket): number => {
  const parts = points.flatMap(({ time, part }) =>
    part && time >= start && time < end ? [part.seconds] : [],
  );
  return parts.length > 0 ? parts.reduce((sum, seconds) => sum + seconds, 0) : (end - start) / SECOND;
};

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
              part: { mean: cell.mean, seconds: heardSeconds(points, day) },
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
