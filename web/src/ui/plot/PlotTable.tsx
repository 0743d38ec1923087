import type { DrawnLevels, PlotModel } from '#domain/plot/model.ts';
import { dayAt } from '#domain/time/calendar-day.ts';
import type { Calendar } from '#domain/plot/period.ts';
import { isSummedUp } from '#domain/plot/stack.ts';
import { bucketsOf, cellOf, levelsIn, sumCellOf } from '#domain/plot/table.ts';
import type { Bucket, Cell } from '#domain/plot/table.ts';
import type { AxisMeasure } from '#domain/kinds/plot.ts';
import { useT } from '#web/lib/language/i18n.ts';
import styles from './PlotTable.module.css';
import {
  laneTitle,
  longDay,
  momentText,
  periodText,
  seriesLabel,
  stackRowTexts,
  valueText,
} from './plot-text.ts';

interface Props {
  readonly title: string;
  readonly model: PlotModel;
  readonly calendar: Calendar;
  /** ms; later rows are left out. */
  readonly now: number;
  readonly labelOf: (name: string) => string;
}

/** So many do not fit beside each other on a phone. */
const MANY_COLUMNS = 3;

const UNKNOWN = '--';

function Value({ cell, measure }: { readonly cell: Cell | null; readonly measure: AxisMeasure }) {
  if (!cell) return UNKNOWN;
  const [mean, low, high] = [cell.mean, cell.low, cell.high].map((value) => valueText(value, measure));
  return (
    <>
      {mean}
      {low === high ? null : (
        <span className={styles['range']}>
          {low} – {high}
        </span>
      )}
    </>
  );
}

/** The parts of a day, and their sum where there are several, as the cursor tells them. */
function StackCells({
  model,
  bucket,
  hasSum,
}: {
  readonly model: PlotModel;
  readonly bucket: Bucket;
  readonly hasSum: boolean;
}) {
  const t = useT();
  const { series } = model;
  const { cells, sum } = stackRowTexts(
    model,
    series.map(({ points }) => cellOf(points, bucket)?.mean ?? null),
  );
  return (
    <>
      {series.map(({ key, name }, index) => (
        <td key={key} data-column={seriesLabel(name)}>
          {cells[index] ?? UNKNOWN}
        </td>
      ))}
      {hasSum ? <td data-column={t('plot.sum')}>{sum ?? UNKNOWN}</td> : null}
    </>
  );
}

const rowName = ({ start }: Bucket, { period }: PlotModel, zone: string): string =>
  period.range === 'day' ? momentText(start, 'day', zone) : longDay(dayAt(start, zone));

/** The values of a plot as a table: by hours of a day, by days of a week or month. */
export function PlotTable({ title, model, calendar, now, labelOf }: Props) {
  const t = useT();
  const { levels, lane, series, axis, second } = model;
  const isRanged = series.some(({ points }) => points.some(({ span }) => span));
  const hasSum = model.stacked === true && series.filter(isSummedUp).length > 1;
  const columns = series.length + (hasSum ? 1 : 0) + (lane ? 1 : 0);
  const period = periodText(model.period);
  // What was used in the hours of a day adds up.
  const valueOf = model.hourly ? sumCellOf : cellOf;
  const levelsText = ({ spans }: DrawnLevels, bucket: Bucket): string =>
    levelsIn(spans, bucket).map(labelOf).join(', ') || UNKNOWN;
  const buckets = bucketsOf(model.period, calendar).filter(({ start }) => start <= now);
  return (
    <table className={`${styles['table']} ${columns >= MANY_COLUMNS ? styles['many'] : ''}`}>
      <caption>
        {(model.hourly || model.daily) && !isRanged
          ? t('plot.name', { title, period })
          : t(levels ? 'plot.table.caption.levels' : 'plot.table.caption', { title, period })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('plot.table.time')}</th>
          {levels ? <th scope="col">{title}</th> : null}
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {seriesLabel(name)}
            </th>
          ))}
          {hasSum ? <th scope="col">{t('plot.sum')}</th> : null}
          {lane ? <th scope="col">{laneTitle(lane)}</th> : null}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.start}>
            <th scope="row">{rowName(bucket, model, calendar.zone)}</th>
            {levels ? <td>{levelsText(levels, bucket)}</td> : null}
            {model.stacked ? (
              <StackCells model={model} bucket={bucket} hasSum={hasSum} />
            ) : (
              series.map(({ key, name, points, second: onSecond }) => (
                <td key={key} data-column={seriesLabel(name)}>
                  <Value
                    cell={valueOf(points, bucket)}
                    measure={onSecond && second ? second.measure : axis.measure}
                  />
                </td>
              ))
            )}
            {lane ? <td data-column={laneTitle(lane)}>{levelsText(lane, bucket)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
