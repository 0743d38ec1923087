import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HouseEnergy } from '#contract/entities/history.ts';
import { MINUTE } from '#domain/time/time.ts';
import { useEventsInSpan } from '#web/api/events-in-span.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { t } from '#web/lib/language/i18n.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import type { TimeBand } from '#web/ui/plot/layout.ts';
import { bandsOf } from './event-bands.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

const iso = (time: number): string => new Date(time).toISOString();

/** While only the figure in the closed header is seen. */
const REFRESH_CLOSED = 10 * MINUTE;

interface Options extends Span {
  /** The span includes now. */
  readonly live: boolean;
  /** The graph can be seen. */
  readonly isShown: boolean;
  readonly enabled: boolean;
}

/** What the devices of the house used in the hours of a span; the answer is fetched again only if it has changed. */
export const useHouseEnergy = ({ start, end, live, isShown, enabled }: Options) => {
  const { house } = useHouse();
  const interval = isShown ? REFRESH.plots : REFRESH_CLOSED;
  return useQuery<HouseEnergy>({
    queryKey: ['house-energy', house.id, start, end],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/energy', {
        params: { houseId: house.id },
        query: { start: iso(start), end: iso(end) },
        signal,
      }),
    enabled,
    // Only an answer from after the end tells all of the span.
    staleTime: ({ state }) => (state.dataUpdatedAt >= end ? Infinity : interval / 2),
    refetchInterval: ({ state }) => (state.status === 'error' ? REFRESH.plots : live && interval),
  });
};

/** When demand events of the house were in a span, or will be. */
export const useEventBands = (
  span: Span,
): { readonly bands: readonly TimeBand[]; readonly hasFailed: boolean } => {
  const { events, hasFailed } = useEventsInSpan(span);
  const label = t('plot.band');
  const bands = useMemo(() => bandsOf(events, label), [events, label]);
  return { bands, hasFailed };
};
