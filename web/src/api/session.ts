import type { User } from '#contract/entities/account.ts';
import { createApi } from './client.ts';
import { boot } from '../lib/boot-state.ts';
import { syncWithServer } from '../lib/browser/clock.ts';
import { currentLanguage } from '../lib/language/i18n.ts';
import { logonPath, paths } from '../lib/routing/paths.ts';
import { currentHash, dropGuards, navigate } from '../lib/routing/router.ts';
import { clearSession, sessionOwner, store, stored } from '../lib/browser/storage.ts';
import { setHistoryProgress } from '../lib/feedback/history-progress.ts';
import { REFRESH, pause, runAfter } from '../lib/browser/timers.ts';

/** Account id of the open view. When another tab signs in as somebody else, this tab must not use the new token. */
let owner: string | null = sessionOwner();

export const api = createApi({
  fetch: (...call) => fetch(...call),
  token: () => (sessionOwner() === owner ? stored('token') : null),
  tokenRenewal: () => withTokenLock(async () => {}),
  pause,
  pid: () => stored('pid'),
  language: currentLanguage,
  onAnswer: (answer) => syncWithServer(answer.headers.get('date')),
  onSessionLost: () => endSession(withReason(logonPath(currentHash()), 'expired')),
  takePrefetched: (path) => {
    const { prefetched } = boot();
    const call = prefetched.get(path);
    prefetched.delete(path);
    return call;
  },
});

const withReason = (path: string, reason: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}reason=${reason}`;

const sessionEndListeners = new Set<() => void>();

/** For state in memory that belongs to the signed-in person: the listener drops it when the session ends. */
export const onSessionEnd = (listener: () => void): void => {
  sessionEndListeners.add(listener);
};

const dropSessionState = (): void => {
  dropGuards();
  setHistoryProgress(null);
  for (const listener of sessionEndListeners) listener();
};

const showSignIn = (path: string): void => {
  owner = null;
  dropSessionState();
  api.forgetRefusals();
  boot().prefetched.clear();
  navigate(path, { replace: true });
  void boot().open('signIn');
};

const endSession = (path: string): void => {
  clearSession();
  showSignIn(path);
};

/** The person's only home was closed, and every session with it. */
export const endWithHome = (): void => endSession(withReason(paths.logon, 'closed'));

/** Runs token renewals one at a time, across all tabs where the browser has the Web Locks API. */
const withTokenLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('porchlight-token', work) : work();

/** Runs a call that answers with a new token, and stores it. Calls refused in the meantime wait for it (`tokenRenewal`). */
export const renewToken = <A extends { readonly token: string }>(call: () => Promise<A>): Promise<A> =>
  withTokenLock(async () => {
    const answer = await call();
    store('token', answer.token);
    return answer;
  });

const LOGOUT_TIMEOUT_MS = 5_000;

/** Ends on the server the sessions that were signed out here; true: none is left. */
const sendLogouts = async (): Promise<boolean> => {
  for (const token of stored('ending') ?? []) {
    const answer = await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    }).catch(() => null);
    // 401: the session has ended already.
    if (!answer?.ok && answer?.status !== 401) return false;
    const left = stored('ending')?.filter((ending) => ending !== token) ?? [];
    store('ending', left.length > 0 ? left : null);
  }
  return true;
};

/** Follows sign-ins and sign-outs of other tabs and sends pending logouts, until the returned function is called. */
export const watchSession = (accountId: string | null): (() => void) => {
  owner = accountId;
  /** Another tab signed out, or in as somebody else. */
  const follow = () => {
    const now = sessionOwner();
    if (now === owner) return;
    if (now === null) showSignIn(withReason(logonPath(currentHash()), 'expired'));
    else {
      dropSessionState();
      history.replaceState(null, '', `#${paths.home}`);
      window.location.reload();
    }
  };
  let cancelRetry = () => {};
  const logOut = async () => {
    cancelRetry();
    if (!(await sendLogouts())) cancelRetry = runAfter(REFRESH.dashboard, () => void logOut());
  };
  const listeners = { storage: follow, pageshow: follow, online: () => void logOut() };
  for (const [event, listener] of Object.entries(listeners)) window.addEventListener(event, listener);
  follow();
  void logOut();
  return () => {
    cancelRetry();
    for (const [event, listener] of Object.entries(listeners)) window.removeEventListener(event, listener);
  };
};

/** House ids of a person's roles, in the server's order. */
export const housesOf = (user: User): string[] => [
  ...new Set(user.roles.flatMap(({ houseId }) => (houseId === null ? [] : [houseId]))),
];

/** For the calls of the account that has just signed in. */
export const setOwner = (accountId: string): void => {
  api.forgetRefusals();
  owner = accountId;
};

export const ACCOUNT_INCLUDES = { includeTotp: true, includeHasPassword: true } as const;
/** Ends the session on the server, then here. If the server cannot be reached, the logout is sent later. */
export const signOut = async (): Promise<void> => {
  dropSessionState();
  store('messageDrafts', null);
  const token = stored('token');
  if (token !== null) store('ending', [...(stored('ending') ?? []), token]);
  const isServerInformed = await sendLogouts();
  endSession(isServerInformed ? paths.root : withReason(paths.logon, 'unreached'));
};
