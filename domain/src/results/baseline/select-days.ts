import type { BaselineRule } from './baseline-rules.ts';

export interface ComparableDay {
  readonly day: string;
  /** In the window of the event. */
  readonly totalWh: number;
}

/** Highest use first; of equal days the newer one. */
const byUse = (a: ComparableDay, b: ComparableDay): number =>
  b.totalWh - a.totalWh || (a.day < b.day ? 1 : -1);

/** How many of the ranking's first days are passed over. */
const skipped = ({ select, keep }: BaselineRule, dayCount: number): number =>
  select === 'middle' ? Math.ceil(Math.max(dayCount - keep, 0) / 2) : 0;

/** The days that the rule averages; with fewer than it looks at, it still keeps its number as far as there are so many. */
export const keptDays = (rule: BaselineRule, days: readonly ComparableDay[]): ReadonlySet<string> => {
  const first = skipped(rule, days.length);
  return new Set(
    days
      .toSorted(byUse)
      .slice(first, first + rule.keep)
      .map(({ day }) => day),
  );
};
