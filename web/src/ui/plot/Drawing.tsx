import { memo, useId } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { linePath } from '#domain/plot/path.ts';
import type { Calendar } from '#domain/plot/period.ts';
import { bucketsOf } from '#domain/plot/table.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import styles from './Plot.module.css';
import { TimeAxis, ValueAxis } from './Axes.tsx';
import { Bars, Ranges, Textures, UnheardDays } from './Bars.tsx';
import { Lane } from './Lane.tsx';
import { LABELS_ABOVE, bandsIn, pointNameAt, topLabels, wholeDays } from './layout.ts';
import type { TimeBand, PlotLayout, TopLabel } from './layout.ts';
import { Lines, Targets, isRanged } from './Lines.tsx';
import { isFine } from './series-tone.ts';

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

/** The period before, with its name beside its highest point, below the uppermost line, rather towards the middle of the plot. */
function Earlier({
  model: { earlier },
  layout,
  nowAt,
}: Pick<Props, 'model' | 'layout'> & { readonly nowAt: number | null }) {
  if (!earlier || earlier.points.length === 0) return null;
  const highest = earlier.points.reduce((most, point) => (point.value > most.value ? point : most));
  const name = t('plot.earlier');
  const { x, isEnd } = pointNameAt(layout, name, layout.x(highest.time), nowAt);
  return (
    <>
      <path
        className={styles['earlier']}
        d={linePath(earlier.points, { x: layout.x, y: layout.y, steps: false })}
      />
      <text
        className={styles['name']}
        x={x}
        y={Math.max(layout.y(highest.value) + layout.rem / 4, layout.top + layout.rem)}
        textAnchor={isEnd ? 'end' : 'start'}
      >
        {name}
      </text>
    </>
  );
}

/** The bands of the period as they are drawn, in the order of time. */
const drawnBands = (bands: readonly TimeBand[], layout: PlotLayout, period: PlotModel['period']) =>
  bandsIn(bands, period)
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, label }) => {
      const from = layout.x(Math.max(start, period.start));
      return { start, label, from, to: Math.max(from + 2, layout.x(Math.min(end, period.end))) };
    });

interface BandsProps {
  readonly bands: ReturnType<typeof drawnBands>;
  readonly labels: readonly TopLabel[];
  readonly layout: PlotLayout;
}

function Bands({
  bands,
  labels,
  layout,
  isHatched,
}: BandsProps & {
  /** Else the bars or ranges of the day lie over them. */
  readonly isHatched: boolean;
}) {
  const id = useId();
  if (bands.length === 0) return null;
  return (
    <g className={styles['band']}>
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" className={styles['hatch']} />
        </pattern>
      </defs>
      {bands.map(({ start, from, to }) => {
        const box = { x: from, y: layout.top, width: to - from, height: layout.foot - layout.top };
        return (
          <g key={start}>
            <rect {...box} className={styles['band-ground']} />
            {isHatched ? <rect {...box} fill={`url(#${id})`} /> : null}
            <line className={styles['band-edge']} x1={from} x2={to} y1={layout.top} y2={layout.top} />
          </g>
        );
      })}
      {labels.map(({ label, x, end }) => (
        <text
          key={x}
          x={end === layout.right ? end : x}
          y={layout.top - LABELS_ABOVE * layout.rem}
          textAnchor={end === layout.right ? 'end' : 'middle'}
          className={styles['band-label']}
        >
          {label}
        </text>
      ))}
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
  const shown = drawnBands(daily ? wholeDays(bands, bucketsOf(period, calendar)) : bands, layout, period);
  // A plot of nothing says so in its middle.
  const isNowShown = !daily && !model.isEmpty && now >= period.start && now < period.end;
  const nowAt = isNowShown ? layout.x(now) : null;
  const labels = topLabels(
    shown,
    nowAt === null ? null : { x: nowAt, label: t('plot.now') },
    t('plot.bands', { count: bandsIn(bands, period).length }),
    layout,
  );
  return (
    <>
      {model.stacked ? <Textures id={id} /> : null}
      <Bands bands={shown} labels={labels.bands} layout={layout} isHatched={!daily} />
      {lane ? <Lane lane={lane} layout={layout} labelOf={labelOf} /> : null}
      {nowAt === null ? null : (
        <g className={styles['now']}>
          <line x1={nowAt} x2={nowAt} y1={layout.top} y2={layout.foot} />
          {labels.now ? (
            <text x={labels.now.x} y={layout.top - LABELS_ABOVE * layout.rem} textAnchor="middle">
              {labels.now.label}
            </text>
          ) : null}
        </g>
      )}
      {model.levels || model.isEmpty ? null : <ValueAxis model={model} layout={layout} nowAt={nowAt} />}
      <TimeAxis model={model} layout={layout} calendar={calendar} />
      <Levels model={model} layout={layout} labelOf={labelOf} />
      {isRanged(model) ? <Targets model={model} layout={layout} /> : null}
      {daily ? <Ranges model={model} layout={layout} /> : null}
      <Bars model={model} layout={layout} id={id} />
      <Earlier model={model} layout={layout} nowAt={nowAt} />
      <UnheardDays model={model} layout={layout} />
      <g className={isFine(model) ? styles['fine'] : undefined}>
        <Lines model={model} layout={layout} now={now} />
      </g>
    </>
  );
});
