import type { PlotModel } from '#domain/plot/model.ts';
import { ticksThatFit, timeTicks } from '#domain/plot/period.ts';
import type { Calendar, TimeTick } from '#domain/plot/period.ts';
import { DAY } from '#domain/time/time.ts';
import styles from './Plot.module.css';
import { fitBeside, labelRoom } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { axisUnit, seriesLabel, tickText, timeTickText } from './plot-text.ts';
import { toneOf } from './series-tone.ts';

interface Props {
  readonly model: PlotModel;
  readonly layout: PlotLayout;
  readonly calendar: Calendar;
}

export function TimeAxis({ model, layout, calendar }: Props) {
  const { range } = model.period;
  // The label of a day stands below its bar.
  const shift = model.daily ? DAY / 2 : 0;
  const textOf = (tick: TimeTick) => timeTickText(tick, range, calendar.zone);
  const all = timeTicks(model.period, calendar);
  return ticksThatFit(all, labelRoom(layout, all.map(textOf))).map((tick) => {
    const x = layout.x(tick.time + shift);
    // Half of the first label would lie outside: it begins with the drawing, not with its line, which is nearer to the next one.
    const isAtEdge = x < 1.5 * layout.rem;
    return (
      <g key={tick.time}>
        {model.daily ? null : (
          <line className={styles['tick']} x1={x} x2={x} y1={layout.foot} y2={layout.foot + 4} />
        )}
        <text
          className={styles['label']}
          x={isAtEdge ? 0 : x}
          y={layout.foot + 1.25 * layout.rem}
          textAnchor={isAtEdge ? 'start' : 'middle'}
        >
          {textOf(tick)}
        </text>
      </g>
    );
  });
}

const NARROW_GAP = '\u00A0';

/** What is on a second axis in a row of its own: its name and the end of its scale stand above it. */
function Row({ model: { second, series }, layout }: Omit<Props, 'calendar'>) {
  if (!second) return null;
  const { max } = second.extent;
  const names = series
    .filter((line) => line.second)
    .map(({ name }) => seriesLabel(name))
    .join(' · ');
  const end = [tickText(max, second), axisUnit(second)].join(NARROW_GAP);
  return (
    <>
      {[0, max].map((tick) => (
        <line
          key={tick}
          className={tick === 0 ? styles['zero'] : styles['grid']}
          x1={layout.left}
          x2={layout.right}
          y1={layout.y2(tick)}
          y2={layout.y2(tick)}
        />
      ))}
      {/* The legend tells it too. */}
      {fitBeside(layout, names, end) ? (
        <text className={styles['row-name']} x={layout.left} y={layout.y2(max) - 0.375 * layout.rem}>
          {names}
        </text>
      ) : null}
      <text
        className={styles['label']}
        x={layout.right}
        y={layout.y2(max) - 0.375 * layout.rem}
        textAnchor="end"
      >
        {end}
      </text>
    </>
  );
}

/** rem from one label of an axis to the next at least; the lines between them stay. */
const TICK_ROOM = 1.25;

export function ValueAxis({ model, layout }: Omit<Props, 'calendar'>) {
  const { axis, second, series } = model;
  const secondIndex = series.findIndex((line) => line.second);
  // Where nothing belongs to the first axis, the lines are those of the second.
  const onlySecond = second !== null && series.every((line) => line.second);
  // Up is what was given, down what was taken: both are amounts.
  const isTwoWay = series.some(({ below }) => below);
  const [lines, heightOf] = onlySecond ? [second, layout.y2] : [axis, layout.y];
  const secondTone = toneOf({ series }, Math.max(0, secondIndex));
  // Zero is always named.
  const isNamed = (index: number, ticks: readonly number[]) => {
    const every = Math.ceil((ticks.length * TICK_ROOM * layout.rem) / (layout.bottom - layout.top));
    return (index - Math.max(0, ticks.indexOf(0))) % every === 0;
  };
  // From the baseline of a label to the middle of its digits, and from that of a unit to the uppermost line.
  const [middle, above] = [layout.rem / 4, 0.75 * layout.rem];
  return (
    <>
      {lines.ticks.map((tick, index) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles['zero'] : styles['grid']}
            x1={layout.left}
            x2={layout.right}
            y1={heightOf(tick)}
            y2={heightOf(tick)}
          />
          {onlySecond || !isNamed(index, axis.ticks) ? null : (
            <text
              className={styles['label']}
              x={layout.left - 8}
              y={layout.y(tick) + middle}
              textAnchor="end"
            >
              {tickText(isTwoWay ? Math.abs(tick) : tick, axis)}
            </text>
          )}
        </g>
      ))}
      {onlySecond ? null : (
        <text className={styles['label']} x={layout.left} y={layout.top - above} textAnchor="start">
          {axisUnit(axis)}
        </text>
      )}
      {second?.apart ? <Row model={model} layout={layout} /> : null}
      {second && !second.apart ? (
        <g className={secondTone}>
          {second.ticks
            .filter((_, index) => isNamed(index, second.ticks))
            .map((tick) => (
              <text
                key={tick}
                className={styles['second-label']}
                x={layout.right + 8}
                y={layout.y2(tick) + middle}
                textAnchor="start"
              >
                {tickText(tick, second)}
              </text>
            ))}
          <text
            className={styles['second-label']}
            x={layout.right + 8}
            y={layout.top - above}
            textAnchor="start"
          >
            {axisUnit(second)}
          </text>
        </g>
      ) : null}
    </>
  );
}
