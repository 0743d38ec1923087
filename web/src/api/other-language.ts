import type { QueryClient } from '@tanstack/react-query';

/** What is known in another language is shown until the words of this one come, and where they cannot be loaded. */
export const fromOtherLanguage = <T>(queries: QueryClient, keyWithoutLanguage: readonly string[]) => ({
  initialData: () =>
    queries
      .getQueriesData<T>({ queryKey: keyWithoutLanguage })
      .map(([, data]) => data)
      .findLast((data) => data !== undefined),
  // Long ago: it is fetched at once.
  initialDataUpdatedAt: 0,
});
