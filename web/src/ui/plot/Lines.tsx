import { hoursUntil, isRested } from '#domain/plot/hours.ts';
import { drawnPoints } from '#domain/plot/model.ts';
import type { DrawnSeries, PlotModel } from '#domain/plot/model.ts';
import { POINT_RADIUS, areaPath, idleApart, linePath, marksOf, marksPath } from '#domain/plot/path.ts';
import type { Point } from '#domain/plot/point.ts';
import styles from './Plot.module.css';
import { scaleOf } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { Scatter } from './Scatter.tsx';
import { isFine, isScatter, signOf, toneOf } from './series-tone.ts';

interface Props {
  readonly model: PlotModel;
  readonly layout: PlotLayout;
}

/** Radii: each of a few points is an hour that a person may ask for. */
const HOURLY_DISTANCE = 3;

/** px: of hours in which nothing was used. In a week they lie on one another in all series, and have one colour. */
const IDLE_RADIUS = { day: 2, week: 1 } as const;

const isChange = ({ value }: Point, index: number, all: readonly Point[]): boolean =>
  value !== all[index - 1]?.value;

const isSpan = ({ span }: Point): boolean => span !== undefined;

/** Whether the days of a plot have ranges. */
export const isRanged = ({ series, daily }: PlotModel): boolean =>
  daily === true && series.some(({ points }) => points.some(isSpan));

/** The targets of days that have ranges, behind them. */
export function Targets({ model, layout }: Props) {
  return (
    <g className={styles['thin']}>
      {model.series.map((line, index) =>
        line.target ? (
          <g key={line.key} className={toneOf(model, index)}>
            <path
              className={styles['line']}
              d={linePath(line.points, { x: layout.x, y: scaleOf(model, layout, line), steps: line.steps })}
            />
          </g>
        ) : null,
      )}
    </g>
  );
}

interface LineProps extends Props {
  readonly line: DrawnSeries;
  readonly index: number;
}

/** The hours of a day, also those in which nothing was used; the hour that is going on is joined by dashes, and hollow. */
function DayHours({ model, layout, line, index }: LineProps) {
  const y = scaleOf(model, layout, line);
  const drawing = { x: layout.x, y, steps: false };
  const isIdle = ({ value }: Point): boolean => Math.abs(y(value) - y(0)) < 1;
  const { over, running, join } = hoursUntil(drawnPoints(line), model.hourly?.until ?? 0);
  const radius = POINT_RADIUS.day;
  const used = over.filter((point) => !isIdle(point));
  const current = running ? [running] : [];
  const isRest = isRested(model, line);
  return (
    <g className={isRest ? styles['rested'] : toneOf(model, index)}>
      {index === 0 && !line.second ? (
        <path className={styles['area']} d={areaPath(over, drawing, y(0))} />
      ) : null}
      <path className={styles['line']} d={linePath(over, drawing)} />
      <path className={styles['join']} d={linePath(join, drawing)} />
      <path className={styles['dot']} d={marksPath(over.filter(isIdle), drawing, IDLE_RADIUS.day)} />
      <path
        className={styles['dot']}
        d={marksPath(marksOf(used, layout.x, radius, HOURLY_DISTANCE), drawing, radius)}
      />
      {isRest ? null : <path className={styles['mark']} d={marksPath(current, drawing, radius)} />}
    </g>
  );
}

function Line({ model, layout, now, line, index }: LineProps & { readonly now: number }) {
  const { steps, second } = line;
  const radius = POINT_RADIUS[model.period.range];
  const base = layout.y(Math.max(model.axis.extent.min, Math.min(0, model.axis.extent.max)));
  const isGrounded = model.axis.extent.min <= 0;
  // A point for the day or hour that is going on would seem to fall, and apart from the line it looks like a stain.
  const isOver = ({ time }: Point): boolean => !(model.daily || isFine(model)) || time + model.maxGap <= now;
  const y = scaleOf(model, layout, line);
  const all = drawnPoints(line);
  const points = all.some(isSpan) ? all : all.filter(isOver);
  const drawing = { x: layout.x, y, steps };
  const isIdle = ({ value }: Point): boolean => Math.abs(y(value) - y(0)) < 1;
  if (isScatter(model)) {
    return (
      <g className={toneOf(model, index)}>
        <Scatter points={points} sign={signOf(model, index)} drawing={drawing} />
      </g>
    );
  }
  const idle = model.hourly ? points.filter(isIdle) : [];
  // Dots that repeat a value would lie on the dashes of its line.
  const changes = steps ? points.filter(isChange) : points;
  const marked = model.hourly ? points.filter((point) => !isIdle(point)) : changes;
  const marks = marksOf(marked, layout.x, radius, model.hourly ? HOURLY_DISTANCE : undefined);
  const drawn = model.hourly ? idleApart(points, isIdle) : points;
  return (
    <g className={toneOf(model, index)}>
      {isFine(model) || (index === 0 && isGrounded && !second && !model.daily) ? (
        <path className={styles['area']} d={areaPath(points, drawing, model.hourly ? y(0) : base)} />
      ) : null}
      {idle.length > 0 ? (
        <path className={styles['idle']} d={marksPath(idle, drawing, IDLE_RADIUS.week)} />
      ) : null}
      <path className={styles['line']} d={linePath(drawn, drawing)} />
      <path className={radius > 1 ? styles['mark'] : styles['dot']} d={marksPath(marks, drawing, radius)} />
    </g>
  );
}

/** The series that are no bars, those that rested behind the others. */
export function Lines({ model, layout, now }: Props & { readonly now: number }) {
  const isHoursOfDay = model.hourly !== undefined && model.period.range === 'day';
  const areTargetsBehind = isRanged(model);
  return model.series
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => !line.bars && !(areTargetsBehind && line.target))
    .toSorted((one, other) => Number(isRested(model, other.line)) - Number(isRested(model, one.line)))
    .map(({ line, index }) =>
      isHoursOfDay ? (
        <DayHours key={line.key} model={model} layout={layout} line={line} index={index} />
      ) : (
        <Line key={line.key} model={model} layout={layout} now={now} line={line} index={index} />
      ),
    );
}
