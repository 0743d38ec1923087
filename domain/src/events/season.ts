import type { Program } from '#contract/entities/program.ts';
import { MINUTE, startOfDay, wallTime } from '../time/time.ts';

type Calendar = Pick<Program, 'zone' | 'season'>;

/** [from, to) in ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** 'YYYY-MM-DD' in the zone: the id of an event day. */
export const localDate = (instant: number, zone: string): string => {
  const { year, month, day } = wallTime(new Date(instant), zone);
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
};

const startOf = (year: number, monthDay: string, zone: string, daysLater: number): number => {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  return startOfDay(year, month, day + daysLater, zone).getTime();
};

/** The season that an instant lies in, else the next one; its whole days in the program's zone. Without seasons it is the year. */
const seasonFrom = ({ zone, season }: Calendar, instant: number): Span | null => {
  const { from, to } = season ?? { from: '01-01', to: '12-31' };
  const { year } = wallTime(new Date(instant), zone);
  const lastYears = to < from ? 1 : 0;
  const seasons = [year - 1, year, year + 1].map((first) => ({
    from: startOf(first, from, zone, 0),
    to: startOf(first + lastYears, to, zone, 1),
  }));
  return seasons.find((span) => instant < span.to) ?? null;
};

/** The season that an instant lies in; null: none. */
export const seasonAt = (calendar: Calendar, instant: number): Span | null => {
  const season = seasonFrom(calendar, instant);
  return season && season.from <= instant ? season : null;
};

/** First and last day, 'YYYY-MM-DD', of the present or next season; null: events may come in the whole year. */
export const seasonDays = (
  calendar: Calendar,
  instant: number,
): { readonly from: string; readonly to: string } | null => {
  const span = calendar.season === null ? null : seasonFrom(calendar, instant);
  return span && { from: localDate(span.from, calendar.zone), to: localDate(span.to - 1, calendar.zone) };
};

const minuteOfDay = (instant: number, zone: string): number => {
  const { hour, minute } = wallTime(new Date(instant), zone);
  return hour * 60 + minute;
};

const minutesIn = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/** Whether a window lies within the hours of a day that a program allows; these may reach over midnight. */
export const isWithinHours = ({ zone, hours }: Pick<Program, 'zone' | 'hours'>, window: Span): boolean => {
  if (hours === null) return true;
  const [from, to] = [minutesIn(hours.from), minutesIn(hours.to)];
  const length = (to - from + 24 * 60) % (24 * 60);
  const intoHours = (instant: number): number => (minuteOfDay(instant, zone) - from + 24 * 60) % (24 * 60);
  const first = intoHours(window.from);
  const last = intoHours(window.to - 1);
  return first < length && last < length && first <= last && window.to - window.from <= length * MINUTE;
};
