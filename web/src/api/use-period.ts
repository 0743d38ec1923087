import { useEffect, useMemo } from 'react';
import { compareDays, dayAt, dayText, parseDay } from '#domain/time/calendar-day.ts';
import { FIRST_DAY_OF_WEEK, PERIOD_LENGTHS, periodOf, shownPeriod } from '#domain/plot/period.ts';
import type { Day } from '#domain/time/calendar-day.ts';
import type { Calendar, Period, PeriodLength } from '#domain/plot/period.ts';
import { MINUTE } from '#domain/time/time.ts';
import { boot } from '#web/lib/boot-state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from './house-context.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import { useTimed } from '#web/lib/browser/timers.ts';

export interface ShownPeriod {
  readonly range: PeriodLength;
  readonly day: Day;
  readonly today: Day;
  readonly period: Period;
  readonly calendar: Calendar;
  readonly select: (range: PeriodLength, day: Day) => void;
}

const readMinute = (): number => Math.floor(now().getTime() / MINUTE) * MINUTE;

/** The current time in ms, cut to the minute: plots need no more, and re-render only when it changes. */
export const useMinute = (): number => useTimed(readMinute);

/** The period of the plots. It is kept in the address, so that reload and Back restore it. */
export const usePeriod = (): ShownPeriod => {
  const { path, search } = useLocation();
  const { timezone: zone } = useHouse().house;
  const firstDay = FIRST_DAY_OF_WEEK[boot().page.provider.localization];
  const calendar = useMemo(() => ({ zone, firstDay }), [zone, firstDay]);
  const today = dayAt(useMinute(), zone);
  const range = PERIOD_LENGTHS.find((length) => length === search.get('range')) ?? 'day';
  const dayInUrl = parseDay(search.get('date'));
  const day = dayInUrl && compareDays(dayInUrl, today) < 0 ? dayInUrl : today;
  const address = (nextRange: PeriodLength, nextDay: Day): string => {
    const next = new URLSearchParams(search);
    if (nextRange === 'day') next.delete('range');
    else next.set('range', nextRange);
    if (compareDays(nextDay, today) >= 0) next.delete('date');
    else next.set('date', dayText(nextDay));
    const query = next.toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const select = (nextRange: PeriodLength, nextDay: Day) => navigate(address(nextRange, nextDay));
  // An invalid or future date is removed from the address.
  const meant = address(range, day);
  const isMeant = (search.get('date') ?? dayText(today)) === dayText(day);
  useEffect(() => {
    if (!isMeant) navigate(meant, { replace: true });
  }, [isMeant, meant]);
  // The same object until it changes: plots are drawn again only with another period.
  const [dayStart, todayStart] = [day, today].map((date) => periodOf('day', date, calendar).start) as [
    number,
    number,
  ];
  const period = useMemo(
    () => shownPeriod(range, dayAt(dayStart, calendar.zone), dayAt(todayStart, calendar.zone), calendar),
    [range, dayStart, todayStart, calendar],
  );
  return { range, day, today, period, calendar, select };
};
