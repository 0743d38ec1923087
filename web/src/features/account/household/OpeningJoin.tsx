import { useEffect, useState } from 'react';
import { storedInvitation } from '#web/lib/browser/storage.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

const JoinDialog = lazyPart(async () => (await import('./JoinDialog.tsx')).JoinDialog, DialogWaiting);

/** Asks whether to join the home of the invitation that the person opened, here or before signing in. */
export function OpeningJoin({ onDone }: { readonly onDone: () => void }) {
  const [code] = useState(storedInvitation);
  useEffect(() => {
    if (code === null) onDone();
  }, [code, onDone]);
  return code === null ? null : <JoinDialog code={code} onDone={onDone} />;
}
