import { useEffect, useState } from 'react';
import { isDialogOpen, onDialogs } from './open-dialogs.ts';
import { runAfter } from '../browser/timers.ts';

/** People read first what the dialog that they closed has done, and may undo it. */
const QUIET_MS = 10_000;

/** Runs work once no dialog has been open for a while. */
const whenQuiet = (work: () => void): (() => void) => {
  let stop: (() => void) | null = null;
  const look = () => {
    stop?.();
    stop = isDialogOpen() ? null : runAfter(QUIET_MS, work);
  };
  const leave = onDialogs(look);
  look();
  return () => {
    leave();
    stop?.();
  };
};

/** Whether a dialog that opens by itself may: at once, unless another one is open. */
export const useMayOpen = (): boolean => {
  const [mayOpen, setIsTurn] = useState(() => !isDialogOpen());
  useEffect(() => (mayOpen ? undefined : whenQuiet(() => setIsTurn(true))), [mayOpen]);
  return mayOpen;
};
