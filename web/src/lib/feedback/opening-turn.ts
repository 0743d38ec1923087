/**
 * What a dialog that opens by itself may do. wait: one before it has not said yet whether it is due. open: it is its turn.
 * later: an event is near, or this visit has had its dialog.
 */
export type Turn = 'wait' | 'open' | 'later';

export interface Visit {
  readonly isEventNear: boolean;
  /** Index of the dialog that was shown since the dashboard was opened; null: none. */
  readonly shown: number | null;
  /** One was shown before that, in the same visit. */
  readonly hadDialog: boolean;
  /** Indices of those that have nothing to say, or were closed. */
  readonly done: ReadonlySet<number>;
}

/** `isAsked`: the person opened a link that leads to the dialog, so it waits for nothing. */
export const turnOf = (index: number, isAsked: boolean, visit: Visit): Turn => {
  const { shown, hadDialog, done } = visit;
  if (shown === index) return 'open';
  if (shown !== null) return 'later';
  const isFirst = Array.from({ length: index }, (_, before) => before).every((before) => done.has(before));
  if (isAsked && isFirst) return 'open';
  if (hadDialog || visit.isEventNear) return 'later';
  return isFirst ? 'open' : 'wait';
};
