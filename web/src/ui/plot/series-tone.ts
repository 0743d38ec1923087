import type { PlotModel } from '#domain/plot/model.ts';
import type { Sign } from '#domain/plot/path.ts';
import styles from './Plot.module.css';

/** Targets have the colours of heating and cooling everywhere; all other series get a colour by their position. */
export const toneOf = ({ series }: Pick<PlotModel, 'series'>, index: number): string => {
  const { target, tone = index, below } = series[index] ?? {};
  const classes = [target ?? `series-${(tone % 6) + 1}`, `dash-${tone % 4}`, ...(below ? ['hollow'] : [])];
  return classes.map((name) => styles[name]).join(' ');
};

/** In a week of hours the time of heating is a jagged line: it is not heavier than those that it crosses. */
export const lineOf = ({ series, hourly, period }: PlotModel, index: number): string => {
  const isFine = hourly !== undefined && period.range !== 'day' && series[index]?.second;
  return `${styles['line']} ${isFine ? styles['fine'] : ''}`;
};

/** Of an hour of a month there is less than a pixel. */
export const isScatter = ({ hourly, period }: Pick<PlotModel, 'hourly' | 'period'>): boolean =>
  hourly !== undefined && period.range === 'month';

const SIGNS = ['stick', 'ring', 'cross', 'dash', 'roof'] as const satisfies readonly Sign[];

/** The sign around each point of a series; null: the point alone, for the time of heating, which has most of the points. */
export const signOf = ({ series }: Pick<PlotModel, 'series'>, index: number): Sign | null => {
  const { target } = series[index] ?? {};
  if (target === 'heat') return null;
  return target === 'cool' ? 'bowl' : (SIGNS[index % SIGNS.length] ?? null);
};
