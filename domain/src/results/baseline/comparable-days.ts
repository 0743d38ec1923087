import type { Span } from '../../events/season.ts';
import type { BaselineRule } from './baseline-rules.ts';
import { wholeWattHours } from './energy.ts';
import type { EnergyByQuarter } from './energy.ts';
import type { DayLeftOut, DayReason, DayUsed } from '../result.ts';
import { sum } from '../numbers.ts';
import { dateBefore, localDay, sameTimesBefore, spanOfQuarters, touches } from './windows.ts';

/** The day of an event, and what is known of the device on it and before. Times in ms. */
export interface ComparedWindow {
  readonly zone: string;
  /** Dates such as 2026-07-03, of the program. */
  readonly holidays: readonly string[];
  readonly energy: EnergyByQuarter;
  /** When the device was added; null: not known. */
  readonly since: number | null;
  /** Other events of the device, preparation and return included. */
  readonly otherEvents: readonly Span[];
}

type DayType = 'business' | 'non-business' | 'holiday';

const dayType = (
  date: string,
  { holidays }: Pick<ComparedWindow, 'holidays'>,
  rule: BaselineRule,
): DayType => {
  if (holidays.includes(date)) return rule.holidays === 'own-type' ? 'holiday' : 'non-business';
  const weekday = new Date(date).getUTCDay();
  return weekday === 0 || weekday === 6 ? 'non-business' : 'business';
};

/** The type that comparable days must have; null: any but a holiday of its own type. undefined: the rule covers no such day. */
const wantedType = (rule: BaselineRule, eventDay: DayType): DayType | null | undefined => {
  if (rule.days === 'all') return eventDay === 'holiday' ? 'holiday' : null;
  if (rule.days === 'alike') return eventDay;
  return rule.days === eventDay ? eventDay : undefined;
};

/** Why some quarters give no energy; null: they do. */
export const faultOf = (
  energy: EnergyByQuarter,
  quarters: readonly number[],
): 'data_missing' | 'meter_ran_backwards' | null => {
  const entries = quarters.map((quarter) => energy.get(quarter));
  if (entries.some((one) => one === undefined)) return 'data_missing';
  return entries.some((one) => one !== undefined && 'fault' in one) ? 'meter_ran_backwards' : null;
};

/** Of quarters without a fault. */
export const wattHoursOf = (energy: EnergyByQuarter, quarters: readonly number[]): number[] =>
  wholeWattHours(
    quarters.map((quarter) => {
      const entry = energy.get(quarter);
      return entry !== undefined && 'mj' in entry ? entry.mj : 0;
    }),
  );

interface DaySelection {
  readonly comparable: readonly DayUsed[];
  readonly leftOut: readonly DayLeftOut[];
}

/** The days before the event that the rule may compare it with, newest first; null: it covers no such day as the event's. */
export const comparableDays = (
  rule: BaselineRule,
  facts: ComparedWindow,
  window: readonly number[],
  adjustment: readonly number[] | null,
): DaySelection | null => {
  const { zone, energy, since, otherEvents } = facts;
  const start = window[0] ?? 0;
  const wanted = wantedType(rule, dayType(dateBefore(start, 0, zone), facts, rule));
  if (wanted === undefined) return null;
  const comparable: DayUsed[] = [];
  const leftOut: DayLeftOut[] = [];

  const reasonOf = (day: string, sameTimes: readonly number[] | null, before: readonly number[] | null) => {
    const type = dayType(day, facts, rule);
    if (wanted === null ? type === 'holiday' : type !== wanted) {
      return facts.holidays.includes(day) ? 'holiday' : 'other_day_type';
    }
    if (sameTimes === null || before === null) return 'time_change';
    if (touches(otherEvents, localDay(day, zone)) || touches(otherEvents, spanOfQuarters(sameTimes))) {
      return 'event_day';
    }
    return faultOf(energy, sameTimes) ?? faultOf(energy, before);
  };

  for (let days = 1; days <= rule.lookBackDays && comparable.length < rule.of; days += 1) {
    const day = dateBefore(start, days, zone);
    const sameTimes = sameTimesBefore(window, days, zone);
    const before = adjustment === null ? [] : sameTimesBefore(adjustment, days, zone);
    const leave = (reason: DayReason) => leftOut.push({ day, reason, wh: null });
    if (since !== null && (before?.[0] ?? sameTimes?.[0] ?? localDay(day, zone).from) < since) {
      // Nothing older is known either.
      leave('before_device');
      break;
    }
    const reason = reasonOf(day, sameTimes, before);
    if (reason !== null || sameTimes === null || before === null) {
      leave(reason ?? 'time_change');
      continue;
    }
    const adjustmentWh = adjustment === null ? null : sum(wattHoursOf(energy, before));
    comparable.push({ day, wh: wattHoursOf(energy, sameTimes), adjustmentWh });
  }
  return { comparable, leftOut };
};
