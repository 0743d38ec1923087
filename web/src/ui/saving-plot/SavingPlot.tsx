import { digitsOf, linear, ticksOf } from '#domain/plot/scale.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { startOfHour } from '#domain/time/time.ts';
import { formatNumber, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useSize } from '../plot/use-size.ts';
import styles from './SavingPlot.module.css';
import { POWER_TICKS, powerExtent, powerOf, timeTicks } from './saving-axis.ts';

const HEIGHT = 260;
/** rem, so that there is room for larger text. */
const EDGE = { left: 2.5, right: 1.5, top: 1.75, bottom: 1.75 } as const;
/** rem per label of the time axis. */
const LABEL_WIDTH = 4.5;
/** px that a label inside the saving needs. */
const LABEL_HEIGHT = 24;
/** rem of the sum inside the saving. */
const SUM_WIDTH = 9;
const UNIT = 'kW';

interface Quarter {
  /** ms */
  readonly time: number;
  readonly baselineWh: number;
  readonly actualWh: number;
}

interface Props {
  readonly quarters: readonly Quarter[];
  readonly zone: string;
  /** What lies between the two lines, such as "1.20 kWh saved"; null: nothing is to be read there. */
  readonly label: string | null;
  /** Usual use in the quarter hours that follow, while the event goes on. */
  readonly ahead?: readonly Omit<Quarter, 'actualWh'>[];
  /** ms; end of the axis, if the event goes on. */
  readonly until?: number;
  /** ms; marked while the event runs. */
  readonly now?: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Usual against actual power in the event; what lies between them was saved. */
export function SavingPlot({ quarters, ahead = [], zone, label, until = 0, now }: Props) {
  const t = useT();
  const [element, { width, rem }] = useSize<HTMLDivElement>();
  const [left, right] = [EDGE.left * rem, width - EDGE.right * rem];
  const first = quarters[0]?.time ?? 0;
  const end = (quarters.at(-1)?.time ?? 0) + QUARTER;
  const last = Math.max(end, until);
  const compared = [...quarters, ...ahead];
  const values = [
    ...compared.map(({ baselineWh }) => powerOf(baselineWh)),
    ...quarters.map(({ actualWh }) => powerOf(actualWh)),
  ];
  const extent = powerExtent(values);
  const ticks = ticksOf(extent, POWER_TICKS);
  const x = linear({ min: first, max: last }, [left, right]);
  const y = linear(extent, [HEIGHT - EDGE.bottom * rem, EDGE.top * rem]);
  const levelsOf = (valueOf: (quarter: Quarter) => number) =>
    quarters.map((quarter) => y(powerOf(valueOf(quarter))));
  const lineOf = (levels: readonly number[]) =>
    compared
      .slice(0, levels.length)
      .flatMap(({ time }, index) => {
        const level = levels[index] ?? 0;
        return [`${x(time)},${level}`, `${x(time + QUARTER)},${level}`];
      })
      .join(' ');
  const usual = levelsOf(({ baselineWh }) => baselineWh);
  const usualAhead = ahead.map(({ baselineWh }) => y(powerOf(baselineWh)));
  const actual = levelsOf(({ actualWh }) => actualWh);
  const between = [meanOf(usual), meanOf(actual)] as const;
  const isRoomy = between[1] - between[0] >= LABEL_HEIGHT;
  const labelLevel = isRoomy
    ? (between[0] + between[1]) / 2 + rem / 3
    : Math.max(rem, Math.min(...usual, ...actual) - rem / 2);
  const isNarrow = x(end) - x(first) < SUM_WIDTH * rem;
  const isAtStart = (time: number): boolean => x(time) - (LABEL_WIDTH * rem) / 2 < 0;
  const isAtEnd = (time: number): boolean => time > first && x(time) + (LABEL_WIDTH * rem) / 2 > width;
  const room = Math.floor((right - left) / (LABEL_WIDTH * rem)) + 1;
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
          {last > end ? (
            <rect
              x={x(end)}
              width={x(last) - x(end)}
              y={EDGE.top * rem}
              height={HEIGHT - (EDGE.top + EDGE.bottom) * rem}
              className={styles['ahead']}
            />
          ) : null}
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
          <polyline points={lineOf([...usual, ...usualAhead])} className={styles['usual']} />
          <polyline points={lineOf(actual)} className={styles['actual']} />
          {now !== undefined && now > first && now < last ? (
            <>
              <line
                x1={x(now)}
                x2={x(now)}
                y1={EDGE.top * rem}
                y2={HEIGHT - EDGE.bottom * rem}
                className={styles['now']}
              />
              <text x={x(now)} y={0.75 * rem} textAnchor="middle" className={styles['now-word']}>
                {t('plot.now')}
              </text>
            </>
          ) : null}
          {label === null ? null : (
            <text
              x={isNarrow ? x(first) + rem / 2 : (x(first) + x(end)) / 2}
              y={labelLevel}
              textAnchor={isNarrow ? 'start' : 'middle'}
              className={styles['sum']}
            >
              {label}
            </text>
          )}
          {timeTicks(first, last, room, startOfHour(first, zone)).map((time) => (
            <text
              key={time}
              x={isAtEnd(time) ? width : x(time)}
              y={HEIGHT - rem / 2}
              textAnchor={isAtStart(time) ? 'start' : isAtEnd(time) ? 'end' : 'middle'}
              className={styles['label']}
            >
              {timeOfDay(new Date(time), zone)}
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
