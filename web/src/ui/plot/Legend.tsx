import { useId } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { isSummedUp } from '#domain/plot/stack.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import { BarSwatch, RangeSwatch } from './Bars.tsx';
import styles from './Plot.module.css';
import { DotSwatch } from './Scatter.tsx';
import { seriesLabel, stackTexts } from './plot-text.ts';
import { isScatter, signOf, toneOf } from './series-tone.ts';

/**
 * What each kind amounts to in the whole period; those of the sum add up to it as they are shown. Of points that are no part
 * of it, none: what a battery gave and took would cancel out.
 */
const amountsOf = ({ series, axis, second, stacked }: PlotModel): ReadonlyMap<string, string> => {
  const totalOf = ({ points }: PlotModel['series'][number]) =>
    points.reduce((sum, { value }) => sum + value, 0);
  const summed = series.filter(isSummedUp);
  const { parts } = stackTexts(summed.map(totalOf), axis.measure);
  return new Map([
    ...series
      .filter((line) => !isSummedUp(line) && (stacked || line.second))
      .map((line): [string, string] => {
        const measure = line.second && second ? second.measure : axis.measure;
        return [line.key, stackTexts([totalOf(line)], measure).sum];
      }),
    ...summed.map(({ key }, index): [string, string] => [key, parts[index] ?? '']),
  ]);
};

const nameOf = ({ series, second, daily }: PlotModel, index: number): string => {
  const line = series[index];
  const name = seriesLabel(line?.name ?? '');
  if (line?.second && !second?.apart) return t('plot.second', { name });
  return index === 0 && daily && line?.points.some(({ span }) => span) ? t('plot.ranged', { name }) : name;
};

/** The names of the series with what they are drawn by; of the energy of a home with their amounts. */
export function Legend({ model }: { readonly model: PlotModel }) {
  useT();
  const id = useId();
  const amounts = model.stacked || model.hourly ? amountsOf(model) : null;
  return (
    <ul className={styles['legend']}>
      {model.series.map(({ key, bars, points }, index) => (
        <li key={key} className={toneOf(model, index)}>
          {bars ? (
            <BarSwatch model={model} index={index} id={`${id}${index}`} />
          ) : isScatter(model) ? (
            <DotSwatch sign={signOf(model, index)} />
          ) : (
            <svg width="28" height="12" aria-hidden="true">
              {index === 0 && points.some(({ span }) => span) ? <RangeSwatch /> : null}
              <line className={styles['line']} x1="1" x2="27" y1="6" y2="6" />
            </svg>
          )}
          <span>
            {nameOf(model, index)}
            {amounts?.has(key) ? <b> {amounts.get(key)}</b> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
