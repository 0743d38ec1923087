import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isDialogOpen, onDialogs } from './open-dialogs.ts';
import { runAfter } from '../browser/timers.ts';

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'fail' | 'info' | 'event';
  readonly title: string;
  readonly body: string | null;
  /** Technical details for support, behind a disclosure. */
  readonly details: string | null;
  /** ms, from the moment on that it can be seen. */
  readonly shownFor: number;
  /** Called when it can be seen, again after it was covered when its time was over. */
  readonly onShown: (() => void) | null;
}

const SHOWN_FOR = 6_000;
/** More would cover a phone; the others wait for a place. */
const SHOWN_AT_ONCE = 3;

let toasts: readonly Toast[] = [];
let shown: readonly Toast[] = [];
const timed = new Set<number>();
let last = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]): void => {
  toasts = next;
  shown = next.slice(0, SHOWN_AT_ONCE);
  startTimes();
  for (const listener of listeners) listener();
};

export const dismiss = (id: number): void => {
  change(toasts.filter((toast) => toast.id !== id));
};

const isCovered = (): boolean => isDialogOpen() || document.hidden;

/** One that a dialog covers, or whose tab is hidden, has its time from the moment on that it can be seen. */
const startTimes = (): void => {
  for (const { id, shownFor, onShown } of shown) {
    if (timed.has(id) || isCovered()) continue;
    timed.add(id);
    onShown?.();
    runAfter(shownFor, () => {
      timed.delete(id);
      if (!isCovered()) dismiss(id);
    });
  }
};
onDialogs(startTimes);

type Choices = Partial<Pick<Toast, 'shownFor' | 'details' | 'onShown'>>;

export const toast = (
  tone: Toast['tone'],
  title: string,
  body: string | null = null,
  { shownFor = SHOWN_FOR, details = null, onShown = null }: Choices = {},
): void => {
  last += 1;
  change([...toasts, { id: last, tone, title, body, details, shownFor, onShown }]);
};

/** A failure toast whose "Details" show the name and message of the error. */
export const toastFailure = (title: string, error: unknown, body: string | null = null): void => {
  const details = error instanceof Error ? `${error.name}: ${error.message}` : null;
  toast('fail', title, body, { shownFor: 2 * SHOWN_FOR, details });
};

export const shownToasts = (): readonly Toast[] => shown;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  document.addEventListener('visibilitychange', startTimes);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', startTimes);
  };
};

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, shownToasts);

/**
 * Tells of a failed load once, however often the poll repeats it, and again only after a load that worked.
 * `succeededAt`: when the last one worked, in ms; 0: none has.
 */
export const useFailureToast = (title: string, error: Error | null, succeededAt: number): void => {
  const toldAfter = useRef<number | null>(null);
  useEffect(() => {
    if (!error || toldAfter.current === succeededAt) return;
    toldAfter.current = succeededAt;
    toastFailure(title, error);
  }, [title, error, succeededAt]);
};
