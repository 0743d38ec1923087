import { digitsOf, linear, stepFor, ticksOf } from '#domain/plot/scale.ts';
import type { Extent } from '#domain/plot/scale.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { useHouse } from '#web/api/house-context.ts';
import { formatNumber, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useSize } from '#web/ui/plot/use-size.ts';
import styles from './SavingPlot.module.css';
import type { Interval } from './figures.ts';

const HEIGHT = 260;
/** rem, so that there is room for larger text. */
const EDGE = { left: 2.5, right: 0.75, top: 1.75, bottom: 1.75 } as const;
/** rem per label of the time axis. */
const LABEL_WIDTH = 4.5;
const QUARTERS_PER_HOUR = 4;
const KILO = 1000;
const UNIT = 'kW';

/** Wh of a quarter hour → kW. */
const powerOf = (wh: number): number => (wh * QUARTERS_PER_HOUR) / KILO;

const TICKS = 4;

/** From zero, or from below it, to a round value. */
const extentOf = (values: readonly number[]): Extent => {
  const [min, max] = [Math.min(0, ...values), Math.max(0.1, ...values)];
  const step = stepFor({ min, max }, TICKS);
  return { min: Math.floor(min / step) * step, max: Math.ceil(max / step) * step };
};

/** Usual against actual power in the event; what lies between them was saved. */
export function SavingPlot({ quarters }: { readonly quarters: readonly Interval[] }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const [element, { width, rem }] = useSize<HTMLDivElement>();
  const [left, right] = [EDGE.left * rem, width - EDGE.right * rem];
  const [first, last] = [quarters[0]?.time ?? 0, (quarters.at(-1)?.time ?? 0) + QUARTER];
  const values = quarters.flatMap(({ baselineWh, actualWh }) => [powerOf(baselineWh), powerOf(actualWh)]);
  const extent = extentOf(values);
  const ticks = ticksOf(extent, TICKS);
  const x = linear({ min: first, max: last }, [left, right]);
  const y = linear(extent, [HEIGHT - EDGE.bottom * rem, EDGE.top * rem]);
  const line = (valueOf: (interval: Interval) => number) =>
    quarters.flatMap((interval) => {
      const level = y(powerOf(valueOf(interval)));
      return [`${x(interval.time)},${level}`, `${x(interval.time + QUARTER)},${level}`];
    });
  const usual = line(({ baselineWh }) => baselineWh);
  const actual = line(({ actualWh }) => actualWh);
  const room = Math.max(1, Math.floor((right - left) / (LABEL_WIDTH * rem)));
  const step = Math.max(1, Math.ceil(quarters.length / QUARTERS_PER_HOUR / room)) * QUARTERS_PER_HOUR;
  const hours = quarters.filter((_, index) => index % step === 0);
  return (
    <div ref={element} className={styles['plot']}>
      {width > 0 ? (
        <svg
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          aria-hidden="true"
          focusable="false"
        >
          <text x={0} y={0.75 * rem} className={styles['label']}>
            {UNIT}
          </text>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className={styles['rule']} />
              <text x={left - 8} y={y(tick) + rem / 4} textAnchor="end" className={styles['label']}>
                {formatNumber(tick, digitsOf(ticks))}
              </text>
            </g>
          ))}
          {quarters.map(({ time, baselineWh, actualWh }) => (
            <rect
              key={time}
              x={x(time)}
              width={x(time + QUARTER) - x(time)}
              y={y(powerOf(Math.max(baselineWh, actualWh)))}
              height={Math.abs(y(powerOf(baselineWh)) - y(powerOf(actualWh)))}
              className={styles[baselineWh >= actualWh ? 'saved' : 'more']}
            />
          ))}
          <polyline points={usual.join(' ')} className={styles['usual']} />
          <polyline points={actual.join(' ')} className={styles['actual']} />
          {hours.map(({ time }) => (
            <text key={time} x={x(time)} y={HEIGHT - rem / 2} className={styles['label']}>
              {timeOfDay(new Date(time), timezone)}
            </text>
          ))}
        </svg>
      ) : null}
      <ul className={styles['legend']} aria-hidden="true">
        <li className={styles['actual-key']}>{t('receipt.actual.line')}</li>
        <li className={styles['usual-key']}>{t('receipt.usual.line')}</li>
      </ul>
    </div>
  );
}
