import { useCallback, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { JoinTurn } from '#web/features/account/household/join-turn.tsx';
import { PhoneReminderTurn } from '#web/features/account/phones/phone-reminder-turn.tsx';
import { WelcomeTurn } from '#web/features/welcome/welcome-turn.tsx';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';

interface TurnProps {
  readonly onDone: () => void;
}

/** Dialogs that open by themselves: each has its turn once those before it were closed or have nothing to say. */
const TURNS: readonly ComponentType<TurnProps>[] = [JoinTurn, WelcomeTurn, PhoneReminderTurn];

/** In the place of a dialog that could not be loaded or drawn: it comes with the next visit. */
function SkippedTurn({ onDone }: TurnProps) {
  useEffect(onDone, [onDone]);
  return null;
}

export function OpeningDialogs() {
  const [turn, setTurn] = useState(0);
  // A dialog may be done more than once, such as when it is closed while its call still runs.
  const onDone = useCallback(() => setTurn((now) => Math.max(now, turn + 1)), [turn]);
  const Turn = TURNS[turn];
  return Turn ? (
    <ErrorBoundary key={turn} fallback={() => <SkippedTurn onDone={onDone} />}>
      <Turn onDone={onDone} />
    </ErrorBoundary>
  ) : null;
}
