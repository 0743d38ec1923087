import { csvOf } from '#domain/text/csv.ts';
import type { CsvCell } from '#domain/text/csv.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import { dayText } from '#domain/time/calendar-day.ts';
import { valueRows } from '#domain/plot/table.ts';
import { offsetAt } from '#domain/time/time.ts';
import { t } from '#web/lib/language/i18n.ts';
import { laneNamesAt, laneTitle, seriesLabel, unitOf } from './plot-text.ts';

interface CsvOptions {
  readonly zone: string;
  readonly fileName: string;
  readonly labelOf: (name: string) => string;
}

const iso = (time: number): string => new Date(time).toISOString();

/** Local time in the form that spreadsheets parse: 2026-11-15 17:05:00. */
const local = (time: number, zone: string): string =>
  iso(time + offsetAt(time, zone))
    .slice(0, 19)
    .replace('T', ' ');

/** Of 2026-11-15: what is told of a day belongs to no time of it. */
const DATE_LENGTH = 10;

/** Header and rows of exactly the points that are drawn, and of the times that are known to be gaps. */
const rowsOf = (model: PlotModel, { zone, labelOf }: CsvOptions): CsvCell[][] => {
  const { id, series, levels, lane, axis, second } = model;
  if (levels) {
    return [
      [
        t('plot.csv.time'),
        t('plot.csv.until'),
        t('plot.csv.local'),
        t('plot.csv.untilLocal'),
        t(`plot.title.${id}` as 'plot.title.mode'),
      ],
      ...levels.spans.map(({ name, from, to }) => [
        iso(from),
        iso(to),
        local(from, zone),
        local(to, zone),
        labelOf(name),
      ]),
    ];
  }
  const ranged = series.filter(({ points }) => points.some(({ span }) => span));
  return [
    [
      t('plot.csv.time'),
      t('plot.csv.local'),
      ...series.map((line) => {
        const { measure } = line.second && second ? second : axis;
        return `${seriesLabel(line.name)} (${unitOf(measure)})`;
      }),
      ...ranged.flatMap(({ name }) => [
        t('plot.csv.low', { name: seriesLabel(name) }),
        t('plot.csv.high', { name: seriesLabel(name) }),
      ]),
      ...(lane ? [laneTitle(lane)] : []),
    ],
    ...valueRows(series).map(({ time, values }) => [
      iso(time),
      model.daily ? local(time, zone).slice(0, DATE_LENGTH) : local(time, zone),
      ...values.map(rounded),
      ...ranged.flatMap(({ points }) => {
        const span = points.find((point) => point.time === time)?.span;
        return [rounded(span?.low ?? null), rounded(span?.high ?? null)];
      }),
      ...(lane ? [laneNamesAt(model, time).map(labelOf).join(', ')] : []),
    ]),
  ];
};

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1_000) / 1_000;

/** Replaces characters that file systems refuse. */
const fileNameSafe = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^-+|-+$/g, '');

export const downloadPlot = (model: PlotModel, naming: CsvOptions): void => {
  const { first, range } = model.period;
  const url = URL.createObjectURL(
    new Blob([csvOf(rowsOf(model, naming))], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileNameSafe(naming.fileName)}-${model.id}-${range}-${dayText(first)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
};
