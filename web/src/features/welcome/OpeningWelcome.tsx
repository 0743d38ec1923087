import { useEffect, useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import type { Turn } from '#web/lib/feedback/opening-turn.ts';
import { boot } from '#web/lib/boot-state.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

const WelcomeDialog = lazyPart(
  async () => (await import('./WelcomeDialog.tsx')).WelcomeDialog,
  DialogWaiting,
);

interface Props {
  readonly turn: Turn;
  readonly onShown: () => void;
  readonly onDone: () => void;
}

/** Due since the first sign-in of an account, until it was shown once in this browser. */
export function OpeningWelcome({ turn, onShown, onDone }: Props) {
  const { user } = useHouse();
  const { welcomeModalEnabled } = boot().page.provider.homeAppConfig;
  const [isDue, setIsDue] = useState(
    () =>
      welcomeModalEnabled &&
      stored('welcomeModalShown') === null &&
      (user.sessionCount === 0 || stored('welcomeDue') === user.id),
  );
  useEffect(() => {
    // An event may be near until the account is signed in to again.
    if (isDue) store('welcomeDue', user.id);
    else onDone();
  }, [isDue, user.id, onDone]);
  if (!isDue || turn !== 'open') return null;
  const close = () => {
    store('welcomeModalShown', true);
    store('welcomeDue', null);
    setIsDue(false);
  };
  return <WelcomeDialog onShown={onShown} onClose={close} />;
}
