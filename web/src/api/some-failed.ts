import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from './client.ts';
import { hasFailed } from './query-failure.ts';

/** What is not there is not old. */
const isOld = ({ state }: Query): boolean =>
  hasFailed(state) && !(state.error instanceof ApiError && state.error.status === 404);

/** Whether the last try to load something that the page shows has failed. */
export const useSomeFailed = (): boolean => {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.getObserversCount() > 0 && isOld(query)),
  );
};
