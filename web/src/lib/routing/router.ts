import { useSyncExternalStore } from 'react';
import { parseHash } from './paths.ts';
import type { Location } from './paths.ts';

/**
 * Hash routes over the browser's own history. The scroll position of each entry is kept, because content arrives after
 * the browser would have restored it.
 */
const positions = new Map<number, number>();
/** The address of each entry, and the entry that it was opened from. */
const hashes = new Map<number, string>();
const origins = new Map<number, number>();
let entry = 0;
let hash = '';
let location_: Location = parseHash('');
let isReturn = false;
const listeners = new Set<() => void>();

const entryOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'entry' in state ? Number(state.entry) : null;

const readLocation = (): void => {
  const storedEntry = entryOf(history.state);
  isReturn = storedEntry !== null && positions.has(storedEntry);
  if (storedEntry === null) {
    const next = Math.max(0, ...positions.keys()) + 1;
    origins.set(next, entry);
    entry = next;
    history.replaceState({ entry }, '');
  } else entry = storedEntry;
  if (!positions.has(entry)) positions.set(entry, 0);
  hash = window.location.hash;
  hashes.set(entry, hash);
  location_ = parseHash(hash);
  for (const listener of listeners) listener();
};

/** A form with unsaved input. */
interface LeaveGuard {
  /** Whether the form keeps its input at a location. */
  readonly staysAt: (location: Location) => boolean;
  /** The person agreed to lose the input. */
  readonly discard?: () => void;
}

const guards = new Set<LeaveGuard>();

const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

const removeGuards = (removed: readonly LeaveGuard[]): void => {
  for (const guard of removed) guards.delete(guard);
  if (guards.size === 0) window.removeEventListener('beforeunload', onUnload);
};

/** Leaving for a location at which the form does not stay is asked about, until the returned function is called. */
export const guardLeaving = (guard: LeaveGuard): (() => void) => {
  guards.add(guard);
  window.addEventListener('beforeunload', onUnload);
  return () => removeGuards([guard]);
};

/** The question whether to lose unsaved input. */
export interface LeaveQuestion {
  readonly leave: () => void;
  readonly stay: () => void;
}

let question: LeaveQuestion | null = null;

/** null: nothing is asked. */
export const leaveQuestion = (): LeaveQuestion | null => question;

const setQuestion = (next: LeaveQuestion | null): void => {
  question = next;
  for (const listener of listeners) listener();
};

const guardsAgainst = (location: Location): LeaveGuard[] =>
  [...guards].filter(({ staysAt }) => !staysAt(location));

const isGuardedAgainst = (location: Location): boolean => guardsAgainst(location).length > 0;

/** Forms that stay at the location keep their guard. */
const ask = (location: Location, leave: () => void): void =>
  setQuestion({
    leave: () => {
      const refusing = guardsAgainst(location);
      removeGuards(refusing);
      for (const { discard } of refusing) discard?.();
      setQuestion(null);
      leave();
    },
    stay: () => setQuestion(null),
  });

/** Runs `leave` at once, or after the person agreed to lose the unsaved input of the screen. */
export const leaveFor = (path: string, leave: () => void): void => {
  const location = parseHash(path);
  if (isGuardedAgainst(location)) ask(location, leave);
  else leave();
};

/** For the end of the session: unsaved input is lost with it, so nothing is asked any more. */
export const dropGuards = (): void => {
  removeGuards([...guards]);
  setQuestion(null);
};

/** Not by the address alone: its event comes later, and until then React would show a chosen radio as not chosen. */
const push = (nextHash: string): void => {
  history.pushState(null, '', nextHash);
  readLocation();
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
    ask(parseHash(wanted), () => push(wanted));
  } else {
    // The browser's Back or Forward.
    history.pushState({ entry }, '', hash);
    ask(parseHash(wanted), () => history.back());
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
  } else leaveFor(path, () => push(`#${path}`));
};

/** Leaves a page for the one that it belongs to: a step back where it was opened from there, so that Back does not return to it. */
export const leaveTo = (path: string): void => {
  const origin = origins.get(entry);
  if (origin !== undefined && hashes.get(origin) === `#${path}`) history.back();
  else navigate(path, { replace: true });
};

/** The scroll position to restore: 0 unless the history entry was reached by Back or Forward. */
export const scrollPosition = (): number => (isReturn ? (positions.get(entry) ?? 0) : 0);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLocation = (): Location => useSyncExternalStore(subscribe, () => location_);

/** For what every screen has: it is drawn again only with another path, not with another period of a plot. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location_.path);

export const useSearchValue = (name: string): string | null =>
  useSyncExternalStore(subscribe, () => location_.search.get(name));

export const currentHash = (): string => window.location.hash;

export const useLeaveQuestion = (): LeaveQuestion | null => useSyncExternalStore(subscribe, leaveQuestion);
