import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/client.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useReward } from '../rewards/use-reward.ts';

const STALE_MS = MINUTE;

/** What the results of the home in the dispatch of an event were computed from. */
export const useReceiptsOfDispatch = (eventId: string) => {
  const houseId = useHouse().house.id;
  return useQuery({
    queryKey: ['receipt', houseId, eventId],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event/{eventId}/receipt', { params: { houseId, eventId }, signal }),
    staleTime: STALE_MS,
  });
};

/** The dispatch of an event, what its results were computed from and what it earned. */
export const useReceipt = (eventId: string) => {
  const houseId = useHouse().house.id;
  const params = { houseId, eventId };
  const events = useQuery({
    queryKey: ['dispatch', houseId, eventId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/event/{eventId}', { params, signal }),
    staleTime: STALE_MS,
  });
  const receipts = useReceiptsOfDispatch(eventId);
  const reward = useReward('always');
  const failed = [events, receipts, reward].filter((query) => !query.data && hasFailed(query));
  const isUnknown = failed.some(({ error }) => error instanceof ApiError && error.status === 404);
  return {
    data:
      events.data && receipts.data && reward.data
        ? { events: events.data, receipts: receipts.data, reward: reward.data }
        : null,
    state: isUnknown ? ('unknown' as const) : failed.length > 0 ? ('failed' as const) : ('loading' as const),
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
};
