import type { AxisMeasure } from '#domain/kinds/plot.ts';
import { dateTimeFormat } from '#domain/intl-cache.ts';
import type { DrawnAxis, PlotModel } from '#domain/plot/model.ts';
import { levelsAt, valuesAt } from '#domain/plot/model.ts';
import type { Day, Period, Range, TimeTick } from '#domain/plot/period.ts';
import { digitsOf } from '#domain/plot/scale.ts';
import { changeInPercent, isCovered, levelFacts, lineFacts } from '#domain/plot/summary.ts';
import { clockTime, longDate } from '#domain/dates.ts';
import { isShownTwice } from '#domain/time.ts';
import { formatNumber, temperatureUnit } from '#web/lib/format.ts';
import { currentLanguage, localeTag, t } from '#web/lib/i18n.ts';

/** Decimal places shown for a value. */
const DIGITS: Readonly<Record<AxisMeasure, number>> = {
  temperature: 1,
  watts: 0,
  kilowatts: 2,
  'kilowatt-hours': 1,
  percent: 0,
  seconds: 0,
  level: 0,
};

export const unitOf = (measure: AxisMeasure): string =>
  ({
    temperature: `°${temperatureUnit()}`,
    watts: 'W',
    kilowatts: 'kW',
    'kilowatt-hours': 'kWh',
    percent: '%',
    seconds: 's',
    level: '',
  })[measure];

export const valueText = (value: number, measure: AxisMeasure): string =>
  `${formatNumber(value, DIGITS[measure])} ${unitOf(measure)}`;

export const tickText = (value: number, { ticks }: Pick<DrawnAxis, 'ticks'>): string =>
  formatNumber(value, digitsOf(ticks));

const formatTime = (time: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat(localeTag(), { timeZone: zone, ...options }).format(new Date(time));

/** '6 AM' in a day, 'Sun 15' in a week, 'Nov 15' in a month. */
export const timeTickText = ({ time, hour }: TimeTick, range: Range, zone: string): string => {
  if (hour !== null) return t('plot.hour', { hour: hour % 12 || 12, half: hour < 12 ? 'AM' : 'PM' });
  return range === 'week'
    ? `${formatTime(time, zone, { weekday: 'short' })} ${formatTime(time, zone, { day: 'numeric' })}`
    : formatTime(time, zone, { month: 'short', day: 'numeric' });
};

const zoneName = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(new Date(time))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** A time of the plot: with its day in a week or month, with its zone where the clock shows the hour twice. */
export const momentText = (time: number, range: Range, zone: string): string => {
  const shown = clockTime(new Date(time), zone);
  const clock = isShownTwice(time, zone) ? `${shown} ${zoneName(time, zone)}` : shown;
  if (range === 'day') return clock;
  return `${formatTime(time, zone, { weekday: 'short', month: 'short', day: 'numeric' })}, ${clock}`;
};

const asDate = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));

export const longDay = (day: Day): string => longDate(asDate(day), 'UTC', currentLanguage());

/** 'November 15, 2026', 'Nov 9 – 15, 2026' or 'November 2026', in the format of the language, whatever the provider's country. */
export const periodText = ({ range, first, days }: Period): string => {
  if (range === 'day') return longDay(first);
  const start = asDate(first);
  if (range === 'month') {
    return dateTimeFormat(currentLanguage(), {
      timeZone: 'UTC',
      month: 'long',
      year: 'numeric',
    }).format(start);
  }
  return dateTimeFormat(currentLanguage(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).formatRange(start, asDate({ ...first, day: first.day + days - 1 }));
};

export const seriesLabel = (name: string): string => t(`plot.series.${name}` as 'plot.series.tank');

/** Name and text of each series at a time, for the tooltip and the screen reader. */
export const valueLinesAt = (model: PlotModel, time: number, labelOf: (name: string) => string) => {
  if (model.lanes) {
    const names = levelsAt(model, time).map(labelOf);
    return names.length === 0 ? [] : [{ name: '', text: names.join(', ') }];
  }
  return valuesAt(model, time).map(({ name, second, point }) => ({
    name: seriesLabel(name),
    text: valueText(point.value, second && model.second ? model.second.measure : model.axis.measure),
  }));
};

const changeText = (change: number | null, before: string): string => {
  if (change === null) return '';
  if (change === 0) return t('plot.summary.same', { before });
  return change < 0
    ? t('plot.summary.less', { percent: formatNumber(-change), before })
    : t('plot.summary.more', { percent: formatNumber(change), before });
};

/** Energy at the device's meter, in kWh, in the period and in the same part of the period before; null: not known. */
export interface Energy {
  readonly total: number;
  readonly before: number | null;
  /** A battery: a negative total was fed out. */
  readonly twoWay: boolean;
}

/** kWh; less rounds to 0.0 and is not compared. */
const SHOWN_ENERGY_MIN = 0.05;

interface SummaryInput {
  readonly model: PlotModel;
  /** null: the first series of the plot is not the one the meter measures. */
  readonly energy: Energy | null;
  /** The same plot in the same part of the period before; null: not known. */
  readonly before: PlotModel | null;
  /** The period has not ended yet. */
  readonly running: boolean;
  readonly zone: string;
  readonly labelOf: (name: string) => string;
}

const earlierPeriodText = (range: Range, running: boolean): string =>
  running ? t(`plot.beforeNow.${range}`) : t(`plot.before.${range}`);

const levelsSummary = ({ model, before, running, labelOf }: SummaryInput): string => {
  const facts = levelFacts(model.lanes?.stretches ?? []);
  if (!facts) return t('plot.empty');
  const earlier = before?.lanes?.stretches ?? [];
  const then = before && isCovered(earlier, before.period) ? levelFacts(earlier) : null;
  const sentence = model.id === 'equipment' ? 'plot.summary.ran' : 'plot.summary.level';
  return [
    t(sentence, {
      name: labelOf(facts.longest.name),
      hours: formatNumber(facts.longest.hours, facts.longest.hours < 10 ? 1 : 0),
      changes: facts.changes,
    }),
    then
      ? t('plot.summary.changesBefore', {
          changes: then.changes,
          before: earlierPeriodText(model.period.range, running),
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ');
};

const energySummary = ({ total, before, twoWay }: Energy, beforeWord: string): string => {
  const amount = `${formatNumber(Math.abs(total), 1)} kWh`;
  if (twoWay) {
    if (Math.abs(total) < SHOWN_ENERGY_MIN) return t('plot.summary.even');
    return total > 0 ? t('plot.summary.taken', { amount }) : t('plot.summary.given', { amount });
  }
  const isComparable = total >= SHOWN_ENERGY_MIN && (before ?? 0) >= SHOWN_ENERGY_MIN;
  const change = isComparable ? changeInPercent(total, before ?? undefined) : null;
  return [t('plot.summary.energy', { amount }), changeText(change, beforeWord)].filter(Boolean).join(' ');
};

/** The summary above the plot: total or range, peak and its time, change to the period before. */
export const summaryText = (input: SummaryInput): string => {
  const { model, before, energy, running, zone } = input;
  if (model.lanes) return levelsSummary(input);
  const [main] = model.series;
  const facts = main && lineFacts(main.points);
  if (!main || !facts) return t('plot.empty');
  const measure = main.second && model.second ? model.second.measure : model.axis.measure;
  const { range } = model.period;
  const same = before?.series.find(({ key }) => key === main.key);
  const earlier = same ? lineFacts(same.points) : null;
  // A period with less than half of the readings is not compared.
  const then = earlier && earlier.hours >= facts.hours / 2 ? earlier : null;
  const beforeWord = earlierPeriodText(range, running);
  const name = seriesLabel(main.name);
  const high = valueText(facts.high.value, measure);
  const highAt = momentText(facts.high.time, range, zone);
  if (measure === 'watts' || measure === 'kilowatts') {
    const peak = t('plot.summary.peak', { name, high, highAt });
    if (!energy) return peak;
    return `${peak} ${energySummary({ ...energy, before: then && energy.before }, beforeWord)}`;
  }
  const low = valueText(facts.low.value, measure);
  const lowAt = momentText(facts.low.time, range, zone);
  const mean = valueText(facts.mean, measure);
  const average = then
    ? t('plot.summary.mean', { mean, before: beforeWord, earlier: valueText(then.mean, measure) })
    : t('plot.summary.meanAlone', { mean });
  const span =
    low === high
      ? t('plot.summary.constant', { name, value: low })
      : t('plot.summary.span', { name, low, lowAt, high, highAt });
  return low === high && !then ? span : `${span} ${average}`;
};
