import { DAY, wallTime } from './time.ts';

/** A day of the calendar, whatever the zone. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const asDate = ({ year, month, day }: Day): Date => new Date(Date.UTC(year, month - 1, day));
const ofDate = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

export const addDays = ({ year, month, day }: Day, days: number): Day =>
  ofDate(asDate({ year, month, day: day + days }));
export const weekday = (day: Day): number => asDate(day).getUTCDay();
export const daysInMonth = ({ year, month }: Pick<Day, 'year' | 'month'>): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day of another month, or its last where it is shorter. */
export const addMonths = ({ year, month, day }: Day, months: number): Day => {
  const first = ofDate(new Date(Date.UTC(year, month - 1 + months, 1)));
  return { ...first, day: Math.min(day, daysInMonth(first)) };
};

export const compareDays = (one: Day, other: Day): number => asDate(one).getTime() - asDate(other).getTime();

/** Days of the calendar from one day to another, however many hours they have. */
export const daysBetween = (from: Day, to: Day): number => compareDays(to, from) / DAY;

export const dayAt = (instant: number, zone: string): Day => {
  const { year, month, day } = wallTime(new Date(instant), zone);
  return { year, month, day };
};

const two = (value: number): string => String(value).padStart(2, '0');
export const dayText = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;

/** null: not a date, or of a year before. */
export const parseDay = (text: string | null, firstYear = 2_000): Day | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined) return null;
  const parsed = { year: Number(year), month: Number(month), day: Number(day) };
  return parsed.year >= firstYear && dayText(ofDate(asDate(parsed))) === text ? parsed : null;
};
