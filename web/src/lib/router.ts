import { useSyncExternalStore } from 'react';
import { parseHash } from './paths.ts';
import type { Location } from './paths.ts';

/**
 * Hash routes over the browser's own history. The scroll position of each entry is kept, because content arrives after
 * the browser would have restored it.
 */
const positions = new Map<number, number>();
let entry = 0;
let hash = '';
let location_: Location = parseHash('');
let isReturn = false;
const listeners = new Set<() => void>();

const entryOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'entry' in state ? Number(state.entry) : null;

const readLocation = (): void => {
  const known = entryOf(history.state);
  isReturn = known !== null && positions.has(known);
  if (known === null) {
    entry = Math.max(0, ...positions.keys()) + 1;
    history.replaceState({ entry }, '');
  } else entry = known;
  if (!positions.has(entry)) positions.set(entry, 0);
  hash = window.location.hash;
  location_ = parseHash(hash);
  for (const listener of listeners) listener();
};

export const startRouter = (): (() => void) => {
  history.scrollRestoration = 'manual';
  const remember = () => positions.set(entry, window.scrollY);
  window.addEventListener('hashchange', readLocation);
  window.addEventListener('scroll', remember, { passive: true });
  readLocation();
  return () => {
    window.removeEventListener('hashchange', readLocation);
    window.removeEventListener('scroll', remember);
  };
};

export const navigate = (path: string, options: { readonly replace?: boolean } = {}): void => {
  if (window.location.hash === `#${path}`) return;
  if (options.replace) {
    history.replaceState(history.state, '', `#${path}`);
    readLocation();
  } else window.location.hash = path;
};

/** The scroll position to restore: 0 unless the history entry was reached by Back or Forward. */
export const scrollPosition = (): number => (isReturn ? (positions.get(entry) ?? 0) : 0);

export const useLocation = (): Location =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => location_,
  );

export const currentHash = (): string => window.location.hash;
