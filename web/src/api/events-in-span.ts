import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HouseEvent } from '#contract/entities/event.ts';
import { DAY } from '#domain/time/durations.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import { useHouse } from './house-context.ts';
import type { CurrentEvents } from './house-context.ts';
import { hasFailed } from './query-failure.ts';
import { api } from './session.ts';

interface Asked {
  readonly houseId: string;
  /** ms */
  readonly start: number;
  readonly end: number;
  readonly signal: AbortSignal;
}

const readEvents = ({ houseId, start, end, signal }: Asked): Promise<HouseEvent[]> =>
  api.get('/house/{houseId}/event', {
    params: { houseId },
    // The server selects by the start of an event, and one that began before may reach into the span.
    query: { start: new Date(start - DAY).toISOString(), end: new Date(end).toISOString() },
    signal,
  });

interface Span {
  /** ms */
  readonly start: number;
  readonly end: number;
}

/** What was read of a span, with the dashboard's newer state of each event that it lists, those alone that reach into the span. */
export const withCurrent = (
  read: readonly HouseEvent[],
  { active, upcoming, left, returning }: CurrentEvents,
  { start, end }: Span,
): readonly HouseEvent[] => {
  const newest = new Map(
    [...read, ...active, ...upcoming, ...left, ...returning].map((event) => [event.id, event]),
  );
  return [...newest.values()].filter(
    ({ startTime, endTime }) => Date.parse(startTime) < end && Date.parse(endTime) > start,
  );
};

const NONE: readonly HouseEvent[] = [];

/**
 * The demand events of the house in a span. Those that come, run or go back are part of the dashboard's own refresh; the others are
 * fetched once, and again when one of those is gone. After a failure there are none but those until a later try.
 */
export const useEventsInSpan = ({
  start,
  end,
}: Span): { readonly events: readonly HouseEvent[]; readonly hasFailed: boolean } => {
  const { house, events: current } = useHouse();
  const ids = Object.values(current)
    .flat()
    .map(({ id }: HouseEvent) => id)
    .toSorted();
  const query = useQuery<HouseEvent[]>({
    queryKey: ['events', house.id, start, end, ids],
    queryFn: ({ signal }) => readEvents({ houseId: house.id, start, end, signal }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => state.status === 'error' && REFRESH.plots,
    placeholderData: (before) => before,
  });
  const { data = NONE } = query;
  const events = useMemo(() => withCurrent(data, current, { start, end }), [data, current, start, end]);
  return { events, hasFailed: hasFailed(query) };
};
