import { queryOptions } from '@tanstack/react-query';
import { api } from './session.ts';

export const listingKey = (houseId: string) => ['leaderboard-listing', houseId] as const;

/** Whether other households see this one, and by which name. Only its own changes change it. */
export const listingQuery = (houseId: string) =>
  queryOptions({
    queryKey: listingKey(houseId),
    queryFn: ({ signal }) => api.get('/house/{houseId}/leaderboard-listing', { params: { houseId }, signal }),
    staleTime: Infinity,
  });
