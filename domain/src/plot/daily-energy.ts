import { HOUR } from '../time.ts';
import type { PlotModel } from './model.ts';
import type { Calendar, Period } from './period.ts';
import { axisExtent, ticksOf } from './scale.ts';
import type { EnergyHour } from './summary.ts';
import { bucketsOf } from './table.ts';

/** The energy of each day as bars: in a month the power itself is nothing but spikes. Days without readings have no bar. */
export const dailyEnergy = (
  key: string,
  hours: readonly EnergyHour[],
  period: Period,
  calendar: Calendar,
): PlotModel => {
  const points = bucketsOf(period, calendar).flatMap(({ start, end }) => {
    const heard = hours.flatMap(({ time, value }) => {
      const at = Date.parse(time);
      return value !== null && at >= start && at < end ? [value] : [];
    });
    if (heard.length === 0) return [];
    return [{ time: (start + end) / 2, value: heard.reduce((sum, value) => sum + value, 0) / 1_000 }];
  });
  const extent = axisExtent({ type: 'from-zero' }, [points]);
  return {
    id: 'energy',
    period,
    maxGap: 12 * HOUR,
    axis: { measure: 'kilowatt-hours', extent, ticks: ticksOf(extent) },
    second: null,
    series:
      points.length === 0
        ? []
        : [{ key, name: 'energy', points, unheard: [], steps: false, second: false, bars: true }],
    levels: null,
    isEmpty: points.length === 0,
  };
};
