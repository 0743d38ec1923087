import type { Language } from '#contract/entities/account.ts';
import type { PageData } from '#domain/page.ts';
import type { BootState, View, ViewModule } from '#web/lib/boot-state.ts';
import { initialLanguage } from '#web/lib/initial-language.ts';
import {
  clearSession,
  clearMailLink,
  storeMailLink,
  storedMailLink,
  sessionOwner,
  store,
  stored,
} from '#web/lib/storage.ts';

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
  browser: navigator.languages.join(' '),
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

const preload = (href: string): void => {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
};

const open = async (view: View): Promise<void> => {
  const [entry = '', ...rest] = page.views[view];
  for (const script of rest) preload(script);
  const { mount } = (await import(/* @vite-ignore */ entry)) as ViewModule;
  const element = document.querySelector<HTMLElement>('#root');
  if (!element) return;
  unmount();
  unmount = mount(element);
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
if (!needsRedirect) moveMailLinkToStorage();

const state: BootState = {
  page,
  language,
  prefetched: prefetched,
  open,
  messages: fetch(page.locales[language]).then((answer) => answer.json()),
};
window.porchlight = state;

const start = (): void => {
  const before = stored('pid');
  // A session belongs to one provider: a visit to another one starts signed out.
  if (before && before !== page.provider.pid) clearSession();
  store('pid', page.provider.pid);
  const userId = sessionOwner();
  const houseId = stored('houseId');
  const view: View = userId === null ? 'signIn' : 'app';
  root.dataset['view'] = view;
  if (userId !== null) {
    clearMailLink();
    prefetch(`/account/${userId}?includeTotp=true&includeHasPassword=true`);
    if (houseId) prefetch(`/house/${houseId}/dashboard`);
  }
  void open(view);
};

if (needsRedirect) {
  // The server sees neither the hash nor local storage, so the page is loaded again with the pid in the query.
  const search = new URLSearchParams(location.search);
  search.set('pid', wanted ?? '');
  location.replace(`/?${search.toString()}${location.hash}`);
} else start();
