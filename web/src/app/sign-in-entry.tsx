import '#web/ui/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppModule } from '#web/lib/boot-state.ts';
import { loadMessages } from '#web/lib/language/i18n.ts';
import { isPublic, logonPath, parseHash } from '#web/lib/routing/paths.ts';
import { currentHash, navigate, startRouter } from '#web/lib/routing/router.ts';
import { watchSession } from '#web/api/session.ts';
import { clearSession, sessionOwner } from '#web/lib/browser/storage.ts';
import { SignIn } from '#web/features/sign-in/SignIn.tsx';
import { Toasts } from '#web/ui/overlay/Toasts.tsx';

/** The app of visitors who are not signed in. */
export const mount: AppModule['mount'] = (element) => {
  // Until this bundle was loaded the app was still there, and an answer that came in stored the home again.
  if (sessionOwner() === null) clearSession();
  const stopRouter = startRouter();
  const guard = () => {
    if (!isPublic(parseHash(currentHash()).path)) navigate(logonPath(currentHash()), { replace: true });
  };
  guard();
  window.addEventListener('hashchange', guard);
  const stopWatching = watchSession(null);
  const root = createRoot(element);
  void loadMessages().then(() =>
    root.render(
      <StrictMode>
        <SignIn />
        <Toasts />
      </StrictMode>,
    ),
  );
  return () => {
    window.removeEventListener('hashchange', guard);
    stopWatching();
    root.unmount();
    stopRouter();
  };
};
