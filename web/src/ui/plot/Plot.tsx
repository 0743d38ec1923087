import { useId, useMemo, useState } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { cursorStops } from '#domain/plot/model.ts';
import type { Calendar } from '#domain/plot/period.ts';
import { useT } from '#web/lib/i18n.ts';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { Notice } from '../Notice.tsx';
import { CursorMarks, SpokenValues, Tooltip } from './Cursor.tsx';
import { Drawing, toneOf } from './Drawing.tsx';
import styles from './Plot.module.css';
import { PlotTable } from './PlotTable.tsx';
import { downloadPlot } from './csv-download.ts';
import { PLOT_HEIGHT, layoutOf } from './layout.ts';
import type { TimeBand } from './layout.ts';
import { useCursor } from './use-cursor.ts';
import { useWidth } from './use-width.ts';
import { summaryText } from './plot-summary.ts';
import type { Energy } from './plot-summary.ts';
import { momentIn, periodText, seriesLabel, valueLinesAt } from './plot-text.ts';

export interface PlotProps {
  readonly title: string;
  readonly model: PlotModel;
  /** The same plot in the same part of the period before, for the summary. */
  readonly before: PlotModel | null;
  /** Energy of the metered series, for the summary. */
  readonly energy?: Energy | null;
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
  /** Set when no series could be loaded: loads them again. */
  readonly onRetry?: (() => void) | null;
}

function Legend({ model }: { readonly model: PlotModel }) {
  const t = useT();
  return (
    <ul className={styles['legend']}>
      {model.series.map(({ key, name, second }, index) => (
        <li key={key} className={toneOf(name, index)}>
          <svg width="28" height="12" aria-hidden="true">
            <line className={styles['line']} x1="1" x2="27" y1="6" y2="6" />
          </svg>
          {second ? t('plot.second', { name: seriesLabel(name) }) : seriesLabel(name)}
        </li>
      ))}
    </ul>
  );
}

type PlotWithCursorProps = Pick<
  PlotProps,
  'title' | 'model' | 'calendar' | 'now' | 'bands' | 'labelOf' | 'loading'
>;

/** The drawing with its cursor: one tab stop, arrow keys move the cursor. */
function PlotWithCursor({
  title,
  model,
  calendar,
  now,
  bands,
  labelOf,
  loading = false,
}: PlotWithCursorProps) {
  const t = useT();
  const id = useId();
  const [element, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => layoutOf(model, Math.max(width, 120)), [model, width]);
  const stops = useMemo(() => cursorStops(model), [model]);
  const { time, byKeys, handlers } = useCursor(stops, layout);
  const { zone } = calendar;
  const spoken =
    time !== null && byKeys
      ? [
          momentIn(model, time, zone),
          ...valueLinesAt(model, time, labelOf).map(({ name, text }) => `${name} ${text}`.trim()),
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
        {width > 0 ? (
          <svg width={width} height={PLOT_HEIGHT} aria-hidden="true" focusable="false">
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
          <Tooltip model={model} layout={layout} time={time} zone={zone} labelOf={labelOf} />
        )}
        {model.isEmpty && !loading ? <p className={styles['empty']}>{t('plot.empty')}</p> : null}
      </div>
      <p id={id} className="visually-hidden">
        {t('plot.hint')}
      </p>
      <SpokenValues text={spoken} />
    </div>
  );
}

/** A plot with heading, summary, legend, drawing or table, and CSV download. */
export function Plot({ loading = false, onRetry = null, ...props }: PlotProps) {
  const t = useT();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { title, model, before, energy = null, calendar, now, labelOf, fileName } = props;
  if (onRetry) {
    return (
      <Card labelledBy={id} className={styles['card']}>
        <h2 id={id}>{title}</h2>
        <Notice
          tone="danger"
          action={
            <Button aria-label={`${title}: ${t('action.retry')}`} onClick={onRetry}>
              {t('action.retry')}
            </Button>
          }
        >
          {t('plot.failed')}
        </Notice>
      </Card>
    );
  }
  const summary = loading
    ? t('plot.loading')
    : summaryText({ model, before, energy, now, zone: calendar.zone, labelOf });
  return (
    <Card labelledBy={id} className={styles['card']}>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        <Button
          look="quiet"
          aria-expanded={asTable}
          aria-label={`${title}: ${asTable ? t('plot.table.hide') : t('plot.table.show')}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('plot.table.hide') : t('plot.table.show')}
        </Button>
      </header>
      {model.isEmpty && !loading ? null : <p className={styles['summary']}>{summary}</p>}
      <div aria-busy={loading || undefined} className={loading ? styles['loading'] : undefined}>
        <PlotWithCursor {...props} loading={loading} />
      </div>
      <footer className={styles['footer']}>
        <Legend model={model} />
        {model.isEmpty ? null : (
          <Button
            look="quiet"
            aria-label={`${title}: ${t('plot.csv')}`}
            onClick={() => downloadPlot(model, { zone: calendar.zone, fileName, labelOf })}
          >
            {t('plot.csv')}
          </Button>
        )}
      </footer>
      {asTable ? (
        <PlotTable title={title} model={model} calendar={calendar} now={now} labelOf={labelOf} />
      ) : null}
    </Card>
  );
}
