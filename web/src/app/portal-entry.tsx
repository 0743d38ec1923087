import '#web/ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppModule } from '#web/lib/boot-state.ts';
import { loadMessages } from '#web/lib/language/i18n.ts';
import { createQueries, dashboardQuery, userQuery } from '#web/api/queries.ts';
import { startRouter } from '#web/lib/routing/router.ts';
import { watchSession } from '#web/api/session.ts';
import { sessionOwner, stored } from '#web/lib/browser/storage.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import { App } from './App.tsx';

/** Longer than it takes to read answers that are here already. */
const MAX_WAIT_MS = 150;

const fetchDashboard = async (queries: QueryClient): Promise<void> => {
  const houseId = stored('houseId');
  if (houseId === null) return;
  await queries.prefetchQuery(dashboardQuery(houseId));
};

/**
 * The answers that the inline script asked for are mostly here before the scripts: the page is then drawn once with them instead of
 * first without.
 */
const firstAnswers = (queries: QueryClient, userId: string): Promise<unknown> =>
  Promise.race([
    Promise.all([queries.prefetchQuery(userQuery(userId)), fetchDashboard(queries)]),
    new Promise((resolve) => void runAfter(MAX_WAIT_MS, () => resolve(null))),
  ]);

export const mount: AppModule['mount'] = (element) => {
  const stopRouter = startRouter();
  const userId = sessionOwner() ?? '';
  const stopWatching = watchSession(userId);
  const root = createRoot(element);
  const queries = createQueries();
  let isMounted = true;
  const render = async () => {
    await Promise.all([loadMessages(), firstAnswers(queries, userId)]);
    // The answer to the first call may have been that the session is over.
    if (!isMounted) return;
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <App userId={userId} />
        </QueryClientProvider>
      </StrictMode>,
    );
  };
  void render();
  return () => {
    isMounted = false;
    root.unmount();
    queries.clear();
    stopWatching();
    stopRouter();
  };
};
