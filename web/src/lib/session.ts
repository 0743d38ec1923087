import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { User } from '#contract/entities/account.ts';
import { createApi } from './api.ts';
import { boot } from './boot-state.ts';
import { learnServerTime } from './clock.ts';
import { chooseLanguage, currentLanguage } from './i18n.ts';
import { logonPath, paths } from './paths.ts';
import { currentHash, navigate } from './router.ts';
import { clearSession, store, stored } from './storage.ts';

export const api = createApi({
  fetch: (...call) => fetch(...call),
  token: () => stored('token'),
  pid: () => stored('pid'),
  language: currentLanguage,
  onAnswer: (answer) => learnServerTime(answer.headers.get('date')),
  onSessionLost: () => leave(withReason(logonPath(currentHash()), 'expired')),
  takeEarly: (path) => {
    const { early } = boot();
    const call = early.get(path);
    early.delete(path);
    return call;
  },
});

const withReason = (path: string, reason: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}reason=${reason}`;

const leave = (path: string): void => {
  clearSession();
  api.forgetRefusals();
  boot().early.clear();
  navigate(path, { replace: true });
  void boot().open('signIn');
};

/** Houses of the roles a person holds, in the order the server gives them. */
export const housesOf = (user: User): string[] => [
  ...new Set(user.roles.flatMap(({ houseId }) => (houseId === null ? [] : [houseId]))),
];

export const ACCOUNT_INCLUDES = { includeTotp: true, includeHasPassword: true } as const;
const accountCall = (id: string): string => `/account/${id}?includeTotp=true&includeHasPassword=true`;

/** A sign-in has succeeded: everything the app needs is stored and on its way before it is opened. */
export const adoptSession = async ({ token, user }: SignedIn, goTo: string): Promise<void> => {
  api.forgetRefusals();
  store('signIn', null);
  store('token', token);
  store('userId', user.id);
  const houses = housesOf(user);
  const before = stored('houseId');
  const houseId = houses.find((id) => id === before) ?? houses[0];
  store('houseId', houseId ?? null);
  const { early, page, open } = boot();
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
    await chooseLanguage(preferred);
  }
  navigate(goTo, { replace: true });
  await open('app');
};

/** The token dies on the server first; a server that cannot be reached does not keep anybody signed in here. */
export const signOut = async (): Promise<void> => {
  await api.post('/auth/logout').catch(() => {});
  leave(paths.root);
};
