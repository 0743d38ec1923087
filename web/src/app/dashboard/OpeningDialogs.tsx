import { useCallback, useState } from 'react';
import type { ComponentType } from 'react';
import { JoinTurn } from '#web/features/account/join-turn.tsx';
import { PhoneReminderTurn } from '#web/features/account/phone-reminder-turn.tsx';
import { WelcomeTurn } from '#web/features/welcome/welcome-turn.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

/** Dialogs that open by themselves: each has its turn once those before it were closed or have nothing to say. */
const TURNS: readonly ComponentType<{ readonly onDone: () => void }>[] = [
  JoinTurn,
  WelcomeTurn,
  PhoneReminderTurn,
];

export function OpeningDialogs() {
  const [turn, setTurn] = useState(0);
  const onDone = useCallback(() => setTurn((before) => before + 1), []);
  const Turn = TURNS[turn];
  // One that cannot be drawn takes nothing else off the page; those after it come with the next visit.
  return Turn ? (
    <ErrorBoundary fallback={() => null}>
      <Turn onDone={onDone} />
    </ErrorBoundary>
  ) : null;
}
