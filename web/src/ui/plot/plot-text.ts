import type { AxisMeasure } from '#domain/kinds/plot.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { restedNames } from '#domain/plot/hours.ts';
import type { DrawnAxis, PlotModel } from '#domain/plot/model.ts';
import { levelsAt, valuesAt } from '#domain/plot/model.ts';
import type { ValueAt } from '#domain/plot/model.ts';
import { addUpRounded, isSummedUp } from '#domain/plot/stack.ts';
import { levelsIn } from '#domain/plot/table.ts';
import type { Day } from '#domain/time/calendar-day.ts';
import type { Period, PeriodLength, TimeTick } from '#domain/plot/period.ts';
import { digitsOf } from '#domain/plot/scale.ts';
import { HOUR, isShownTwice } from '#domain/time/time.ts';
import { formatNumber, longDate, rangeText, temperatureUnit, timeOfDay } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';
import { bandsIn } from './layout.ts';
import type { TimeBand } from './layout.ts';

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

/** Tenths of a kWh would hide what a device uses in an hour. */
const digitsFor = (value: number, measure: AxisMeasure): number =>
  measure === 'kilowatt-hours' && Math.abs(value) < 1 ? 2 : DIGITS[measure];

const SECONDS_OF = { min: 60, h: 3_600 } as const;

/** min; from here on hours are easier to read. */
const LONG_MINUTES = 120;

const durationUnit = (seconds: number) => {
  const minutes = seconds / SECONDS_OF.min;
  if (minutes >= LONG_MINUTES) return { unit: 'h', size: SECONDS_OF.h, digits: 1 };
  return seconds > 0 && minutes < 1
    ? { unit: 's', size: 1, digits: 0 }
    : { unit: 'min', size: SECONDS_OF.min, digits: 0 };
};

const durationText = (seconds: number): string => {
  const { unit, size, digits } = durationUnit(seconds);
  return `${formatNumber(seconds / size, digits)} ${unit}`;
};

export const valueText = (value: number, measure: AxisMeasure): string =>
  measure === 'seconds'
    ? durationText(value)
    : `${formatNumber(value, digitsFor(value, measure))} ${unitOf(measure)}`;

type LabelledAxis = Pick<DrawnAxis, 'measure' | 'ticks'>;

/** The unit of an axis's labels: durations, which are known in seconds, are told in minutes or hours. */
export const axisUnit = ({ measure, ticks }: LabelledAxis): string => {
  if (measure !== 'seconds') return unitOf(measure);
  return ticks.every((tick) => tick % SECONDS_OF.h === 0) ? 'h' : 'min';
};

export const tickText = (value: number, axis: LabelledAxis): string => {
  if (axis.measure !== 'seconds') return formatNumber(value, digitsOf(axis.ticks));
  return formatNumber(value / SECONDS_OF[axisUnit(axis) === 'h' ? 'h' : 'min']);
};

const formatTime = (time: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat(localeTag(), { timeZone: zone, ...options }).format(new Date(time));

/** '6 AM' in a day, as the person's language and region write it; 'Sun 15' in a week, 'Nov 15' in a month. */
export const timeTickText = ({ time, hour }: TimeTick, range: PeriodLength, zone: string): string => {
  if (hour !== null) return formatTime(time, zone, { hour: 'numeric' });
  return range === 'week'
    ? `${formatTime(time, zone, { weekday: 'short' })} ${formatTime(time, zone, { day: 'numeric' })}`
    : formatTime(time, zone, { month: 'short', day: 'numeric' });
};

/** An hour of the axis where the whole text has no room: only midnight and noon say which half of the day it is. */
export const shortHourText = (tick: TimeTick, zone: string): string => {
  const parts = dateTimeFormat(localeTag(), { timeZone: zone, hour: 'numeric' }).formatToParts(tick.time);
  const hasHalves = parts.some(({ type }) => type === 'dayPeriod');
  const hour = parts.find(({ type }) => type === 'hour');
  return hasHalves && hour && (tick.hour ?? 0) % 12 !== 0 ? hour.value : timeTickText(tick, 'day', zone);
};

const zoneName = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(new Date(time))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const dayText = (time: number, zone: string): string =>
  formatTime(time, zone, { weekday: 'short', month: 'short', day: 'numeric' });

/** A time of the plot: with its day in a week or month, with its zone where the clock shows the hour twice. */
export const momentText = (time: number, range: PeriodLength, zone: string): string => {
  const shown = timeOfDay(new Date(time), zone);
  const clock = isShownTwice(time, zone) ? `${shown} ${zoneName(time, zone)}` : shown;
  return range === 'day' ? clock : `${dayText(time, zone)}, ${clock}`;
};

/** The moment of a value: of a bar its day, of an hour its begin and end. */
export const momentIn = ({ period, daily, hourly }: PlotModel, time: number, zone: string): string => {
  if (daily) return dayText(time, zone);
  const moment = momentText(time, period.range, zone);
  if (!hourly) return moment;
  const end = Math.min(time + HOUR, Math.max(hourly.until, time));
  if (isShownTwice(time, zone) || isShownTwice(end, zone)) {
    return `${moment} – ${timeOfDay(new Date(end), zone)}`;
  }
  const hours = rangeText(time, end, zone);
  return period.range === 'day' ? hours : `${dayText(time, zone)}, ${hours}`;
};

const asDate = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));

export const longDay = (day: Day): string => longDate(asDate(day), 'UTC');

/** 'Nov 15', where the year is known. */
export const shortDay = (day: Day): string =>
  dateTimeFormat(localeTag(), { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(asDate(day));

/** 'November 15, 2026', 'Last 7 days', 'Nov 9 – 15, 2026' or 'November 2026'. */
export const periodText = ({ range, first, days, recent }: Period): string => {
  if (range === 'day') return longDay(first);
  if (recent) return t(`plot.recent.${range}`);
  const start = asDate(first);
  if (range === 'month') {
    return dateTimeFormat(localeTag(), {
      timeZone: 'UTC',
      month: 'long',
      year: 'numeric',
    }).format(start);
  }
  return dateTimeFormat(localeTag(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).formatRange(start, asDate({ ...first, day: first.day + days - 1 }));
};

/** More are counted, not listed. */
const BANDS_LISTED = 2;

/** The demand events of the period in words; empty: there are none. */
export const bandsText = (bands: readonly TimeBand[], period: Period, zone: string): string => {
  const { range } = period;
  const shown = bandsIn(bands, period);
  if (shown.length === 0) return '';
  if (shown.length > BANDS_LISTED) return t('plot.events.count', { count: shown.length });
  return shown
    .map((band) =>
      t('plot.events.one', {
        from: momentText(band.start, range, zone),
        to: timeOfDay(new Date(band.end), zone),
      }),
    )
    .join(' ');
};

export const seriesLabel = (name: string): string => t(`plot.series.${name}` as 'plot.series.tank');

/** A name inside of a sentence; one that begins with an abbreviation stays as it is. */
const inSentence = (name: string): string =>
  /^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase(localeTag()) + name.slice(1);

/** What did nothing in a day, in one line; empty: all did something. */
export const restedText = (model: PlotModel): string => {
  const names = restedNames(model).map((name) => inSentence(seriesLabel(name)));
  if (names.length === 0) return '';
  const isLive = (model.hourly?.until ?? 0) < model.period.end;
  return t(isLive ? 'plot.rested.yet' : 'plot.rested', { names: names.join(', ') });
};

export interface ValueLine {
  readonly name: string;
  readonly text: string;
}

/** kWh; of less than one, tenths would hide most. */
export const amountDigits = (sum: number): number => (sum < 1 ? 2 : 1);

/** Parts of a stack, in the measure of its axis, such that they add up as they are shown. */
export const stackTexts = (amounts: readonly number[], measure: AxisMeasure) => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const { unit, size, digits } =
    measure === 'seconds'
      ? durationUnit(total)
      : { unit: unitOf(measure), size: 1, digits: amountDigits(total) };
  const { parts, sum } = addUpRounded(
    amounts.map((amount) => amount / size),
    digits,
  );
  const textOf = (amount: number) => `${formatNumber(amount, digits)} ${unit}`;
  return { parts: parts.map(textOf), sum: textOf(sum) };
};

/** The texts of one row of a stacked plot's table: its parts add up to its sum as they are shown. */
export const stackRowTexts = (
  { series, axis, second }: PlotModel,
  values: readonly (number | null)[],
): { readonly cells: readonly (string | null)[]; readonly sum: string | null } => {
  const summed = series.map((line, index) => isSummedUp(line) && values[index] !== null);
  const { parts, sum } = stackTexts(
    values.flatMap((value, index) => (summed[index] && value !== null ? [value] : [])),
    axis.measure,
  );
  const rest = [...parts];
  const cells = values.map((value, index) => {
    if (summed[index]) return rest.shift() ?? null;
    const measure = series[index]?.second && second ? second.measure : axis.measure;
    return value === null ? null : valueText(value, measure);
  });
  return { cells, sum: parts.length > 0 ? sum : null };
};

/** The sum of the day, its parts, and what is no part of it. */
const stackLinesAt = (model: PlotModel, time: number): ValueLine[] => {
  const summed = model.series.filter(isSummedUp).map(({ name }) => name);
  const values = valuesAt(model, time);
  const parts = values.filter(({ name }) => summed.includes(name));
  const texts = stackTexts(
    parts.map(({ point }) => point.value),
    model.axis.measure,
  );
  return [
    ...(parts.length > 1 ? [{ name: t('plot.sum'), text: texts.sum }] : []),
    ...parts.map(({ name }, index) => ({ name: seriesLabel(name), text: texts.parts[index] ?? '' })),
    ...values
      .filter(({ name }) => !summed.includes(name))
      .map((value) => ({ name: seriesLabel(value.name), text: textOfValue(model, value) })),
  ];
};

const textOfValue = (model: PlotModel, { second, point }: ValueAt): string => {
  const measure = second && model.second ? model.second.measure : model.axis.measure;
  const text = valueText(point.value, measure);
  const { span } = point;
  return span && span.low < span.high
    ? `${text} (${formatNumber(span.low, DIGITS[measure])} – ${formatNumber(span.high, DIGITS[measure])})`
    : text;
};

/** The levels of the lane that held at a time, of a day all of them. */
export const laneNamesAt = ({ lane, daily, maxGap }: PlotModel, time: number): readonly string[] => {
  if (!lane) return [];
  return daily
    ? levelsIn(lane.spans, { start: time - maxGap, end: time + maxGap })
    : levelsAt({ levels: lane }, time);
};

/** Name and text of each series at a time, for the tooltip and the screen reader. */
export const valueLinesAt = (
  model: PlotModel,
  time: number,
  labelOf: (name: string) => string,
): ValueLine[] => {
  if (model.levels) {
    const names = levelsAt(model, time).map(labelOf);
    return names.length === 0 ? [] : [{ name: '', text: names.join(', ') }];
  }
  if (model.stacked) return stackLinesAt(model, time);
  const modes = laneNamesAt(model, time).map(labelOf);
  return [
    ...valuesAt(model, time).map((value) => ({
      name: seriesLabel(value.name),
      text: textOfValue(model, value),
    })),
    ...(model.lane && modes.length > 0 ? [{ name: laneTitle(model.lane), text: modes.join(', ') }] : []),
  ];
};

/** The demand events at a time, of a day all of them: their labels in the drawing are short. */
export const eventLinesAt = (
  { daily, maxGap }: PlotModel,
  bands: readonly TimeBand[],
  time: number,
  zone: string,
): ValueLine[] => {
  const reach = daily ? maxGap : 0;
  return bands
    .filter(({ start, end }) => start <= time + reach && end > time - reach)
    .map(({ start, end }) => ({ name: t('plot.event'), text: rangeText(start, end, zone) }));
};

export const laneTitle = ({ id }: NonNullable<PlotModel['lane']>): string =>
  t(`plot.title.${id}` as 'plot.title.mode');
