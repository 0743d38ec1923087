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

type Stays = (location: Location) => boolean;
const guards = new Set<Stays>();

const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Forms with unsaved input: leaving for a location that `stays` refuses is asked about, until the returned function is called. */
export const guardLeaving = (stays: Stays): (() => void) => {
  guards.add(stays);
  window.addEventListener('beforeunload', onUnload);
  return () => {
    guards.delete(stays);
    if (guards.size === 0) window.removeEventListener('beforeunload', onUnload);
  };
};

/** The question whether to lose unsaved input. */
export interface LeaveQuestion {
  readonly leave: () => void;
  readonly stay: () => void;
}

let question: LeaveQuestion | null = null;

const setQuestion = (next: LeaveQuestion | null): void => {
  question = next;
  for (const listener of listeners) listener();
};

const ask = (leave: () => void): void =>
  setQuestion({
    leave: () => {
      guards.clear();
      window.removeEventListener('beforeunload', onUnload);
      setQuestion(null);
      leave();
    },
    stay: () => setQuestion(null),
  });

const isGuardedAgainst = (location: Location): boolean => [...guards].some((stays) => !stays(location));

/** Runs `leave` at once, or after the person agreed to lose the unsaved input of the screen. */
export const leaveFor = (path: string, leave: () => void): void => {
  if (isGuardedAgainst(parseHash(path))) ask(leave);
  else leave();
};

/** Our own step back is under way; its event changes nothing. */
let isRestoring = false;

const onHashChange = (): void => {
  const wanted = window.location.hash;
  if (isRestoring) isRestoring = false;
  else if (!isGuardedAgainst(parseHash(wanted))) readLocation();
  else if (entryOf(history.state) === null) {
    // A link or the person's typing: the address goes back to the screen that is still shown.
    isRestoring = true;
    history.back();
    ask(() => {
      window.location.hash = wanted;
    });
  } else {
    // The browser's Back or Forward.
    history.pushState({ entry }, '', hash);
    ask(() => history.back());
  }
};

export const startRouter = (): (() => void) => {
  history.scrollRestoration = 'manual';
  const remember = () => positions.set(entry, window.scrollY);
  window.addEventListener('hashchange', onHashChange);
  window.addEventListener('scroll', remember, { passive: true });
  readLocation();
  return () => {
    window.removeEventListener('hashchange', onHashChange);
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLocation = (): Location => useSyncExternalStore(subscribe, () => location_);

export const currentHash = (): string => window.location.hash;

export const useLeaveQuestion = (): LeaveQuestion | null => useSyncExternalStore(subscribe, () => question);
