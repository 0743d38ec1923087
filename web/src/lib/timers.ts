import { useSyncExternalStore } from 'react';

/** How often things refresh, in milliseconds. */
export const REFRESH = { dashboard: 10_000 } as const;

export const later = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

let second = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One ticking clock for the whole page; it rests while the tab is hidden. */
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
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
  listeners.add(listener);
  run();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility);
    run();
  };
};

const onVisibility = () => {
  if (!document.hidden) tick();
  run();
};

/** Draws again once a second, for ages and countdowns. */
export const useSeconds = (): number => useSyncExternalStore(subscribe, () => second);
