import { useCallback, useState } from 'react';
import type { ComponentType } from 'react';
import { JoinTurn } from '#web/features/account/join-turn.tsx';
import { PhoneReminderTurn } from '#web/features/account/phone-reminder-turn.tsx';
import { WelcomeTurn } from '#web/features/welcome/welcome-turn.tsx';

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
  return Turn ? <Turn onDone={onDone} /> : null;
}
