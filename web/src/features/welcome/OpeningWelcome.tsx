import { useEffect, useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { boot } from '#web/lib/boot-state.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

const WelcomeDialog = lazyPart(
  async () => (await import('./WelcomeDialog.tsx')).WelcomeDialog,
  DialogWaiting,
);

/** At the first sign-in of an account, once in this browser. */
export function OpeningWelcome({ onDone }: { readonly onDone: () => void }) {
  const { user } = useHouse();
  const { welcomeModalEnabled } = boot().page.provider.homeAppConfig;
  const [isDue] = useState(
    () => welcomeModalEnabled && user.sessionCount === 0 && stored('welcomeModalShown') === null,
  );
  useEffect(() => {
    if (!isDue) onDone();
  }, [isDue, onDone]);
  if (!isDue) return null;
  const close = () => {
    store('welcomeModalShown', true);
    onDone();
  };
  return <WelcomeDialog onClose={close} />;
}
