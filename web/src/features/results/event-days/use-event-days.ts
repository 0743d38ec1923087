import { useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { dayAt, dayText } from '#domain/time/calendar-day.ts';
import { FIRST_DAY_OF_WEEK, periodOf } from '#domain/plot/period.ts';
import type { EventDay } from '#contract/entities/result.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { now } from '#web/lib/browser/clock.ts';
import { dayOfMonth, monthOf, monthsOf, monthsToLoad, pastEventDays } from './event-months.ts';

const REFRESH_MS = 5 * MINUTE;
/** Of months that are over only the receipts of their last events still change. */
const PAST_REFRESH_MS = HOUR;

/** Event days of the house, loaded month by month as far as somebody looks. */
export const useEventDays = () => {
  const { house, settings } = useHouse();
  const { id: houseId, timezone: zone } = house;
  const from = Date.parse(settings.leaderboardStart);
  const [loads, setLoads] = useState(1);
  const [chosenMonths, setChosenMonths] = useState<readonly string[]>([]);

  const log = useQuery({
    queryKey: ['event-log', houseId, from],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event-log', {
        params: { houseId },
        query: { start: new Date(from).toISOString(), end: now().toISOString() },
        signal,
      }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  const logged = pastEventDays(log.data ?? [], { zone, now: now().getTime(), from });
  const months = monthsOf(logged);
  const wanted = months.filter(({ month }) => monthsToLoad(months, loads, chosenMonths).has(month));

  const today = dayText(dayAt(now().getTime(), zone));
  const answers = useQueries({
    queries: wanted.map(({ month, events }) => ({
      // A further event of the month makes it be asked for again.
      queryKey: ['event-days', houseId, month, events],
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<EventDay[]> => {
        const calendar = { zone, firstDay: FIRST_DAY_OF_WEEK[boot().page.provider.localization] };
        const { start, end } = periodOf('month', dayOfMonth(month), calendar);
        return api.get('/house/{houseId}/event-day', {
          params: { houseId },
          query: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
          signal,
        });
      },
      staleTime: month === monthOf(today) ? REFRESH_MS : PAST_REFRESH_MS,
    })),
  });

  const awaited = answers.findIndex(({ isPending }) => isPending);
  // Until a person looks for a day, older months wait for newer ones: cards would be pushed aside under the finger.
  const shown = awaited === -1 || chosenMonths.length > 0 ? answers : answers.slice(0, awaited);
  const days = shown
    .flatMap(({ data }) => data ?? [])
    .filter(({ eventDay, startTime }) => eventDay < today && Date.parse(startTime) >= from)
    .toSorted((a, b) => Date.parse(b.startTime) - Date.parse(a.startTime));
  const loadedMonths = new Set(wanted.filter((_, index) => answers[index]?.data).map(({ month }) => month));
  const failed = [log, ...answers].filter(hasFailed);
  return {
    days,
    /** Days of the house that have an event day, YYYY-MM-DD. */
    offered: new Set(logged),
    /** Events by the log: those of loaded months, and all. */
    loaded: logged.filter((day) => loadedMonths.has(monthOf(day))).length,
    total: logged.length,
    isPending: log.isPending || (days.length === 0 && answers.some(({ isPending }) => isPending)),
    isLoadingMore: answers.some(({ isPending }) => isPending),
    hasFailed: failed.length > 0,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
    loadMore: () => setLoads(loads + 1),
    loadMonthOf: (day: string) => setChosenMonths([...chosenMonths, monthOf(day)]),
  };
};

export type EventDays = ReturnType<typeof useEventDays>;
