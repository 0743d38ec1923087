import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SeriesByKey } from '#contract/entities/history.ts';
import { useHouse } from '#web/api/house-context.ts';
import { logFailure } from '#web/lib/feedback/log-failure.ts';
import { api } from '#web/api/session.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';

interface DeviceSpan {
  readonly deviceId: string;
  readonly start: number;
  readonly end: number;
  /** The span includes now. */
  readonly live: boolean;
}

interface SeriesOptions extends DeviceSpan {
  readonly keys: readonly string[];
  /** Keys whose means are requested, because the plot averages them further. */
  readonly averaged: readonly string[];
}

/** Only an answer from after the end tells all of a span. */
const staleTimeOf =
  (end: number) =>
  ({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt >= end ? Infinity : REFRESH.plots / 2;

const hasFailedSeries = (data: SeriesByKey | undefined): boolean => Object.values(data ?? {}).includes(null);

const iso = (time: number): string => new Date(time).toISOString();

/**
 * All series of a device in a span, by one call. null: the series could not be loaded. What fails keeps its last points, and
 * is requested again at the next refresh.
 */
export const useSeries = ({ deviceId, keys, averaged, start, end, live }: SeriesOptions) => {
  const { house } = useHouse();
  const queries = useQueryClient();
  const queryKey = ['series', house.id, deviceId, keys, start, end];
  return useQuery<SeriesByKey>({
    queryKey,
    queryFn: async ({ signal }) => {
      const last = queries.getQueryData<SeriesByKey>(queryKey) ?? {};
      const load = async (): Promise<SeriesByKey> => {
        try {
          return await api.get('/house/{houseId}/device/{deviceId}/series', {
            params: { houseId: house.id, deviceId },
            query: { keys: keys.join(','), means: averaged.join(','), start: iso(start), end: iso(end) },
            signal,
          });
        } catch (error) {
          if (signal.aborted) throw error;
          logFailure('series', error);
          return {};
        }
      };
      const answer = await load();
      return Object.fromEntries(keys.map((key) => [key, answer[key] ?? last[key] ?? null]));
    },
    enabled: keys.length > 0 && end > start,
    placeholderData: keepPreviousData,
    staleTime: staleTimeOf(end),
    refetchInterval: ({ state }) => (live || hasFailedSeries(state.data) ? REFRESH.plots : false),
  });
};

/** Wh in each hour of the house's clock. */
export const useEnergy = ({
  deviceId,
  start,
  end,
  live,
  enabled,
}: DeviceSpan & { readonly enabled: boolean }) => {
  const { house } = useHouse();
  return useQuery({
    queryKey: ['energy', house.id, deviceId, start, end],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/device/{deviceId}/energy', {
        params: { houseId: house.id, deviceId },
        query: { start: iso(start), end: iso(end), hourly: true },
        signal,
      }),
    enabled,
    staleTime: staleTimeOf(end),
    refetchInterval: ({ state }) => (live || state.status === 'error' ? REFRESH.plots : false),
  });
};
