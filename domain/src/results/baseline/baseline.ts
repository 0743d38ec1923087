import type { Span } from '../../events/season.ts';
import { adjustmentOf, baselineOf } from './adjustment.ts';
import type { AdjustmentFacts } from './adjustment.ts';
import type { BaselineRule } from './baseline-rules.ts';
import { comparableDays, faultOf, wattHoursOf } from './comparable-days.ts';
import type { ComparedWindow } from './comparable-days.ts';
import { noResult } from '../result.ts';
import type { Adjustment, DayLeftOut, DayUsed, NoResultReason, Result } from '../result.ts';
import { keptDays } from './select-days.ts';
import { sum } from '../numbers.ts';
import { adjustmentWindow, quartersIn, spanOfQuarters, touches } from './windows.ts';

export interface BaselineInput extends ComparedWindow {
  /** The event, from its start to its end or to when it was cancelled. Its whole quarter hours are measured. */
  readonly window: Span;
  /** When the device was first prepared for the event; null: not at all. */
  readonly preparedFrom: number | null;
}

const isoOf = (time: number): string => new Date(time).toISOString();

/** Without a number, whatever the days before say. */
const withoutMeasurement = (
  { energy, otherEvents }: BaselineInput,
  window: readonly number[],
): NoResultReason | null => {
  if (window.length === 0) return { code: 'window_too_short' };
  const missing = window.filter((quarter) => !energy.has(quarter)).length;
  if (missing === window.length) return { code: 'offline' };
  if (missing > 0) return { code: 'data_missing', missing, of: window.length };
  if (faultOf(energy, window) !== null) return { code: 'meter_ran_backwards' };
  return touches(otherEvents, spanOfQuarters(window)) ? { code: 'other_event' } : null;
};

const adjustmentFacts = (
  { energy, otherEvents, preparedFrom }: BaselineInput,
  quarters: readonly number[],
): AdjustmentFacts => {
  const span = spanOfQuarters(quarters);
  const window = { start: isoOf(span.from), end: isoOf(span.to) };
  const reasonOf = (): Adjustment['reason'] => {
    if (touches(otherEvents, span)) return 'other_event';
    if (preparedFrom !== null && preparedFrom < span.to) return 'preparation';
    return faultOf(energy, quarters);
  };
  const reason = reasonOf();
  const actualWh = reason === null ? sum(wattHoursOf(energy, quarters)) : null;
  return { window, quarters: quarters.length, actualWh, reason };
};

export interface ResultParts {
  /** All that are comparable, newest first. */
  readonly days: readonly DayUsed[];
  readonly leftOut: readonly DayLeftOut[];
  readonly intervals: readonly { readonly time: string; readonly actualWh: number }[];
  readonly adjustment: AdjustmentFacts | null;
}

const newestFirst = (a: DayLeftOut, b: DayLeftOut): number => (a.day < b.day ? 1 : -1);

/** The result of measured days: which of them count, their mean, its adjustment, and what is left of it. */
export const resultOf = (rule: BaselineRule, parts: ResultParts): Result => {
  const { days, leftOut, intervals: measured } = parts;
  const kept = keptDays(
    rule,
    days.map(({ day, wh }) => ({ day, totalWh: sum(wh) })),
  );
  const daysUsed = days.filter(({ day }) => kept.has(day));
  const notKept = days
    .filter(({ day }) => !kept.has(day))
    .map(({ day, wh }): DayLeftOut => ({ day, reason: 'not_kept', wh: sum(wh) }));
  const adjustment =
    rule.adjustment === null || parts.adjustment === null
      ? null
      : adjustmentOf(rule.adjustment, daysUsed, parts.adjustment);
  const baseline = baselineOf(daysUsed, adjustment);
  const intervals = measured.map(({ time, actualWh }, index) => ({
    time,
    baselineWh: baseline[index] ?? 0,
    actualWh,
  }));
  const baselineWh = sum(baseline);
  const actualWh = sum(intervals.map((interval) => interval.actualWh));
  return {
    daysUsed,
    daysLeftOut: [...leftOut, ...notKept].toSorted(newestFirst),
    adjustment,
    intervals,
    baselineWh,
    actualWh,
    reductionWh: baselineWh - actualWh,
    reason: null,
  };
};

/** What the device would have used in the window by the rule, and what it used. */
export const computeBaseline = (rule: BaselineRule, input: BaselineInput): Result => {
  const window = quartersIn(input.window);
  const unmeasured = withoutMeasurement(input, window);
  if (unmeasured !== null) return noResult(unmeasured);
  const used = wattHoursOf(input.energy, window);
  const measured = window.map((time, index) => ({ time: isoOf(time), actualWh: used[index] ?? 0 }));
  const without = (reason: NoResultReason, daysLeftOut: readonly DayLeftOut[] = []): Result => ({
    ...noResult(reason),
    daysLeftOut,
    intervals: measured.map((interval) => ({ ...interval, baselineWh: null })),
    actualWh: sum(used),
  });

  const before = rule.adjustment && quartersIn(adjustmentWindow(rule.adjustment, input.window.from));
  const selection = comparableDays(rule, input, window, before);
  if (selection === null) return without({ code: 'day_not_covered' });
  const { comparable, leftOut } = selection;
  if (comparable.length < rule.leastDays) {
    const notUsed = comparable.map(({ day, wh }): DayLeftOut => ({ day, reason: 'not_kept', wh: sum(wh) }));
    const reason = { code: 'too_few_days', found: comparable.length, needed: rule.leastDays } as const;
    return without(reason, [...leftOut, ...notUsed].toSorted(newestFirst));
  }
  const adjustment = before && adjustmentFacts(input, before);
  return resultOf(rule, { days: comparable, leftOut, intervals: measured, adjustment });
};

export interface UsualQuarter {
  readonly time: string;
  readonly baselineWh: number;
}

/** What the device would use in the event from a moment on (ms), by the days of the rule alone; none: that is not known. */
export const usualFrom = (rule: BaselineRule, input: BaselineInput, from: number): UsualQuarter[] => {
  const window = quartersIn(input.window);
  if (window.length === 0) return [];
  const selection = comparableDays(rule, input, window, null);
  if (selection === null || selection.comparable.length < rule.leastDays) return [];
  const { comparable: days, leftOut } = selection;
  const intervals = window.map((time) => ({ time: isoOf(time), actualWh: 0 }));
  return resultOf({ ...rule, adjustment: null }, { days, leftOut, intervals, adjustment: null })
    .intervals.filter(({ time }) => Date.parse(time) >= from)
    .map(({ time, baselineWh }) => ({ time, baselineWh: baselineWh ?? 0 }));
};
