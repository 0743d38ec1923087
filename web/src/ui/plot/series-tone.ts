import type { PlotModel } from '#domain/plot/model.ts';
import styles from './Plot.module.css';

/** Targets have the colours of heating and cooling everywhere; all other series get a colour by their position. */
export const toneOf = ({ series }: Pick<PlotModel, 'series'>, index: number): string => {
  const { target, tone = index, below } = series[index] ?? {};
  const classes = [target ?? `series-${(tone % 6) + 1}`, `dash-${tone % 4}`, ...(below ? ['hollow'] : [])];
  return classes.map((name) => styles[name]).join(' ');
};
