import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RawPoint } from '#domain/plot/series.ts';
import { useHome } from '#web/lib/home.ts';
import { reportFailure } from '#web/lib/report.ts';
import { api } from '#web/lib/session.ts';
import { REFRESH } from '#web/lib/timers.ts';

export type SeriesData = Readonly<Record<string, readonly RawPoint[]>>;

interface Asked {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly start: number;
  readonly end: number;
  /** What is over does not change any more. */
  readonly live: boolean;
}

const iso = (time: number): string => new Date(time).toISOString();

/** All lines of a device for a period. One that fails is simply not there, or stays as it was at the last answer. */
export const useSeries = ({ deviceId, keys, start, end, live }: Asked) => {
  const { house } = useHome();
  const queries = useQueryClient();
  const queryKey = ['series', house.id, deviceId, keys, start, end];
  return useQuery<SeriesData>({
    queryKey,
    queryFn: async ({ signal }) => {
      const params = { houseId: house.id, deviceId };
      const load = async (dataType: string): Promise<readonly [string, readonly RawPoint[]]> => {
        try {
          const answer = await api.get('/house/{houseId}/device/{deviceId}/data/{dataType}', {
            params: { ...params, dataType },
            query: { start: iso(start), end: iso(end) },
            signal,
          });
          return [dataType, Array.isArray(answer) ? answer : []];
        } catch (error) {
          if (signal.aborted) throw error;
          reportFailure(`series ${dataType}`, error);
          return [dataType, queries.getQueryData<SeriesData>(queryKey)?.[dataType] ?? []];
        }
      };
      return Object.fromEntries(await Promise.all(keys.map(load)));
    },
    enabled: keys.length > 0 && end > start,
    placeholderData: keepPreviousData,
    refetchInterval: live ? REFRESH.plots : false,
    staleTime: live ? REFRESH.plots / 2 : Infinity,
  });
};
