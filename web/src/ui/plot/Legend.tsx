import { useId } from 'react';
import { isRested } from '#domain/plot/hours.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { isSummedUp } from '#domain/plot/stack.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import { BarSwatch, RangeSwatch } from './Bars.tsx';
import styles from './Plot.module.css';
import { DotSwatch } from './Scatter.tsx';
import { restedText, seriesLabel, stackTexts, valueText } from './plot-text.ts';
import { isFine, isScatter, signOf, toneOf } from './series-tone.ts';

/** What each kind amounts to in the whole period; those of the sum add up to it as they are shown. */
const amountsOf = ({ series, axis, second }: PlotModel): ReadonlyMap<string, string> => {
  const totalOf = ({ points }: PlotModel['series'][number]) =>
    points.reduce((sum, { value }) => sum + value, 0);
  const summed = series.filter(isSummedUp);
  const { parts } = stackTexts(summed.map(totalOf), axis.measure);
  return new Map([
    ...series
      .filter((line) => !isSummedUp(line))
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

/** Of two lines that are alike, one above zero and one below. */
const ARROWS = { up: 'M9 8.5l5 -7 5 7z', down: 'M9 3.5l5 7 5 -7z' } as const;

function Swatch({ model, index, id }: { model: PlotModel; index: number; id: string }) {
  const { bars = false, points = [], beside = false, below = false } = model.series[index] ?? {};
  if (bars) return <BarSwatch model={model} index={index} id={`${id}${index}`} />;
  if (isScatter(model)) return <DotSwatch sign={signOf(model, index)} />;
  return (
    <svg width="28" height="12" aria-hidden="true">
      {index === 0 && points.some(({ span }) => span) ? <RangeSwatch /> : null}
      <line className={styles['line']} x1="1" x2="27" y1="6" y2="6" />
      {beside ? <path className={styles['arrow']} d={ARROWS[below ? 'down' : 'up']} /> : null}
    </svg>
  );
}

interface LegendProps {
  readonly model: PlotModel;
  /** The optional series that are drawn. */
  readonly asked: ReadonlySet<string>;
  readonly onAsk: (key: string) => void;
}

/** The names of the series with what they are drawn by; of the energy of a home with their amounts. */
export function Legend({ model, asked, onAsk }: LegendProps) {
  useT();
  const id = useId();
  const amounts = model.stacked || model.hourly ? amountsOf(model) : null;
  const rested = restedText(model);
  return (
    <ul className={`${styles['legend']} ${isFine(model) ? styles['fine'] : ''}`}>
      {model.series.map((line, index) => {
        const { key, optional } = line;
        if (isRested(model, line)) return null;
        const swatch = <Swatch model={model} index={index} id={id} />;
        if (optional) {
          return (
            <li key={key} className={toneOf(model, index)}>
              <button
                type="button"
                className={styles['optional']}
                aria-pressed={asked.has(key)}
                onClick={() => onAsk(key)}
              >
                {swatch}
                {t(asked.has(key) ? 'plot.optional.hide' : 'plot.optional.show', {
                  name: nameOf(model, index),
                })}
              </button>
            </li>
          );
        }
        return (
          <li key={key} className={toneOf(model, index)}>
            {swatch}
            <span>
              {nameOf(model, index)}
              {amounts?.has(key) ? <b> {amounts.get(key)}</b> : null}
            </span>
          </li>
        );
      })}
      {isScatter(model) ? <li>{t('plot.dots')}</li> : null}
      {model.earlier && model.earlier.points.length > 0 ? (
        <li>
          <svg width="28" height="12" aria-hidden="true">
            <line className={styles['earlier']} x1="2" x2="26" y1="6" y2="6" />
          </svg>
          <span>{t('plot.earlier')}</span>
        </li>
      ) : null}
      {model.earlier?.points.length === 0 ? (
        <li>{t('plot.earlier.leftOut', { value: valueText(model.earlier.most, model.axis.measure) })}</li>
      ) : null}
      {rested === '' ? null : <li className={styles['rested']}>{rested}</li>}
    </ul>
  );
}
