import type { AxisMeasure } from '#domain/kinds/plot.ts';
import type { DrawnLevels, PlotModel } from '#domain/plot/model.ts';
import type { Period } from '#domain/plot/period.ts';
import { changeInPercent, isCovered, levelSummary, lineSummary } from '#domain/plot/summary.ts';
import type { LineSummary } from '#domain/plot/summary.ts';
import { HOUR } from '#domain/time/time.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { amountDigits, momentIn, seriesLabel, unitOf, valueText } from './plot-text.ts';

/** Energy at the device's meter, in kWh, in the period and in the same part of the period before; null: not known. */
export interface Energy {
  readonly total: number;
  readonly before: number | null;
  /** A battery: a negative total was fed out. */
  readonly twoWay: boolean;
  /** Of a battery: kWh that it gave in the same part of the period before; null: not known. */
  readonly givenBefore?: number | null;
}

/** kWh; less rounds to 0.0 and is not compared. */
export const SHOWN_ENERGY_MIN = 0.05;

/** %; a larger change is told in times. */
const MANY_TIMES = 200;

/** kW and W; a device that never draws more rests. */
const RESTING_BELOW: Readonly<Partial<Record<AxisMeasure, number>>> = { kilowatts: 0.05, watts: 5 };

interface SummaryInput {
  readonly model: PlotModel;
  /** null: the first series of the plot is not the one the meter measures. */
  readonly energy: Energy | null;
  /** The same plot in the same part of the period before; null: not known. */
  readonly before: PlotModel | null;
  /** ms */
  readonly now: number;
  readonly zone: string;
  readonly labelOf: (name: string) => string;
}

/** Whole degrees and tenths are enough for a sentence; the cursor tells the rest. */
const SENTENCE_DIGITS: Readonly<Partial<Record<AxisMeasure, number>>> = { kilowatts: 1, 'kilowatt-hours': 1 };

const amountText = (value: number, measure: AxisMeasure): string =>
  measure === 'seconds'
    ? valueText(value, measure)
    : `${formatNumber(value, SENTENCE_DIGITS[measure] ?? 0)}\u00A0${unitOf(measure)}`;

export const earlierPeriodText = ({ range, recent }: Period, running: boolean): string => {
  if (recent && range !== 'day') return t(`plot.beforeRecent.${range}`);
  return running ? t(`plot.beforeNow.${range}`) : t(`plot.before.${range}`);
};

const beforeText = (input: SummaryInput): string => earlierPeriodText(input.model.period, isRunning(input));

const isRunning = ({ model, now }: SummaryInput): boolean => now < model.period.end;

/** Share of the time passed from which readings speak for all of it. */
const COVERED_SHARE = 0.9;

const isAllKnown = ({ model: { period }, now }: SummaryInput, hours: number): boolean =>
  hours * HOUR >= COVERED_SHARE * (Math.min(now, period.end) - period.start);

const sentences = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ');

/** For as much of the period as the hours of readings speak for. */
const restingText = (input: SummaryInput, hours: number): string => {
  if (!isAllKnown(input, hours)) return t('plot.summary.restingKnown');
  const isToday = input.model.period.range === 'day' && isRunning(input);
  return t(isToday ? 'plot.summary.restingToday' : 'plot.summary.resting');
};

const levelsSummary = (
  input: SummaryInput,
  levels: DrawnLevels | null,
  levelsBefore: DrawnLevels | null,
): string => {
  const { model, before, labelOf } = input;
  const { spans = [], rest = [] } = levels ?? {};
  const summary = levelSummary(spans);
  if (!summary) {
    const rested = rest.reduce((sum, { from, to }) => sum + (to - from) / HOUR, 0);
    return rested > 0 ? restingText(input, rested) : t('plot.empty');
  }
  const earlier = levelsBefore?.spans ?? [];
  const then = before && isCovered(earlier, before.period) ? levelSummary(earlier) : null;
  const name = labelOf(summary.longest.name);
  const hours = formatNumber(summary.longest.hours, summary.longest.hours < 10 ? 1 : 0);
  const values = { name, hours, changes: summary.changes };
  const isEquipment = model.id === 'equipment';
  return sentences(
    summary.changes === 0 && !isEquipment
      ? t(
          isAllKnown(input, summary.longest.hours) ? 'plot.summary.onlyLevel' : 'plot.summary.onlyLevelKnown',
          values,
        )
      : t(isEquipment ? 'plot.summary.ran' : 'plot.summary.level', values),
    then &&
      t('plot.summary.changesBefore', {
        changes: then.changes,
        before: earlierPeriodText(model.period, isRunning(input)),
      }),
  );
};

const CHANGES = [
  [(change: number) => change === 0, 'plot.summary.changeSame'],
  [(change: number) => change >= MANY_TIMES, 'plot.summary.changeTimes'],
  [(change: number) => change < 0, 'plot.summary.changeLess'],
  [() => true, 'plot.summary.changeMore'],
] as const;

/** An amount compared with the period before, as a sentence after the one that tells it; null: nothing to compare with. */
const changeText = (
  { total, before }: Pick<Energy, 'total' | 'before'>,
  beforeWord: string,
): string | null => {
  const change = (before ?? 0) >= SHOWN_ENERGY_MIN ? changeInPercent(total, before ?? undefined) : null;
  const [, key] = CHANGES.find(([holds]) => change !== null && holds(change)) ?? [];
  if (change === null || !key) return null;
  return t(key, {
    percent: formatNumber(Math.abs(change)),
    times: formatNumber(1 + change / 100),
    before: beforeWord,
  });
};

/** What a device used, compared with the period before. */
export const usedText = ({ total, before }: Pick<Energy, 'total' | 'before'>, beforeWord: string): string => {
  const amount = `${formatNumber(total, amountDigits(total))}\u00A0${unitOf('kilowatt-hours')}`;
  const isComparable = total >= SHOWN_ENERGY_MIN && (before ?? 0) >= SHOWN_ENERGY_MIN;
  const change = isComparable ? changeInPercent(total, before ?? undefined) : null;
  if (change === null) return t('plot.summary.energy', { amount });
  const values = { amount, percent: formatNumber(Math.abs(change)), before: beforeWord };
  if (change === 0) return t('plot.summary.energySame', values);
  if (change >= MANY_TIMES) {
    return t('plot.summary.energyTimes', { ...values, times: formatNumber(1 + change / 100) });
  }
  return t(change < 0 ? 'plot.summary.energyLess' : 'plot.summary.energyMore', values);
};

/** kWh of a series in all days. */
const amountOf = ({ series }: PlotModel, name: string): number | null => {
  const points = series.find((line) => line.name === name)?.points;
  return points ? points.reduce((sum, { value }) => sum + value, 0) : null;
};

/** What a battery gave and took in on the days of a month, beside what the sun gave and the home used. */
const batteryDaysSummary = (input: SummaryInput): string => {
  const { model, energy, zone } = input;
  const measure = 'kilowatt-hours';
  const [given, taken] = [amountOf(model, 'given') ?? 0, amountOf(model, 'taken') ?? 0];
  const [solar, used] = [amountOf(model, 'pv'), amountOf(model, 'house')];
  const most = lineSummary(model.series.find(({ name }) => name === 'given')?.points ?? [])?.high;
  const isResting = given < SHOWN_ENERGY_MIN && taken < SHOWN_ENERGY_MIN;
  return sentences(
    isResting ? t('plot.summary.restingKnown') : null,
    most && given >= SHOWN_ENERGY_MIN
      ? t('plot.summary.gave', {
          amount: amountText(given, measure),
          high: amountText(most.value, measure),
          highAt: momentIn(model, most.time, zone),
        })
      : null,
    given >= SHOWN_ENERGY_MIN
      ? changeText({ total: given, before: energy?.givenBefore ?? null }, beforeText(input))
      : null,
    taken >= SHOWN_ENERGY_MIN ? t('plot.summary.took', { amount: amountText(taken, measure) }) : null,
    solar === null ? null : t('plot.summary.solar', { amount: amountText(solar, measure) }),
    used === null ? null : t('plot.summary.used', { amount: amountText(used, measure) }),
  );
};

/** What a battery gave and took in, and how fast at most. */
const batterySummary = (input: SummaryInput, summary: LineSummary, total: number): string => {
  const { model, zone } = input;
  const { measure } = model.axis;
  const least = RESTING_BELOW[measure] ?? 0;
  const [gives, takes] = [summary.high.value >= least, -summary.low.value >= least];
  if (!gives && !takes) return restingText(input, summary.hours);
  const amount = amountText(Math.abs(total), 'kilowatt-hours');
  return sentences(
    gives
      ? t('plot.summary.gaveUpTo', {
          high: amountText(summary.high.value, measure),
          highAt: momentIn(model, summary.high.time, zone),
        })
      : null,
    takes
      ? t('plot.summary.tookUpTo', {
          low: amountText(-summary.low.value, measure),
          lowAt: momentIn(model, summary.low.time, zone),
        })
      : null,
    Math.abs(total) < SHOWN_ENERGY_MIN
      ? t('plot.summary.even')
      : t(total > 0 ? 'plot.summary.taken' : 'plot.summary.given', { amount }),
  );
};

const meanText = (mean: number, then: number | null, measure: AxisMeasure, beforeWord: string): string => {
  const shown = amountText(mean, measure);
  if (then === null) return t('plot.summary.meanAlone', { mean: shown });
  const difference = amountText(Math.abs(mean - then), measure);
  const values = { mean: shown, difference, before: beforeWord };
  if (difference === amountText(0, measure)) return t('plot.summary.meanSame', values);
  const isMore = mean > then;
  if (measure === 'temperature') return t(isMore ? 'plot.summary.warmer' : 'plot.summary.cooler', values);
  return t(isMore ? 'plot.summary.higher' : 'plot.summary.lower', values);
};

/** The summary above the plot: total or range, peak and its time, change to the period before; then the levels of its lane. */
export const summaryText = (input: SummaryInput): string => {
  const { model, before } = input;
  if (model.levels) return levelsSummary(input, model.levels, before?.levels ?? null);
  return sentences(valuesSummary(input), model.lane ? levelsSummary(input, model.lane, null) : null);
};

const valuesSummary = (input: SummaryInput): string => {
  const { model, before, energy, zone } = input;
  const [main] = model.series;
  const summary = main && lineSummary(main.points);
  if (!main || !summary) return t('plot.empty');
  const measure = main.second && model.second ? model.second.measure : model.axis.measure;
  const same = before?.series.find(({ key }) => key === main.key);
  const earlier = same ? lineSummary(same.points) : null;
  // A period with less than half of the readings is not compared.
  const then = earlier && earlier.hours >= summary.hours / 2 ? earlier : null;
  const beforeWord = beforeText(input);
  const name = seriesLabel(main.name);
  const high = amountText(summary.high.value, measure);
  const highAt = momentIn(model, summary.high.time, zone);
  if (model.daily && measure === 'kilowatt-hours') {
    if (energy?.twoWay) return batteryDaysSummary(input);
    return sentences(energy && usedText(energy, beforeWord), t('plot.summary.mostOn', { high, highAt }));
  }
  if (measure === 'watts' || measure === 'kilowatts') {
    if (energy?.twoWay) return batterySummary(input, summary, energy.total);
    if (summary.high.value < (RESTING_BELOW[measure] ?? 0)) {
      return t(main.name === 'home' ? 'plot.summary.noCharging' : 'plot.summary.noPower');
    }
    return sentences(
      t('plot.summary.peak', { name, high, highAt }),
      energy && usedText({ ...energy, before: then && energy.before }, beforeWord),
    );
  }
  const low = amountText(summary.low.value, measure);
  const lowAt = momentIn(model, summary.low.time, zone);
  const average = meanText(summary.mean, then && then.mean, measure, beforeWord);
  const constant = isAllKnown(input, summary.hours) ? 'plot.summary.constant' : 'plot.summary.constantKnown';
  const span =
    low === high
      ? t(constant, { name, value: low })
      : t('plot.summary.span', { name, low, lowAt, high, highAt });
  return low === high && !then ? span : `${span} ${average}`;
};
