import { useEffect, useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import type { Turn } from '#web/lib/feedback/opening-turn.ts';
import { boot } from '#web/lib/boot-state.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

const TermsDialog = lazyPart(async () => (await import('./TermsDialog.tsx')).TermsDialog, DialogWaiting);

interface Props {
  readonly turn: Turn;
  readonly onShown: () => void;
  readonly onDone: () => void;
}

/** Due at each visit of somebody who lives here until they agree to the terms in force. Nothing waits for it. */
export function OpeningTerms({ turn, onShown, onDone }: Props) {
  const { user } = useHouse();
  const { terms } = boot().page.provider;
  const [isDue, setIsDue] = useState(
    terms !== null && user.agreedTerms !== terms && user.roles.some(({ role }) => role === 'house'),
  );
  useEffect(() => {
    if (!isDue) onDone();
  }, [isDue, onDone]);
  if (!isDue || turn !== 'open') return null;
  return <TermsDialog onShown={onShown} onClose={() => setIsDue(false)} />;
}
