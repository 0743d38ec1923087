import { useId, useState } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { useLoadingText } from '#web/lib/feedback/history-progress.ts';
import { Card } from '../container/Card.tsx';
import styles from './Plot.module.css';
import { PlotContent } from './PlotContent.tsx';
import type { PlotContentProps } from './PlotContent.tsx';
import { PlotFailure } from './PlotFailure.tsx';
import { TableToggle } from './TableToggle.tsx';
import { summaryText } from './plot-summary.ts';
import type { Energy } from './plot-summary.ts';

interface PlotProps extends PlotContentProps {
  /** The same plot in the same part of the period before, for the summary. */
  readonly before: PlotModel | null;
  /** Energy of the metered series, for the summary. */
  readonly energy?: Energy | null;
  /** Set when no series could be loaded: loads them again. */
  readonly onRetry?: (() => unknown) | null;
}

/** In the place of a plot, or of several, that could not be loaded. */
export function FailedPlot({ title, onRetry }: { readonly title: string; readonly onRetry: () => unknown }) {
  const id = useId();
  return (
    <Card labelledBy={id} className={styles['card']}>
      <h2 id={id}>{title}</h2>
      <PlotFailure title={title} onRetry={onRetry} />
    </Card>
  );
}

/** A plot with heading, summary, legend, drawing or table, and CSV download. */
export function Plot({ onRetry = null, before, energy = null, ...props }: PlotProps) {
  const loadingText = useLoadingText('plot.loading');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { title, model, calendar, now, labelOf, loading = false } = props;
  if (onRetry) return <FailedPlot title={title} onRetry={onRetry} />;
  const summary = loading
    ? loadingText
    : summaryText({ model, before, energy, now, zone: calendar.zone, labelOf });
  return (
    <Card labelledBy={id} className={styles['card']}>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {model.isEmpty && !loading ? null : (
          <TableToggle title={title} asTable={asTable} onChange={setAsTable} />
        )}
      </header>
      <PlotContent {...props} summary={summary} asTable={asTable} />
    </Card>
  );
}
