import { useCallback, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { OpeningJoin } from '#web/features/account/household/OpeningJoin.tsx';
import { OpeningPhoneReminder } from '#web/features/account/phones/OpeningPhoneReminder.tsx';
import { OpeningWelcome } from '#web/features/welcome/OpeningWelcome.tsx';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';

interface OpeningDialogProps {
  readonly onDone: () => void;
}

/** Dialogs that open by themselves: each has its turn once those before it were closed or have nothing to say. */
const DIALOGS: readonly ComponentType<OpeningDialogProps>[] = [
  OpeningJoin,
  OpeningWelcome,
  OpeningPhoneReminder,
];

/** In the place of a dialog that could not be loaded or drawn: it comes with the next visit. */
function SkippedDialog({ onDone }: OpeningDialogProps) {
  useEffect(onDone, [onDone]);
  return null;
}

export function OpeningDialogs() {
  const [index, setIndex] = useState(0);
  // A dialog may be done more than once, such as when it is closed while its call still runs.
  const onDone = useCallback(() => setIndex((now) => Math.max(now, index + 1)), [index]);
  const OpeningDialog = DIALOGS[index];
  return OpeningDialog ? (
    <ErrorBoundary key={index} fallback={() => <SkippedDialog onDone={onDone} />}>
      <OpeningDialog onDone={onDone} />
    </ErrorBoundary>
  ) : null;
}
