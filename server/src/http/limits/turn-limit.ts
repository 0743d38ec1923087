import { PER_TURN } from './client-limits.ts';

interface Deps {
  /** ms, of a clock that only ever runs on. */
  readonly monotonic: () => number;
  /** Resolves when the event loop has handled all that had arrived. */
  readonly nextTurn: () => Promise<void>;
}

/**
 * Counts the requests that begin in one turn of the event loop. The embedded database works in this very thread, so a request
 * is answered before the next one is read: there are never two at once, and of a thousand that arrive together the last would
 * wait for all others. Returns whether a request is one too many.
 */
export const createTurnLimit = ({ monotonic, nextTurn }: Deps): (() => boolean) => {
  let turn: { readonly began: number; requests: number } | null = null;
  return () => {
    if (turn === null) {
      turn = { began: monotonic(), requests: 0 };
      void nextTurn().then(() => {
        turn = null;
      });
    }
    if (turn.requests >= PER_TURN.requests && monotonic() - turn.began > PER_TURN.time) return true;
    turn.requests += 1;
    return false;
  };
};
