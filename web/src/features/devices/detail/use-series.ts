import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RawPoint } from '#domain/plot/series.ts';
import { useHome } from '#web/lib/home.ts';
import { reportFailure } from '#web/lib/report.ts';
import { api } from '#web/lib/session.ts';
import { REFRESH } from '#web/lib/timers.ts';

/** null: it could not be loaded. */
export type SeriesData = Readonly<Record<string, readonly RawPoint[] | null>>;

interface Stretch {
  readonly deviceId: string;
  readonly start: number;
  readonly end: number;
  /** What is over does not change any more. */
  readonly live: boolean;
}

interface Asked extends Stretch {
  readonly keys: readonly string[];
  /** Of these the means are asked for, because they are averaged further. */
  readonly averaged: readonly string[];
}

const refreshed = (live: boolean) =>
  ({
    refetchInterval: live ? REFRESH.plots : false,
    staleTime: live ? REFRESH.plots / 2 : Infinity,
  }) as const;

const hasFailed = (data: SeriesData | undefined): boolean => Object.values(data ?? {}).includes(null);

const iso = (time: number): string => new Date(time).toISOString();

/** All lines of a device for a period. One that fails stays as it was at the last answer, and is asked for again. */
export const useSeries = ({ deviceId, keys, averaged, start, end, live }: Asked) => {
  const { house } = useHome();
  const queries = useQueryClient();
  const queryKey = ['series', house.id, deviceId, keys, start, end];
  return useQuery<SeriesData>({
    queryKey,
    queryFn: async ({ signal }) => {
      const params = { houseId: house.id, deviceId };
      const load = async (dataType: string): Promise<readonly [string, SeriesData[string]]> => {
        try {
          const answer = await api.get('/house/{houseId}/device/{deviceId}/data/{dataType}', {
            params: { ...params, dataType },
            query: { start: iso(start), end: iso(end), means: averaged.includes(dataType) },
            signal,
          });
          return [dataType, Array.isArray(answer) ? answer : null];
        } catch (error) {
          if (signal.aborted) throw error;
          reportFailure(`series ${dataType}`, error);
          return [dataType, queries.getQueryData<SeriesData>(queryKey)?.[dataType] ?? null];
        }
      };
      return Object.fromEntries(await Promise.all(keys.map(load)));
    },
    enabled: keys.length > 0 && end > start,
    placeholderData: keepPreviousData,
    ...refreshed(live),
    refetchInterval: ({ state }) => (live || hasFailed(state.data) ? REFRESH.plots : false),
  });
};

/** Wh by the hours of the house. */
export const useEnergy = ({ deviceId, start, end, live, wanted }: Stretch & { readonly wanted: boolean }) => {
  const { house } = useHome();
  return useQuery({
    queryKey: ['energy', house.id, deviceId, start, end],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/device/{deviceId}/energy', {
        params: { houseId: house.id, deviceId },
        query: { start: iso(start), end: iso(end), hourly: true },
        signal,
      }),
    enabled: wanted,
    ...refreshed(live),
  });
};
