import { queryOptions } from '@tanstack/react-query';
import type { Comfort } from '#contract/entities/event.ts';
import { api } from './session.ts';

export const comfortKey = (houseId: string) => ['comfort', houseId] as const;

/** The home's own limits in events. */
export const comfortQuery = (houseId: string) =>
  queryOptions<Comfort>({
    queryKey: comfortKey(houseId),
    queryFn: ({ signal }) => api.get('/house/{houseId}/comfort', { params: { houseId }, signal }),
  });
