import { useEffect, useState } from 'react';
import { storedInvitation } from '#web/lib/browser/storage.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

const JoinDialog = lazyPart(async () => (await import('./JoinDialog.tsx')).JoinDialog, DialogWaiting);

interface Props {
  readonly onShown: () => void;
  readonly onDone: () => void;
}

/** Asks whether to join the home of the invitation that the person opened, here or before signing in. */
export function OpeningJoin({ onShown, onDone }: Props) {
  const [code, setCode] = useState(storedInvitation);
  useEffect(() => {
    if (code === null) onDone();
    else onShown();
  }, [code, onShown, onDone]);
  return code === null ? null : <JoinDialog code={code} onDone={() => setCode(null)} />;
}
