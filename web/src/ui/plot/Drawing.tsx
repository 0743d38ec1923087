import { memo, useId } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { POINT_RADIUS, areaPath, linePath, marksOf, marksPath } from '#domain/plot/path.ts';
import type { Calendar } from '#domain/plot/period.ts';
import type { Point } from '#domain/plot/point.ts';
import { DAY } from '#domain/time/time.ts';
import { t } from '#web/lib/language/i18n.ts';
import styles from './Plot.module.css';
import { TimeAxis, ValueAxis } from './Axes.tsx';
import { bandLabels } from './layout.ts';
import type { TimeBand, PlotLayout } from './layout.ts';
import { Scatter } from './Scatter.tsx';
import { isScatter, lineOf, signOf, toneOf } from './series-tone.ts';

interface Props {
  readonly model: PlotModel;
  readonly layout: PlotLayout;
  readonly calendar: Calendar;
  readonly labelOf: (name: string) => string;
}

function Levels({ model: { levels }, layout, labelOf }: Omit<Props, 'calendar'>) {
  if (!levels) return null;
  const { names, spans } = levels;
  return (
    <>
      {names.map((name, index) => {
        const y = layout.y(index);
        return (
          <g key={name}>
            <line className={styles['grid']} x1={layout.left} x2={layout.right} y1={y} y2={y} />
            {layout.narrow ? (
              <text className={styles['name']} x={layout.left} y={y - 8} textAnchor="start">
                {labelOf(name)}
              </text>
            ) : (
              <foreignObject
                x={0}
                y={y - 1.125 * layout.rem}
                width={layout.left - 10}
                height={2.25 * layout.rem}
              >
                <div className={styles['lane']}>{labelOf(name)}</div>
              </foreignObject>
            )}
          </g>
        );
      })}
      <g className={styles['series-1']}>
        {spans.map(({ name, from, to }) => {
          const y = layout.y(names.indexOf(name));
          const [x1, x2] = [layout.x(from), Math.max(layout.x(to), layout.x(from) + 2)];
          return (
            <line key={`${name} ${from}`} className={styles['level-span']} x1={x1} x2={x2} y1={y} y2={y} />
          );
        })}
      </g>
    </>
  );
}

/** Share of a day's width that its bar fills. */
const BAR_SHARE = 0.7;

interface BarsProps {
  readonly points: readonly Point[];
  readonly below: boolean;
  readonly tone: string;
  readonly layout: PlotLayout;
}

/** px that the stroke of a hollow bar needs inside of its edges. */
const INSET = 0.75;

function Bars({ points, below, tone, layout }: BarsProps) {
  const inset = below ? INSET : 0;
  const width = BAR_SHARE * (layout.x(DAY) - layout.x(0)) - 2 * inset;
  const ground = layout.y(0);
  return (
    <g className={tone}>
      {points.map(({ time, value }) => (
        <rect
          key={time}
          className={styles['bar']}
          x={layout.x(time) - width / 2}
          y={Math.min(layout.y(below ? -value : value), ground) + inset}
          width={width}
          height={Math.max(0, Math.abs(ground - layout.y(value)) - 2 * inset)}
          rx={Math.min(3, width / 4)}
        />
      ))}
    </g>
  );
}

/** Radii: each of a few points is an hour that a person may ask for. */
const HOURLY_DISTANCE = 3;

function Lines({ model, layout }: Pick<Props, 'model' | 'layout'>) {
  const { series, period } = model;
  const radius = POINT_RADIUS[period.range];
  const base = layout.y(Math.max(model.axis.extent.min, Math.min(0, model.axis.extent.max)));
  const isGrounded = model.axis.extent.min <= 0;
  return series.map(({ key, points, steps, second, bars, below = false }, index) => {
    const y = second ? layout.y2 : layout.y;
    if (bars)
      return <Bars key={key} points={points} below={below} tone={toneOf(model, index)} layout={layout} />;
    const drawing = { x: layout.x, y, steps };
    if (isScatter(model)) {
      return (
        <g key={key} className={toneOf(model, index)}>
          <Scatter points={points} sign={signOf(model, index)} drawing={drawing} />
        </g>
      );
    }
    const marks = marksOf(points, layout.x, radius, model.hourly ? HOURLY_DISTANCE : undefined);
    return (
      <g key={key} className={toneOf(model, index)}>
        {index === 0 && isGrounded && !second ? (
          <path className={styles['area']} d={areaPath(points, drawing, base)} />
        ) : null}
        <path className={lineOf(model, index)} d={linePath(points, drawing)} />
        <path className={radius > 1 ? styles['mark'] : styles['dot']} d={marksPath(marks, drawing, radius)} />
      </g>
    );
  });
}

interface BandsProps {
  readonly bands: readonly TimeBand[];
  readonly layout: PlotLayout;
  readonly period: PlotModel['period'];
}

function Bands({ bands, layout, period }: BandsProps) {
  const id = useId();
  const shown = bands
    .filter(({ start, end }) => end > period.start && start < period.end)
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, label }) => {
      const from = layout.x(Math.max(start, period.start));
      return { start, label, from, to: Math.max(from + 2, layout.x(Math.min(end, period.end))) };
    });
  if (shown.length === 0) return null;
  const labels = bandLabels(shown, layout);
  return (
    <g className={styles['band']}>
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" className={styles['hatch']} />
        </pattern>
      </defs>
      {shown.map(({ start, label, from, to }, index) => {
        const box = { x: from, y: layout.top, width: to - from, height: layout.bottom - layout.top };
        const place = labels[index];
        return (
          <g key={start}>
            <rect {...box} className={styles['band-ground']} />
            <rect {...box} fill={`url(#${id})`} />
            {place ? (
              <text {...place} y={layout.top + 0.875 * layout.rem} className={styles['band-label']}>
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** rem */
const NOW_ROOM = 2.75;

function NowLine({ now, layout, period }: Omit<BandsProps, 'bands'> & { readonly now: number }) {
  if (now < period.start || now >= period.end) return null;
  const x = layout.x(now);
  // Near either end the label would cover the unit of an axis.
  const room = NOW_ROOM * layout.rem;
  const hasRoom = x - layout.left > room && layout.right - x > room;
  return (
    <g className={styles['now']}>
      <line x1={x} x2={x} y1={layout.top} y2={layout.bottom} />
      {hasRoom ? (
        <text x={x} y={layout.top - 0.75 * layout.rem} textAnchor="middle">
          {t('plot.now')}
        </text>
      ) : null}
    </g>
  );
}

/** The static part of the plot, which is not drawn again when the cursor moves. */
export const Drawing = memo(function Drawing({
  model,
  layout,
  calendar,
  labelOf,
  bands,
  now,
}: Props & { readonly bands: readonly TimeBand[]; readonly now: number }) {
  const { period } = model;
  return (
    <>
      <Bands bands={bands} layout={layout} period={period} />
      {model.levels || model.isEmpty ? null : <ValueAxis model={model} layout={layout} />}
      <TimeAxis model={model} layout={layout} calendar={calendar} />
      <NowLine now={now} layout={layout} period={period} />
      <Levels model={model} layout={layout} labelOf={labelOf} />
      <Lines model={model} layout={layout} />
    </>
  );
});
