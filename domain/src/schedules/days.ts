import type { ScheduleEvent } from './runnable.ts';

/** The position of a day (0 is Sunday) in a week that begins on Monday. */
export const daysAfterMonday = (day: number): number => (day + 6) % 7;

export const daysOf = ({ DayOfWeek }: Pick<ScheduleEvent, 'DayOfWeek'>): number[] =>
  [...new Set(DayOfWeek.map(({ day }) => day))].toSorted((a, b) => daysAfterMonday(a) - daysAfterMonday(b));

/** Groups consecutive days into first and last: Monday to Friday is one run. */
export const dayRuns = (days: readonly number[]): (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && daysAfterMonday(day) === daysAfterMonday(run[1]) + 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
};

export const isEveryDay = (days: readonly number[]): boolean => days.length === 7;
