import { useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { withOptional } from '#domain/plot/daily-energy.ts';
import { withStoredApart } from '#domain/plot/house-days.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { cursorStops } from '#domain/plot/model.ts';
import type { Calendar } from '#domain/plot/period.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '../form/Button.tsx';
import { CursorMarks, SpokenValues, Tooltip } from './Cursor.tsx';
import { Drawing } from './Drawing.tsx';
import { Legend } from './Legend.tsx';
import styles from './Plot.module.css';
import { PlotTable } from './PlotTable.tsx';
import { downloadPlot } from './csv-download.ts';
import { hasRoomBeside, layoutOf } from './layout.ts';
import type { TimeBand } from './layout.ts';
import { useCursor } from './use-cursor.ts';
import { useSize } from './use-size.ts';
import { bandsText, eventLinesAt, momentIn, periodText, valueLinesAt } from './plot-text.ts';

export interface PlotContentProps {
  readonly title: string;
  readonly model: PlotModel;
  readonly calendar: Calendar;
  /** ms; drawn as a vertical line if it lies in the period. */
  readonly now: number;
  /** Demand events, drawn as hatched bands. */
  readonly bands: readonly TimeBand[];
  /** Label of a level, such as a mode. */
  readonly labelOf: (name: string) => string;
  /** Begin of the name of the CSV file. */
  readonly fileName: string;
  readonly loading?: boolean;
}

/** The drawing with its cursor: one tab stop, arrow keys move the cursor. */
function PlotWithCursor({
  title,
  model: wide,
  calendar,
  now,
  bands,
  labelOf,
  loading = false,
  emptyText,
}: PlotContentProps & { readonly emptyText: string }) {
  const t = useT();
  const id = useId();
  const [element, size] = useSize<HTMLDivElement>();
  const model = useMemo(() => (hasRoomBeside(wide, size) ? wide : withStoredApart(wide)), [wide, size]);
  const layout = useMemo(() => layoutOf(model, size), [model, size]);
  const stops = useMemo(() => cursorStops(model), [model]);
  const { time, byKeys, handlers } = useCursor(stops, layout);
  const { zone } = calendar;
  const linesAt = (at: number) => [
    ...valueLinesAt(model, at, labelOf),
    ...eventLinesAt(model, bands, at, zone),
  ];
  const spoken =
    time !== null && byKeys
      ? [
          momentIn(model, time, zone),
          ...linesAt(time).map(({ name, text }) => `${name} ${text}`.trim()),
        ].join(', ')
      : '';
  return (
    <div className={styles['picture']}>
      <div
        ref={element}
        className={styles['surface']}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move a cursor in it
        tabIndex={0}
        aria-roledescription={t('plot.role')}
        aria-label={t('plot.name', { title, period: periodText(model.period) })}
        aria-describedby={id}
        {...handlers}
      >
        {size.width > 0 ? (
          <svg width={size.width} height={size.height} aria-hidden="true" focusable="false">
            <Drawing
              model={model}
              layout={layout}
              calendar={calendar}
              labelOf={labelOf}
              bands={bands}
              now={now}
            />
            {time === null ? null : <CursorMarks model={model} layout={layout} time={time} />}
          </svg>
        ) : null}
        {time === null ? null : (
          <Tooltip model={model} layout={layout} time={time} zone={zone} lines={linesAt(time)} />
        )}
        {model.isEmpty && !loading ? <p className={styles['empty']}>{emptyText}</p> : null}
      </div>
      <p id={id} className="visually-hidden">
        {t('plot.hint')}
      </p>
      <SpokenValues text={spoken} />
    </div>
  );
}

/** The amount that a summary begins with is its figure. */
const LEADING_AMOUNT = /^[\d.,\s]+kWh/;

function Summary({ text }: { readonly text: string }) {
  const [figure = ''] = LEADING_AMOUNT.exec(text) ?? [];
  return (
    <p>
      {figure === '' ? null : <strong>{figure}</strong>}
      {text.slice(figure.length)}
    </p>
  );
}

function Scope({ brief, text }: { readonly brief: string; readonly text: string }) {
  const isPhone = useMediaQuery('(width < 768px)');
  if (!isPhone || brief === text) return <p className={styles['scope']}>{text}</p>;
  return (
    <details className={styles['scope']}>
      <summary>{brief}</summary>
      <p>{text}</p>
    </details>
  );
}

/** Summary, drawing, legend, CSV download and, if asked for, the table of a plot. */
export function PlotContent({
  summary,
  note = null,
  scope,
  asTable,
  action = null,
  ...props
}: PlotContentProps & {
  readonly summary: string;
  /** What is missing from the drawing. */
  readonly note?: string | null;
  /** Below the legend: what the figures count, on phones its short form, which opens. Empty: it is not known yet. */
  readonly scope?: { readonly brief: string; readonly text: string };
  readonly asTable: boolean;
  /** Beside the download. */
  readonly action?: ReactNode;
}) {
  const t = useT();
  const { title, model, calendar, now, bands, labelOf, fileName, loading = false } = props;
  const events = bandsText(bands, model.period, calendar.zone);
  const hasNothing = model.isEmpty && !loading;
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const drawn = useMemo(() => withOptional(model, asked), [model, asked]);
  const ask = (key: string) =>
    setAsked(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    );
  return (
    <>
      {hasNothing && note === null ? null : (
        <div className={styles['summary']}>
          {hasNothing ? null : <Summary text={summary} />}
          {note === null ? null : <p>{note}</p>}
        </div>
      )}
      {/* Seen as a band; words that arrive later would move the drawing. */}
      {events === '' ? null : <p className="visually-hidden">{events}</p>}
      <div
        aria-busy={loading || undefined}
        className={`${styles['drawing']} ${loading ? styles['loading'] : ''}`}
      >
        <PlotWithCursor
          {...props}
          model={drawn}
          emptyText={model.levels?.rest.length ? summary : t('plot.empty')}
        />
      </div>
      <footer className={styles['footer']}>
        <Legend model={model} asked={asked} onAsk={ask} />
        {scope === undefined || hasNothing ? null : <Scope {...scope} />}
        <div className={styles['actions']}>
          {hasNothing ? null : action}
          {model.isEmpty ? null : (
            <Button
              look="quiet"
              aria-label={`${title}: ${t('plot.csv')}`}
              onClick={() => downloadPlot(model, { zone: calendar.zone, fileName, labelOf })}
            >
              {t('plot.csv')}
            </Button>
          )}
        </div>
      </footer>
      {asTable && !model.isEmpty ? (
        <PlotTable title={title} model={model} calendar={calendar} now={now} labelOf={labelOf} />
      ) : null}
    </>
  );
}
