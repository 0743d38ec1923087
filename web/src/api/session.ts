import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { User } from '#contract/entities/account.ts';
import { createApi } from './client.ts';
import { boot } from '../lib/boot-state.ts';
import { syncWithServer } from '../lib/clock.ts';
import { switchLanguage, currentLanguage } from '../lib/i18n.ts';
import { logonPath, paths } from '../lib/paths.ts';
import { currentHash, navigate } from '../lib/router.ts';
import { clearSession, sessionOwner, store, stored } from '../lib/storage.ts';
import { REFRESH, later } from '../lib/timers.ts';

/** Whose the open view is. Another tab may sign in as somebody else: this one never speaks for them. */
let owner: string | null = sessionOwner();

export const api = createApi({
  fetch: (...call) => fetch(...call),
  token: () => (sessionOwner() === owner ? stored('token') : null),
  tokenRenewal: () => withTokenLock(async () => {}),
  pid: () => stored('pid'),
  language: currentLanguage,
  onAnswer: (answer) => syncWithServer(answer.headers.get('date')),
  onSessionLost: () => endSession(withReason(logonPath(currentHash()), 'expired')),
  takePrefetched: (path) => {
    const { prefetched: early } = boot();
    const call = early.get(path);
    early.delete(path);
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

/** One after the other over all tabs, where the browser can; else at least this one. */
const withTokenLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('porchlight-token', work) : work();

/** A call that gives the session another token. Whoever is refused meanwhile waits for it to end. */
export const renewToken = <A extends { readonly token: string }>(call: () => Promise<A>): Promise<A> =>
  withTokenLock(async () => {
    const answer = await call();
    store('token', answer.token);
    return answer;
  });

const ENDING_MS = 5_000;

/** Tells the server which sessions were left; true once it knows of all. */
const sendLogouts = async (): Promise<boolean> => {
  for (const token of stored('ending') ?? []) {
    const answer = await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(ENDING_MS),
    }).catch(() => null);
    // 401: it has ended already.
    if (!answer?.ok && answer?.status !== 401) return false;
    const left = stored('ending')?.filter((one) => one !== token) ?? [];
    store('ending', left.length > 0 ? left : null);
  }
  return true;
};

/** What a view does about sessions as long as it is open; returns the function that ends it. */
export const watchSession = (whose: string | null): (() => void) => {
  owner = whose;
  /** Another tab signs out, or in as somebody else: this one goes along. */
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
  let rest = () => {};
  const end = async () => {
    rest();
    if (!(await sendLogouts())) rest = later(REFRESH.dashboard, () => void end());
  };
  const listeners = { storage: follow, pageshow: follow, online: () => void end() };
  for (const [event, listener] of Object.entries(listeners)) window.addEventListener(event, listener);
  follow();
  void end();
  return () => {
    rest();
    for (const [event, listener] of Object.entries(listeners)) window.removeEventListener(event, listener);
  };
};

/** Houses of the roles a person holds, in the order the server gives them. */
export const housesOf = (user: User): string[] => [
  ...new Set(user.roles.flatMap(({ houseId }) => (houseId === null ? [] : [houseId]))),
];

export const ACCOUNT_INCLUDES = { includeTotp: true, includeHasPassword: true } as const;
const accountCall = (id: string): string => `/account/${id}?includeTotp=true&includeHasPassword=true`;

/** A sign-in has succeeded: everything the app needs is stored and on its way before it is opened. */
export const startSession = async ({ token, user }: SignedIn, goTo: string): Promise<void> => {
  api.forgetRefusals();
  owner = user.id;
  store('signIn', null);
  store('token', token);
  store('userId', user.id);
  const houses = housesOf(user);
  const before = stored('houseId');
  const houseId = houses.find((id) => id === before) ?? houses[0];
  store('houseId', houseId ?? null);
  const { prefetched: early, page, open } = boot();
  early.set(accountCall(user.id), Promise.resolve(Response.json(user)));
  if (houseId) {
    early.set(
      `/house/${houseId}/dashboard`,
      fetch(`/api/house/${houseId}/dashboard`, { headers: { authorization: `Bearer ${token}` } }),
    );
  }
  const { enabled, supportedLanguages } = page.provider.commonSettings.byodMultipleLanguages;
  const preferred = user.language;
  if (enabled && preferred && supportedLanguages.includes(preferred) && stored('selectedLanguage') === null) {
    await switchLanguage(preferred);
  }
  navigate(goTo, { replace: true });
  await open('app');
};

/** The server is told first. If it cannot be reached nobody stays signed in here for that: it is told later. */
export const signOut = async (): Promise<void> => {
  dropSessionState();
  const token = stored('token');
  if (token !== null) store('ending', [...(stored('ending') ?? []), token]);
  const told = await sendLogouts();
  endSession(told ? paths.root : withReason(paths.logon, 'unreached'));
};
