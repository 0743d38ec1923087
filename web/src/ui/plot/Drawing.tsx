import { memo, useId } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { POINT_RADIUS, areaPath, linePath, marksOf } from '#domain/plot/path.ts';
import { sparser, timeTicks } from '#domain/plot/period.ts';
import type { Calendar } from '#domain/plot/period.ts';
import { t } from '#web/lib/i18n.ts';
import styles from './Plot.module.css';
import { LABEL_WIDTH } from './layout.ts';
import type { TimeBand, PlotLayout } from './layout.ts';
import { tickText, timeTickText, unitOf } from './plot-text.ts';

/** Series with a fixed colour; all others get a colour by their position. */
const TONES: Readonly<Record<string, string>> = { heat: 'heat', cool: 'cool' };

export const toneOf = (name: string, index: number): string =>
  `${styles[TONES[name] ?? `series-${(index % 6) + 1}`]} ${styles[`dash-${index % 4}`]}`;

interface Props {
  readonly model: PlotModel;
  readonly frame: PlotLayout;
  readonly calendar: Calendar;
  readonly wordOf: (name: string) => string;
}

function TimeAxis({ model, frame, calendar }: Omit<Props, 'wordOf'>) {
  const room = Math.floor((frame.right - frame.left) / LABEL_WIDTH);
  const ticks = sparser(timeTicks(model.period, calendar), room);
  const { range } = model.period;
  return ticks.map((tick) => {
    const x = frame.x(tick.time);
    return (
      <g key={tick.time}>
        <line className={styles['tick']} x1={x} x2={x} y1={frame.bottom} y2={frame.bottom + 4} />
        <text
          className={styles['label']}
          x={x}
          y={frame.bottom + 20}
          textAnchor={x < 24 ? 'start' : 'middle'}
        >
          {timeTickText(tick, range, calendar.zone)}
        </text>
      </g>
    );
  });
}

function ValueAxis({ model: { axis, second, series }, frame }: Pick<Props, 'model' | 'frame'>) {
  const secondIndex = series.findIndex((one) => one.second);
  const secondTone = toneOf(series[secondIndex]?.name ?? '', Math.max(0, secondIndex));
  return (
    <>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles['zero'] : styles['grid']}
            x1={frame.left}
            x2={frame.right}
            y1={frame.y(tick)}
            y2={frame.y(tick)}
          />
          <text className={styles['label']} x={frame.left - 8} y={frame.y(tick) + 4} textAnchor="end">
            {tickText(tick, axis)}
          </text>
        </g>
      ))}
      <text className={styles['label']} x={frame.left} y={frame.top - 12} textAnchor="start">
        {unitOf(axis.measure)}
      </text>
      {second ? (
        <g className={secondTone}>
          {second.ticks.map((tick) => (
            <text
              key={tick}
              className={styles['second-label']}
              x={frame.right + 8}
              y={frame.y2(tick) + 4}
              textAnchor="start"
            >
              {tickText(tick, second)}
            </text>
          ))}
          <text className={styles['second-label']} x={frame.right + 8} y={frame.top - 12} textAnchor="start">
            {unitOf(second.measure)}
          </text>
        </g>
      ) : null}
    </>
  );
}

function Lanes({ model: { lanes }, frame, wordOf }: Omit<Props, 'calendar'>) {
  if (!lanes) return null;
  const { names, stretches } = lanes;
  return (
    <>
      {names.map((name, index) => {
        const y = frame.y(index);
        return (
          <g key={name}>
            <line className={styles['grid']} x1={frame.left} x2={frame.right} y1={y} y2={y} />
            {frame.narrow ? (
              <text className={styles['name']} x={frame.left} y={y - 8} textAnchor="start">
                {wordOf(name)}
              </text>
            ) : (
              <foreignObject x={0} y={y - 18} width={frame.left - 10} height={36}>
                <div className={styles['lane']}>{wordOf(name)}</div>
              </foreignObject>
            )}
          </g>
        );
      })}
      <g className={styles['series-1']}>
        {stretches.map(({ name, from, to }) => {
          const y = frame.y(names.indexOf(name));
          const [x1, x2] = [frame.x(from), Math.max(frame.x(to), frame.x(from) + 2)];
          return <line key={`${name} ${from}`} className={styles['stretch']} x1={x1} x2={x2} y1={y} y2={y} />;
        })}
      </g>
    </>
  );
}

function Lines({ model, frame }: Pick<Props, 'model' | 'frame'>) {
  const { series, period } = model;
  const radius = POINT_RADIUS[period.range];
  const base = frame.y(Math.max(model.axis.extent.min, Math.min(0, model.axis.extent.max)));
  const isGrounded = model.axis.extent.min <= 0;
  return series.map(({ key, name, points, steps, second }, index) => {
    const y = second ? frame.y2 : frame.y;
    const drawing = { x: frame.x, y, steps };
    return (
      <g key={key} className={toneOf(name, index)}>
        {index === 0 && isGrounded && !second ? (
          <path className={styles['area']} d={areaPath(points, drawing, base)} />
        ) : null}
        <path className={styles['line']} d={linePath(points, drawing)} />
        {marksOf(points, frame.x, radius).map(({ time, value }) => (
          <circle
            key={time}
            className={radius > 1 ? styles['mark'] : styles['dot']}
            cx={frame.x(time)}
            cy={y(value)}
            r={radius}
          />
        ))}
      </g>
    );
  });
}

interface BandsProps {
  readonly bands: readonly TimeBand[];
  readonly frame: PlotLayout;
  readonly period: PlotModel['period'];
}

function Bands({ bands, frame, period }: BandsProps) {
  const id = useId();
  const shown = bands.filter(({ start, end }) => end > period.start && start < period.end);
  if (shown.length === 0) return null;
  return (
    <g className={styles['band']}>
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" className={styles['hatch']} />
        </pattern>
      </defs>
      {shown.map(({ start, end, label }) => {
        const from = frame.x(Math.max(start, period.start));
        const width = Math.max(2, frame.x(Math.min(end, period.end)) - from);
        const box = { x: from, y: frame.top, width, height: frame.bottom - frame.top };
        return (
          <g key={start}>
            <rect {...box} className={styles['band-ground']} />
            <rect {...box} fill={`url(#${id})`} />
            {width > 40 ? (
              <text x={from + 6} y={frame.top + 14} className={styles['band-label']}>
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

const NOW_ROOM = 44;

function NowLine({ now, frame, period }: Omit<BandsProps, 'bands'> & { readonly now: number }) {
  if (now < period.start || now >= period.end) return null;
  const x = frame.x(now);
  // Near either end the label would cover the unit of an axis.
  const hasRoom = x - frame.left > NOW_ROOM && frame.right - x > NOW_ROOM;
  return (
    <g className={styles['now']}>
      <line x1={x} x2={x} y1={frame.top} y2={frame.bottom} />
      {hasRoom ? (
        <text x={x} y={frame.top - 12} textAnchor="middle">
          {t('plot.now')}
        </text>
      ) : null}
    </g>
  );
}

/** The static part of the plot, which is not drawn again when the cursor moves. */
export const Drawing = memo(function Drawing({
  model,
  frame,
  calendar,
  wordOf,
  bands,
  now,
}: Props & { readonly bands: readonly TimeBand[]; readonly now: number }) {
  const { period } = model;
  return (
    <>
      <Bands bands={bands} frame={frame} period={period} />
      {model.lanes || model.isEmpty ? null : <ValueAxis model={model} frame={frame} />}
      <TimeAxis model={model} frame={frame} calendar={calendar} />
      <NowLine now={now} frame={frame} period={period} />
      <Lanes model={model} frame={frame} wordOf={wordOf} />
      <Lines model={model} frame={frame} />
    </>
  );
});
