import type { Localization } from '#contract/entities/provider.ts';
import { addDays, addMonths, compareDays, daysInMonth, weekday } from '../time/calendar-day.ts';
import type { Day } from '../time/calendar-day.ts';
import { hoursBetween, startOfDay, wallTime } from '../time/time.ts';

export const PERIOD_LENGTHS = ['day', 'week', 'month'] as const;
export type PeriodLength = (typeof PERIOD_LENGTHS)[number];

/** 0 is Sunday. */
export const FIRST_DAY_OF_WEEK: Readonly<Record<Localization, 0 | 1>> = { US: 0, AU: 1, CA: 0 };

/** The time that a plot shows: whole days of the house. */
export interface Period {
  readonly range: PeriodLength;
  readonly first: Day;
  readonly days: number;
  /** The last days up to today, instead of a week or month of the calendar. */
  readonly recent?: true;
  /** ms; the end is not part of it. */
  readonly start: number;
  readonly end: number;
}

export interface Calendar {
  readonly zone: string;
  readonly firstDay: 0 | 1;
}

const startOfWeek = (day: Day, firstDay: number): Day => addDays(day, -((weekday(day) - firstDay + 7) % 7));

const DAYS_OF_RANGE: Readonly<
  Record<PeriodLength, (day: Day, firstDay: number) => readonly [first: Day, days: number]>
> = {
  day: (day) => [day, 1],
  week: (day, firstDay) => [startOfWeek(day, firstDay), 7],
  month: (day) => [{ ...day, day: 1 }, daysInMonth(day)],
};

const instantOf = ({ year, month, day }: Day, zone: string): number =>
  startOfDay(year, month, day, zone).getTime();

const daysFrom = (range: PeriodLength, first: Day, days: number, zone: string): Period => ({
  range,
  first,
  days,
  start: instantOf(first, zone),
  end: instantOf(addDays(first, days), zone),
});

/** The day, week or month that a day belongs to. */
export const periodOf = (range: PeriodLength, day: Day, { zone, firstDay }: Calendar): Period => {
  const [first, days] = DAYS_OF_RANGE[range](day, firstDay);
  return daysFrom(range, first, days, zone);
};

/** A week or month that has only begun would be nearly empty: up to today so many days are shown instead. */
const RECENT_DAYS = { week: 7, month: 30 } as const;

/** The period that a plot shows for a chosen day: of today the last days, of an earlier day its week or month. */
export const shownPeriod = (range: PeriodLength, day: Day, today: Day, calendar: Calendar): Period => {
  if (range === 'day' || compareDays(day, today) < 0) return periodOf(range, day, calendar);
  const days = RECENT_DAYS[range];
  return { ...daysFrom(range, addDays(today, 1 - days), days, calendar.zone), recent: true };
};

/** The period before, as long as this one; of a month of the calendar the month before. */
export const periodBefore = ({ range, first, days, recent }: Period, calendar: Calendar): Period =>
  recent
    ? { ...daysFrom(range, addDays(first, -days), days, calendar.zone), recent }
    : periodOf(range, shiftDay(range, first, -1), calendar);

/** The period before, cut to what has passed of this one: half a day is compared with half a day. */
export const comparedPeriod = (period: Period, before: Period, now: number): Period => {
  const passed = Math.min(now, period.end) - period.start;
  return { ...before, end: Math.min(before.end, before.start + passed) };
};

export const shiftDay = (range: PeriodLength, day: Day, by: number): Day => {
  if (range === 'month') return addMonths(day, by);
  return addDays(day, range === 'week' ? 7 * by : by);
};

export interface TimeTick {
  readonly time: number;
  /** The local hour, or null for the tick of a day. */
  readonly hour: number | null;
}

/** At most twelve, however long the period. */
const MOST_TICKS = 12;
const HOUR_STEP = 2;

const hourTicks = ({ start, end }: Period, zone: string): TimeTick[] =>
  hoursBetween(start, end, zone)
    .map((time) => ({ time, hour: wallTime(new Date(time), zone).hour }))
    // An hour that the clock shows twice is marked once.
    .filter(({ hour }, index, all) => hour % HOUR_STEP === 0 && all[index - 1]?.hour !== hour);

const dayTicks = ({ first, days }: Period, zone: string, isMarked: (day: Day) => boolean): TimeTick[] =>
  Array.from({ length: days }, (_, index) => addDays(first, index))
    .filter(isMarked)
    .map((day) => ({ time: instantOf(day, zone), hour: null }));

/** A day in hours, every second one; a week in days; a month in weeks. */
export const timeTicks = (period: Period, { zone, firstDay }: Calendar): TimeTick[] => {
  const ticks =
    period.range === 'day'
      ? hourTicks(period, zone)
      : dayTicks(period, zone, (day) => period.range === 'week' || weekday(day) === firstDay);
  return ticks.slice(0, MOST_TICKS);
};

const HOUR_STEPS = [2, 4, 6, 8, 12];
const DAY_STEPS = [1, 2, 3, 4];

/** Every n-th tick, so that at most `room` remain; hours are counted by the clock, also on days of 23 or 25 hours. */
export const ticksThatFit = (ticks: readonly TimeTick[], room: number): TimeTick[] => {
  const isHours = ticks.some(({ hour }) => hour !== null);
  const [steps, all] = isHours ? [HOUR_STEPS, 24] : [DAY_STEPS, ticks.length];
  const step = steps.find((one) => all / one <= room) ?? all;
  return ticks.filter(({ hour }, index) => (hour ?? index) % step === 0);
};
