import '#web/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ViewModule } from '#web/lib/boot-state.ts';
import { loadMessages } from '#web/lib/i18n.ts';
import { createQueries } from '#web/api/queries.ts';
import { startRouter } from '#web/lib/router.ts';
import { watchSession } from '#web/api/session.ts';
import { sessionOwner } from '#web/lib/storage.ts';
import { App } from './App.tsx';

export const mount: ViewModule['mount'] = (element) => {
  const stopRouter = startRouter();
  const userId = sessionOwner() ?? '';
  const stopWatching = watchSession(userId);
  const root = createRoot(element);
  const queries = createQueries();
  void loadMessages().then(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <App userId={userId} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  return () => {
    root.unmount();
    queries.clear();
    stopWatching();
    stopRouter();
  };
};
