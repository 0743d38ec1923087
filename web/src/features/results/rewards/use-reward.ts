import { useQuery } from '@tanstack/react-query';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';

const REFRESH_MS = 5 * MINUTE;

/** What the house has earned in events. `always`: asked anew, as a result that has just come has earned more. */
export const useReward = (refetchOnMount: true | 'always' = true) => {
  const houseId = useHouse().house.id;
  return useQuery({
    queryKey: ['reward', houseId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/reward', { params: { houseId }, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    refetchOnMount,
  });
};
