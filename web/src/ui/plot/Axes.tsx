import type { DrawnAxis, PlotModel } from '#domain/plot/model.ts';
import type { Calendar } from '#domain/plot/period.ts';
import { DAY } from '#domain/time/time.ts';
import styles from './Plot.module.css';
import { LABELS_ABOVE, fitBeside, rowNameAt } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { axisUnit, seriesLabel, tickText } from './plot-text.ts';
import { timeLabels } from './time-labels.ts';
import { toneOf } from './series-tone.ts';

interface Props {
  readonly model: PlotModel;
  readonly layout: PlotLayout;
  readonly calendar: Calendar;
}

export function TimeAxis({ model, layout, calendar }: Props) {
  // The label of a day stands below its bar.
  const shift = model.daily ? DAY / 2 : 0;
  return timeLabels(model, layout, calendar).map(({ tick, text }) => {
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
          {text}
        </text>
      </g>
    );
  });
}

const NARROW_GAP = '\u00A0';

interface RowProps {
  readonly axis: DrawnAxis;
  readonly heightOf: (value: number) => number;
  /** From the longest to the shortest. */
  readonly names: readonly string[];
  readonly layout: PlotLayout;
  /** px: of the line of now. */
  readonly nowAt: number | null;
}

/** What has a row of its own: its name, or a shorter one, and the end of its scale stand above it. */
function Row({ axis, heightOf, names, layout, nowAt }: RowProps) {
  const { max } = axis.extent;
  const end = [tickText(max, axis), axisUnit(axis)].join(NARROW_GAP);
  const y = heightOf(max) - layout.rowName;
  const shown = names
    .map((name) => ({ name, left: rowNameAt(layout, name, nowAt) }))
    .find(({ name, left }) => fitBeside({ ...layout, left }, name, end));
  return (
    <>
      {[0, max].map((tick) => (
        <line
          key={tick}
          className={tick === 0 ? styles['zero'] : styles['grid']}
          x1={layout.left}
          x2={layout.right}
          y1={heightOf(tick)}
          y2={heightOf(tick)}
        />
      ))}
      {/* The legend tells it too. */}
      {shown ? (
        <text className={styles['row-name']} x={shown.left} y={y}>
          {shown.name}
        </text>
      ) : null}
      <text className={styles['row-name']} x={layout.right} y={y} textAnchor="end">
        {end}
      </text>
    </>
  );
}

/** Of a battery's row, from the longest: both ways, as the legend marks them, or none. */
const STORED_NAMES = ['battery-ways', 'battery-ways-short', 'use-battery'];

/** rem from one label of an axis to the next at least; the lines between them stay. */
const TICK_ROOM = 1.25;

export function ValueAxis({
  model,
  layout,
  nowAt,
}: Omit<Props, 'calendar'> & { readonly nowAt: number | null }) {
  const { axis, second, stored, series } = model;
  const secondIndex = series.findIndex((line) => line.second);
  // Where nothing belongs to the first axis, the lines are those of the second.
  const onlySecond = second !== null && series.every((line) => line.second);
  // Up is what was given, down what was taken: both are amounts, and the legend has the mark of those below.
  const isTwoWay = series.some(({ below }) => below) && !stored;
  const tickName = (tick: number) =>
    isTwoWay && tick < 0 ? `▼${NARROW_GAP}${tickText(-tick, axis)}` : tickText(tick, axis);
  const [lines, heightOf] = onlySecond ? [second, layout.y2] : [axis, layout.y];
  const secondTone = toneOf({ series }, Math.max(0, secondIndex));
  // Zero is always named.
  const isNamed = (index: number, ticks: readonly number[]) => {
    const every = Math.ceil((ticks.length * TICK_ROOM * layout.rem) / (layout.bottom - layout.top));
    return (index - Math.max(0, ticks.indexOf(0))) % every === 0;
  };
  // From the baseline of a label to the middle of its digits, and from that of a unit to the uppermost line.
  const [middle, above] = [layout.rem / 4, LABELS_ABOVE * layout.rem];
  const row = { layout, nowAt };
  const namesOf = (end: string) =>
    series
      .filter((line) => line.second)
      .map(({ name }) => seriesLabel(`${name}${end}`))
      .join(' · ');
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
              {tickName(tick)}
            </text>
          )}
        </g>
      ))}
      {onlySecond ? null : (
        <text className={styles['label']} x={layout.left - 8} y={layout.top - above} textAnchor="end">
          {axisUnit(axis)}
        </text>
      )}
      {second?.apart ? (
        <Row {...row} axis={second} heightOf={layout.y2} names={['', '-short'].map((end) => namesOf(end))} />
      ) : null}
      {stored ? (
        <Row {...row} axis={stored} heightOf={layout.yStored} names={STORED_NAMES.map(seriesLabel)} />
      ) : null}
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
