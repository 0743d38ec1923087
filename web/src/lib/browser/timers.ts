import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { runAfter } from './run-after.ts';

export { runAfter };

/** Rejects when the signal is aborted before the time is over. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = runAfter(milliseconds, resolve);
    signal?.addEventListener('abort', () => {
      cancel();
      reject(signal.reason as DOMException);
    });
  });

/** Polling intervals in ms. */
export const REFRESH = { dashboard: 10_000, awaiting: 3_000, plots: 30_000 } as const;

const awaiting = new Set<string>();

/** While a command awaits its confirmation, the dashboard is polled more often. */
export const setAwaiting = (deviceId: string, waits: boolean): void => {
  if (waits) awaiting.add(deviceId);
  else awaiting.delete(deviceId);
};
export const isAwaiting = (): boolean => awaiting.size > 0;

const IDLE_FALLBACK_MS = 2_000;

/** Runs work when the browser has nothing more urgent to do. */
export const whenIdle = (work: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) return runAfter(IDLE_FALLBACK_MS, work);
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
};

/** Whether the browser has had time for more since what is urgent is shown. What is added then is drawn in small steps. */
export const useIdle = (isReady: boolean): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isReady ? whenIdle(() => startTransition(() => setIdle(true))) : undefined), [isReady]);
  return isIdle;
};

let second = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One interval for all subscribers; it stops while the tab is hidden. */
const run = () => {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.hidden) return;
  timer = setInterval(tick, 1_000);
};

const tick = () => {
  second += 1;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', onVisibility);
    run();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', onVisibility);
    run();
  };
};

const onVisibility = () => {
  if (!document.hidden) tick();
  run();
};

/** A value that changes as time passes: it is read every second, and the component re-rendered when it has changed. */
export const useTimed = <T extends string | number | boolean | null>(read: () => T): T =>
  useSyncExternalStore(subscribe, read);

/** Re-renders the component every second. */
export const useSeconds = (): number => useSyncExternalStore(subscribe, () => second);
