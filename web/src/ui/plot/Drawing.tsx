import { memo, useId } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { POINT_RADIUS, areaPath, idleApart, linePath, marksOf, marksPath } from '#domain/plot/path.ts';
import type { Calendar } from '#domain/plot/period.ts';
import type { Point } from '#domain/plot/point.ts';
import { bucketsOf } from '#domain/plot/table.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import styles from './Plot.module.css';
import { TimeAxis, ValueAxis } from './Axes.tsx';
import { Bars, Ranges, Textures, UnheardDays } from './Bars.tsx';
import { Lane } from './Lane.tsx';
import { bandLabels, wholeDays } from './layout.ts';
import type { TimeBand, PlotLayout } from './layout.ts';
import { Scatter } from './Scatter.tsx';
import { isScatter, signOf, toneOf } from './series-tone.ts';

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

/** Radii: each of a few points is an hour that a person may ask for. */
const HOURLY_DISTANCE = 3;

/** px: hours in which nothing was used lie on one another in all series; in one colour they tell that they were heard. */
const IDLE_RADIUS = 1;

const isChange = ({ value }: Point, index: number, all: readonly Point[]): boolean =>
  value !== all[index - 1]?.value;

function Lines({ model, layout }: Pick<Props, 'model' | 'layout'>) {
  const { series, period } = model;
  const radius = POINT_RADIUS[period.range];
  const base = layout.y(Math.max(model.axis.extent.min, Math.min(0, model.axis.extent.max)));
  const isGrounded = model.axis.extent.min <= 0;
  return series.map(({ key, points, steps, second, bars }, index) => {
    const y = second ? layout.y2 : layout.y;
    if (bars) return null;
    const drawing = { x: layout.x, y, steps };
    const isIdle = ({ value }: Point): boolean => Math.abs(y(value) - y(0)) < 1;
    if (isScatter(model)) {
      return (
        <g key={key} className={toneOf(model, index)}>
          <Scatter points={points} sign={signOf(model, index)} drawing={drawing} />
        </g>
      );
    }
    const idle = model.hourly ? points.filter(isIdle) : [];
    // Dots that repeat a value would lie on the dashes of its line.
    const changes = steps && radius === 1 ? points.filter(isChange) : points;
    const marked = model.hourly ? points.filter((point) => !isIdle(point)) : changes;
    const marks = marksOf(marked, layout.x, radius, model.hourly ? HOURLY_DISTANCE : undefined);
    const drawn = model.hourly ? idleApart(points, isIdle) : points;
    return (
      <g key={key} className={toneOf(model, index)}>
        {index === 0 && isGrounded && !second && !model.daily ? (
          <path className={styles['area']} d={areaPath(points, drawing, base)} />
        ) : null}
        {idle.length > 0 ? (
          <path className={styles['idle']} d={marksPath(idle, drawing, IDLE_RADIUS)} />
        ) : null}
        <path className={styles['line']} d={linePath(drawn, drawing)} />
        <path className={radius > 1 ? styles['mark'] : styles['dot']} d={marksPath(marks, drawing, radius)} />
      </g>
    );
  });
}

/** The period before, with its name beside its highest point, rather towards the middle of the plot. */
function Earlier({ model: { earlier }, layout }: Pick<Props, 'model' | 'layout'>) {
  if (!earlier || earlier.length === 0) return null;
  const highest = earlier.reduce((most, point) => (point.value > most.value ? point : most));
  const [x, y] = [layout.x(highest.time), layout.y(highest.value)];
  const isRight = x > (layout.left + layout.right) / 2;
  return (
    <>
      <path className={styles['earlier']} d={linePath(earlier, { x: layout.x, y: layout.y, steps: false })} />
      <text
        className={styles['name']}
        x={isRight ? x - 8 : x + 8}
        y={y + layout.rem / 4}
        textAnchor={isRight ? 'end' : 'start'}
      >
        {t('plot.earlier')}
      </text>
    </>
  );
}

/** rem */
const UNIT_ROOM = 2.5;

interface BandsProps {
  readonly bands: readonly TimeBand[];
  readonly layout: PlotLayout;
  readonly period: PlotModel['period'];
}

function Bands({
  bands,
  layout,
  period,
  isHatched,
}: BandsProps & {
  /** Else the bars or ranges of the day lie over them. */
  readonly isHatched: boolean;
}) {
  const id = useId();
  const shown = bands
    .filter(({ start, end }) => end > period.start && start < period.end)
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, label }) => {
      const from = layout.x(Math.max(start, period.start));
      return { start, label, from, to: Math.max(from + 2, layout.x(Math.min(end, period.end))) };
    });
  if (shown.length === 0) return null;
  // Above days of bars, where they cover none, and beside the unit of the axis.
  const labels = isHatched
    ? bandLabels(shown, layout)
    : bandLabels(shown, layout, { least: 0, begin: layout.left + UNIT_ROOM * layout.rem });
  const labelHeight = isHatched ? layout.top + 0.875 * layout.rem : layout.top - 0.5 * layout.rem;
  return (
    <g className={styles['band']}>
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" className={styles['hatch']} />
        </pattern>
      </defs>
      {shown.map(({ start, label, from, to }, index) => {
        const box = { x: from, y: layout.top, width: to - from, height: layout.foot - layout.top };
        const place = labels[index];
        return (
          <g key={start}>
            <rect {...box} className={styles['band-ground']} />
            {isHatched ? (
              <rect {...box} fill={`url(#${id})`} />
            ) : (
              <line className={styles['band-edge']} x1={from} x2={to} y1={layout.top} y2={layout.top} />
            )}
            {place ? (
              <text {...place} y={labelHeight} className={styles['band-label']}>
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
      <line x1={x} x2={x} y1={layout.top} y2={layout.foot} />
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
  // Drawn anew in another language.
  useT();
  const id = useId();
  const { period, daily = false, lane } = model;
  const shown = daily ? wholeDays(bands, bucketsOf(period, calendar)) : bands;
  return (
    <>
      {model.stacked ? <Textures id={id} /> : null}
      <Bands bands={shown} layout={layout} period={period} isHatched={!daily} />
      {lane ? <Lane lane={lane} layout={layout} labelOf={labelOf} /> : null}
      {daily ? null : <NowLine now={now} layout={layout} period={period} />}
      {model.levels || model.isEmpty ? null : <ValueAxis model={model} layout={layout} />}
      <TimeAxis model={model} layout={layout} calendar={calendar} />
      <Levels model={model} layout={layout} labelOf={labelOf} />
      {daily ? <Ranges model={model} layout={layout} /> : null}
      <Bars model={model} layout={layout} id={id} />
      <Earlier model={model} layout={layout} />
      <UnheardDays model={model} layout={layout} />
      <Lines model={model} layout={layout} />
    </>
  );
});
