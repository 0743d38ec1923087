import type { PlotModel } from '#domain/plot/model.ts';
import type { Sign } from '#domain/plot/path.ts';
import { TEXTURES } from './textures.ts';
import type { Texture } from './textures.ts';
import styles from './Plot.module.css';

/** By name: what the sun makes, and a bound that nothing follows. */
const NAMED: Readonly<Record<string, string>> = { pv: 'solar', max: 'either' };

/** Targets have the colours of heating and cooling everywhere; most other series get a colour by their position. */
export const toneOf = ({ series }: Pick<PlotModel, 'series'>, index: number): string => {
  const { name = '', target, tone = index, dash = tone, below, beside, bars, second } = series[index] ?? {};
  const classes = [
    target ?? NAMED[name] ?? `series-${(tone % 6) + 1}`,
    `dash-${dash % 4}`,
    ...(below ? ['hollow'] : []),
    ...(beside || (bars && second) ? ['quiet'] : []),
  ];
  return classes.map((one) => styles[one]).join(' ');
};

/** Of an hour of a month there is less than a pixel. */
export const isScatter = ({ hourly, period }: Pick<PlotModel, 'hourly' | 'period'>): boolean =>
  hourly !== undefined && period.range === 'month';

/** Hours of a week: where there is little width, dashes would run into one another. */
export const isFine = ({ hourly, period }: Pick<PlotModel, 'hourly' | 'period'>): boolean =>
  hourly !== undefined && period.range === 'week';

const SIGNS = ['stick', 'ring', 'cross', 'dash', 'roof'] as const satisfies readonly Sign[];

/** The sign around each point of a series; null: the point alone, for the time of heating, which has most of the points. */
export const signOf = ({ series }: Pick<PlotModel, 'series'>, index: number): Sign | null => {
  const { target } = series[index] ?? {};
  if (target === 'heat') return null;
  return target === 'cool' ? 'bowl' : (SIGNS[index % SIGNS.length] ?? null);
};

/** What tells the bars of a stack apart besides their colour; null: the plain one. */
export const textureOf = ({ series, stacked }: PlotModel, index: number): Texture | null => {
  const { dash = index, target, beside } = series[index] ?? {};
  if (!stacked || dash === 0 || beside || target === 'heat') return null;
  return TEXTURES[target ? 0 : (dash - 1) % TEXTURES.length]?.name ?? null;
};

/** Heating and cooling have their colours, being off has none, and other modes get them in the order of their names. */
export const laneTone = (names: readonly string[], name: string): string => {
  const known = { heat: 'heat', cool: 'cool', off: 'either' }[name.trim().toLowerCase()];
  return styles[known ?? `series-${(names.indexOf(name) % 6) + 1}`] ?? '';
};
