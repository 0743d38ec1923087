import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { HouseEvent } from '#contract/entities/event.ts';
import { ApiError } from '#web/api/client.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import { dispatchesOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { eventKey, useDispatches } from '../use-events.ts';
import { eventsToShow } from './events-to-show.ts';

const NOT_FOUND = 404;

/** unknown: there is no such event, or it is not one of this house. */
type Found =
  | { readonly state: 'found'; readonly dispatch: Dispatch }
  | { readonly state: 'loading' | 'unknown' }
  | { readonly state: 'failed'; readonly retry: () => void };

/** Some device is still to be put back, so that what the server knows will change. */
const isUnsettled = (events: readonly HouseEvent[] | undefined): boolean =>
  events?.some(({ devices }) =>
    devices.some(({ outcome, returned }) => outcome === 'responded' && returned !== 'done'),
  ) ?? false;

/**
 * The dispatch of an event. The dashboard's answer has those that are not over; the call of its own knows the others, and is
 * made at once, so that nothing is missing at the moment of the end.
 */
export const useDispatch = (eventId: string): Found => {
  const { house, devices } = useHouse();
  const current = useDispatches().find(({ events }) => events.some(({ id }) => id === eventId));
  const isReturning = current?.events.some(({ state }) => state === 'returning') ?? false;
  const { data, error, refetch } = useQuery<HouseEvent[]>({
    queryKey: [...eventKey(house.id), eventId],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event/{eventId}', { params: { houseId: house.id, eventId }, signal }),
    refetchInterval: ({ state }) =>
      (current === undefined || isReturning) && isUnsettled(state.data) ? REFRESH.dashboard : false,
  });
  const isCurrent = current !== undefined;
  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    // Over or cancelled: what was read before says that it is still to come, or runs.
    if (wasCurrent.current && !isCurrent) void refetch();
    wasCurrent.current = isCurrent;
  }, [isCurrent, refetch]);
  const [dispatch] = dispatchesOf(eventsToShow(current?.events ?? [], data ?? []), devices ?? []);
  if (dispatch) return { state: 'found', dispatch };
  if (error instanceof ApiError && error.status === NOT_FOUND) return { state: 'unknown' };
  return error ? { state: 'failed', retry: () => void refetch() } : { state: 'loading' };
};
