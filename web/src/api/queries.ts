import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { PhoneNumber, User } from '#contract/entities/account.ts';
import { MINUTE } from '#domain/time/time.ts';
import { ApiError } from './client.ts';
import { ACCOUNT_INCLUDES, api } from './session.ts';
import { store } from '../lib/browser/storage.ts';
import { historyProgress, setHistoryProgress } from '../lib/feedback/history-progress.ts';
import { REFRESH, isAwaiting } from '../lib/browser/timers.ts';

const RETRIES = 1;

/** Only a lost connection or a server error is retried. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < RETRIES && error instanceof ApiError && (error.code === 'network' || error.status >= 500);

export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: REFRESH.dashboard / 2, gcTime: 5 * MINUTE },
    },
  });

export const userQuery = (id: string) =>
  queryOptions<User>({
    queryKey: ['account', id],
    queryFn: ({ signal }) => api.get('/account/{id}', { params: { id }, query: ACCOUNT_INCLUDES, signal }),
    staleTime: Infinity,
  });

export const useUser = (id: string) =>
  useQuery({
    ...userQuery(id),
    refetchInterval: ({ state }) => (state.data ? false : REFRESH.dashboard),
  });

export const usePhoneNumbers = (id: string, enabled = true) =>
  useQuery<PhoneNumber[]>({
    queryKey: ['phone-numbers', id],
    queryFn: ({ signal }) => api.get('/account/{id}/phonenumber', { params: { id }, signal }),
    staleTime: Infinity,
    enabled,
  });

export const dashboardKey = (houseId: string | null) => ['dashboard', houseId] as const;

/** The composite call of the dashboard. */
const loadDashboard = async (houseId: string, signal: AbortSignal): Promise<Dashboard> => {
  const answer = await api.get('/house/{houseId}/dashboard', { params: { houseId }, signal });
  store('selectedHouse', answer.house);
  store('proSettings', { houseId: answer.house.id, settings: answer.settings });
  setHistoryProgress(answer.preparing?.progress ?? null);
  return answer;
};

export const dashboardQuery = (houseId: string | null) =>
  queryOptions<Dashboard>({
    queryKey: dashboardKey(houseId),
    queryFn: ({ signal }) => loadDashboard(houseId ?? '', signal),
  });

/** Polling pauses while the tab is hidden and refetches on return. */
export const useDashboard = (houseId: string | null) =>
  useQuery({
    ...dashboardQuery(houseId),
    enabled: houseId !== null,
    refetchInterval: () =>
      isAwaiting() || historyProgress() !== null ? REFRESH.awaiting : REFRESH.dashboard,
    refetchOnWindowFocus: 'always',
  });

/** Addresses for the house menu, null where one cannot be had now; the selected house comes with the dashboard. */
export const housesQuery = (houseIds: readonly string[]) =>
  queryOptions({
    queryKey: ['houses', ...houseIds],
    queryFn: ({ signal }) =>
      Promise.all(
        houseIds.map((houseId) =>
          api
            .get('/house/{houseId}', { params: { houseId }, query: { includePrograms: true }, signal })
            .catch(() => null),
        ),
      ),
    staleTime: ({ state }) => (state.data?.includes(null) ? 0 : Infinity),
  });
