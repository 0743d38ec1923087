import type { PlotModel } from '#domain/plot/model.ts';
import styles from './Plot.module.css';

/** Targets have the colours of heating and cooling everywhere; all other series get a colour by their position. */
export const toneOf = ({ series }: Pick<PlotModel, 'series'>, index: number): string =>
  `${styles[series[index]?.target ?? `series-${(index % 6) + 1}`]} ${styles[`dash-${index % 4}`]}`;
