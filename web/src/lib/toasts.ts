import { useEffect, useRef, useSyncExternalStore } from 'react';
import { runAfter } from './timers.ts';

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'fail' | 'info' | 'event';
  readonly title: string;
  readonly body: string | null;
  /** Technical details for support, behind a disclosure. */
  readonly details: string | null;
}

const SHOWN_FOR = 6_000;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** A dialog covers the toasts. */
const isCovered = (): boolean => document.querySelector('dialog[open]') !== null;

export const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

export const toast = (
  tone: Toast['tone'],
  title: string,
  body: string | null = null,
  shownFor = SHOWN_FOR,
  details: string | null = null,
): void => {
  last += 1;
  const id = last;
  change([...toasts, { id, tone, title, body, details }]);
  // One that nobody could read stays for its time after the dialog was closed.
  const dismissWhenSeen = (): void => {
    if (isCovered()) runAfter(shownFor, dismissWhenSeen);
    else dismiss(id);
  };
  runAfter(shownFor, dismissWhenSeen);
};

/** A failure toast whose "Details" show the name and message of the error. */
const toastFailure = (title: string, error: unknown): void => {
  const details = error instanceof Error ? `${error.name}: ${error.message}` : null;
  toast('fail', title, null, 2 * SHOWN_FOR, details);
};

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );

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
