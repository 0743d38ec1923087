import { useCallback, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { OpeningJoin } from '#web/features/account/household/OpeningJoin.tsx';
import { OpeningPhoneReminder } from '#web/features/account/phones/OpeningPhoneReminder.tsx';
import { OpeningTerms } from '#web/features/account/terms/OpeningTerms.tsx';
import { OpeningWelcome } from '#web/features/welcome/OpeningWelcome.tsx';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { isEventNear } from './event-near.ts';
import { turnOf } from '#web/lib/feedback/opening-turn.ts';
import { noteVisitDialog, visitHadDialog } from './visit-dialog.ts';
import type { Turn } from '#web/lib/feedback/opening-turn.ts';

interface OpeningDialogProps {
  readonly turn: Turn;
  readonly onShown: () => void;
  /** It has nothing to say, or was closed. */
  readonly onDone: () => void;
}

interface DialogRow {
  readonly name: string;
  readonly Opening: ComponentType<OpeningDialogProps>;
  readonly isAsked: boolean;
}

/** Dialogs that open by themselves, in the order of their turns; one for each visit, which is a sign-in or a page load. */
const DIALOGS: readonly DialogRow[] = [
  { name: 'join', Opening: OpeningJoin, isAsked: true },
  { name: 'terms', Opening: OpeningTerms, isAsked: false },
  { name: 'welcome', Opening: OpeningWelcome, isAsked: false },
  { name: 'phone', Opening: OpeningPhoneReminder, isAsked: false },
];

/** In the place of a dialog that could not be loaded or drawn: it comes with the next visit. */
function SkippedDialog({ onDone }: Pick<OpeningDialogProps, 'onDone'>) {
  useEffect(onDone, [onDone]);
  return null;
}

interface RowProps {
  readonly row: DialogRow;
  readonly index: number;
  readonly turn: Turn;
  readonly setShown: (index: number) => void;
  readonly setDone: (index: number) => void;
}

function OpeningDialog({ row: { Opening }, index, turn, setShown, setDone }: RowProps) {
  const onShown = useCallback(() => setShown(index), [setShown, index]);
  const onDone = useCallback(() => setDone(index), [setDone, index]);
  return (
    <ErrorBoundary fallback={() => <SkippedDialog onDone={onDone} />}>
      <Opening turn={turn} onShown={onShown} onDone={onDone} />
    </ErrorBoundary>
  );
}

export function OpeningDialogs() {
  const { events } = useHouse();
  const [hadBefore] = useState(visitHadDialog);
  const [shown, setShownIndex] = useState<number | null>(null);
  const [done, setDoneIndices] = useState<ReadonlySet<number>>(new Set());
  const setShown = useCallback((index: number) => {
    noteVisitDialog();
    setShownIndex(index);
  }, []);
  const setDone = useCallback(
    (index: number) => setDoneIndices((before) => (before.has(index) ? before : new Set([...before, index]))),
    [],
  );
  const visit = { isEventNear: isEventNear(events, now()), shown, hadDialog: hadBefore, done };
  return DIALOGS.map((row, index) => (
    <OpeningDialog
      key={row.name}
      row={row}
      index={index}
      turn={turnOf(index, row.isAsked, visit)}
      setShown={setShown}
      setDone={setDone}
    />
  ));
}
