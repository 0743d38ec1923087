import { useSyncExternalStore } from 'react';
import { historyPercent } from '#domain/house/history-percent.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';

/** How much of the past of a demo house is stored, 0 to 1, as the last refresh said; null: all of it, or it is no such house. */
let progress: number | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const historyProgress = (): number | null => progress;

export const setHistoryProgress = (next: number | null): void => {
  if (next === progress) return;
  progress = next;
  for (const listener of listeners) listener();
};

export const useHistoryProgress = (): number | null => useSyncExternalStore(subscribe, historyProgress);

export const preparingText = (of: number): string => t('history.preparing', { percent: historyPercent(of) });

/** What is said while data are awaited: that of a demo's past which is still being prepared, or the given words. */
export const useLoadingText = (words: TextKey): string => {
  const translate = useT();
  const of = useHistoryProgress();
  return of === null ? translate(words) : preparingText(of);
};
