import type { Language } from '#contract/entities/account.ts';
import type { AppName } from '#domain/apps/apps.ts';
import type { PageData } from '#domain/page.ts';
import type { AppModule, BootState } from '#web/lib/boot-state.ts';
import { runAfter } from '#web/lib/browser/run-after.ts';
import { initialLanguage } from '#web/lib/language/initial-language.ts';
import { localeOf } from '#web/lib/language/locale.ts';
import { parseHash, paths } from '#web/lib/routing/paths.ts';
import {
  clearSession,
  clearMailLink,
  hasEndedWithBrowser,
  storeInvitation,
  storeMailLink,
  storeSignOnCode,
  storedMailLink,
  sessionOwner,
  store,
  stored,
} from '#web/lib/browser/storage.ts';

/**
 * Inlined in the HTML document and run before the first paint: sets theme and language, checks the provider, and starts
 * the first API calls before any bundle is parsed.
 */
const page = JSON.parse(document.querySelector('#page')?.textContent ?? '') as PageData;
const root = document.documentElement;

const parameter = (name: string): string | null => {
  const inHash = new URLSearchParams(location.hash.split('?')[1] ?? '').get(name);
  return new URLSearchParams(location.search).get(name) ?? inHash;
};

const wanted = parameter('pid') ?? stored('pid');
const isPidInSearch = new URLSearchParams(location.search).has('pid');
const needsRedirect = wanted !== null && wanted !== page.provider.pid && !isPidInSearch;
const theme = stored('theme');
if (theme) root.dataset['theme'] = theme;

const language: Language = initialLanguage({
  stored: stored('selectedLanguage'),
  parameter: parameter('lang'),
  browser: navigator.languages,
  offered: page.provider.commonSettings.byodMultipleLanguages,
});
root.lang = language;

const prefetched = new Map<string, Promise<Response>>();

const prefetch = (path: string): void => {
  const call = fetch(`/api${path}`, { headers: { authorization: `Bearer ${stored('token')}` } });
  // The client that takes the answer handles the failure; without one it must not be an unhandled rejection.
  call.catch(() => {});
  prefetched.set(path, call);
};

let unmount: () => void = () => {};

const scriptsOf = (app: AppName): readonly string[] => page.apps[app] ?? [];

const preload = (app: AppName): void => {
  for (const script of scriptsOf(app)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = script;
    document.head.append(link);
  }
};

const RETRY_MS = 5_000;

/** A script or the texts could not be loaded: says so, and loads the document again once the server answers. */
const reloadWhenReachable = (): void => {
  root.dataset['unreachable'] = '';
  const reload = async () => {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    else reloadWhenReachable();
  };
  runAfter(RETRY_MS, () => void reload());
};

const open = async (app: AppName): Promise<void> => {
  const [entry = ''] = scriptsOf(app);
  preload(app);
  try {
    const { mount } = (await import(/* @vite-ignore */ entry)) as AppModule;
    const element = document.querySelector<HTMLElement>('#root');
    if (!element) return;
    unmount();
    unmount = mount(element);
  } catch {
    reloadWhenReachable();
  }
};

const fetchMessages = async (): BootState['messages'] => {
  const answer = await fetch(localeOf(page, language).first).catch(() => null);
  if (answer?.ok) return (await answer.json()) as Awaited<BootState['messages']>;
  reloadWhenReachable();
  return new Promise(() => {});
};

/** Moves the token of a mailed link from the address to session storage: history and extensions can read the address. */
const moveMailLinkToStorage = (): void => {
  const [hash = ''] = location.hash.split('?');
  const path = hash.slice(1);
  const token = parameter('token');
  if (token !== null) {
    storeMailLink({ path, token, pin: parameter('pin') });
    history.replaceState(history.state, '', hash);
  } else if (storedMailLink()?.path !== path) clearMailLink();
};
/** The same for the code of an invitation. */
const moveInvitationToStorage = (): void => {
  const { path, search } = parseHash(location.hash);
  const code = search.get('code');
  if (path !== paths.linkHouse || code === null) return;
  storeInvitation(code);
  history.replaceState(history.state, '', `#${path}`);
};
/** The same for the one-time code of a provider sign-on. */
const moveSignOnCodeToStorage = (): void => {
  const { path, search } = parseHash(location.hash);
  const code = search.get('code');
  if (path !== paths.authProxy || code === null) return;
  storeSignOnCode(code);
  history.replaceState(history.state, '', `#${path}`);
};
const moveSecretsToStorage = (): void => {
  moveSignOnCodeToStorage();
  moveMailLinkToStorage();
  moveInvitationToStorage();
};
if (!needsRedirect) moveSecretsToStorage();
// A link that is opened where the page runs already changes the hash alone: as at its own visit, before the screens see it.
addEventListener('hashchange', (event) => {
  const { hash } = location;
  moveSecretsToStorage();
  if (location.hash === hash) return;
  event.stopImmediatePropagation();
  location.reload();
});

// A session belongs to one provider: a visit to another one starts signed out.
const isAtOtherProvider = !needsRedirect && (stored('pid') ?? page.provider.pid) !== page.provider.pid;
const endsSession = isAtOtherProvider || (!needsRedirect && hasEndedWithBrowser());
const endedToken = endsSession ? stored('token') : null;

const state: BootState = {
  page,
  endedOtherSession: isAtOtherProvider && endedToken !== null,
  language,
  prefetched,
  open,
  preload,
  messages: fetchMessages(),
  missedTexts: new Set(),
};
window.porchlight = state;

const start = (): void => {
  if (endsSession) {
    // The sign-in view tells the server, as after a sign-out without a connection.
    if (endedToken !== null) store('ending', [...(stored('ending') ?? []), endedToken]);
    clearSession();
  }
  store('pid', page.provider.pid);
  const userId = sessionOwner();
  const houseId = stored('houseId');
  if (userId !== null) {
    clearMailLink();
    // Most visits begin without a path: the redirect of the routes would come after a frame without a screen.
    if (location.hash === '') history.replaceState(history.state, '', `#${paths.home}`);
    prefetch(`/account/${userId}?includeTotp=true&includeHasPassword=true`);
    if (houseId) prefetch(`/house/${houseId}/dashboard`);
  }
  void open(userId === null ? 'signIn' : 'portal');
};

if (needsRedirect) {
  // The server sees neither the hash nor local storage, so the page is loaded again with the pid in the query.
  const search = new URLSearchParams(location.search);
  search.set('pid', wanted ?? '');
  location.replace(`/?${search.toString()}${location.hash}`);
} else {
  start();
}
