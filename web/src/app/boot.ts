import type { Language } from '#contract/entities/account.ts';
import type { PageData } from '#domain/page.ts';
import type { BootState, View, ViewModule } from '#web/lib/boot-state.ts';
import { runAfter } from '#web/lib/browser/run-after.ts';
import { initialLanguage } from '#web/lib/language/initial-language.ts';
import { localeOf } from '#web/lib/language/locale.ts';
import { parseHash, paths } from '#web/lib/routing/paths.ts';
import {
  clearSession,
  clearMailLink,
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

const preload = (view: View): void => {
  for (const script of page.views[view]) {
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

/**
 * Asked for after the scripts, from which it would take a slow line: until it is there, text stands in a font of the same widths.
 * It has no rule in a stylesheet, because the browser would look up a placeholder for each size of text that waits for it.
 */
const loadInter = async (): Promise<void> => {
  const face = new FontFace('Inter', "url('/fonts/inter.woff2') format('woff2')", { weight: '400 700' });
  document.fonts.add(await face.load());
};
let inter: Promise<unknown> | null = null;

const open = async (view: View): Promise<void> => {
  const [entry = ''] = page.views[view];
  preload(view);
  try {
    const { mount } = (await import(/* @vite-ignore */ entry)) as ViewModule;
    inter ??= loadInter().catch(() => {});
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
if (!needsRedirect) {
  moveSignOnCodeToStorage();
  moveMailLinkToStorage();
  moveInvitationToStorage();
}

// A session belongs to one provider: a visit to another one starts signed out.
const isAtOtherProvider = !needsRedirect && (stored('pid') ?? page.provider.pid) !== page.provider.pid;
const otherToken = isAtOtherProvider ? stored('token') : null;

const state: BootState = {
  page,
  endedOtherSession: otherToken !== null,
  language,
  prefetched: prefetched,
  open,
  preload,
  messages: fetchMessages(),
};
window.porchlight = state;

const start = (): void => {
  if (isAtOtherProvider) {
    // The sign-in view tells the server, as after a sign-out without a connection.
    if (otherToken !== null) store('ending', [...(stored('ending') ?? []), otherToken]);
    clearSession();
  }
  store('pid', page.provider.pid);
  const userId = sessionOwner();
  const houseId = stored('houseId');
  const view: View = userId === null ? 'signIn' : 'app';
  root.dataset['view'] = view;
  if (userId !== null) {
    clearMailLink();
    // Most visits begin without a path: the redirect of the routes would come after a frame without a screen.
    if (location.hash === '') history.replaceState(history.state, '', `#${paths.home}`);
    prefetch(`/account/${userId}?includeTotp=true&includeHasPassword=true`);
    if (houseId) prefetch(`/house/${houseId}/dashboard`);
  }
  void open(view);
};

/** Sizes and weights of the text of a phone's first screen. */
const FIRST_FONTS = [
  '400 12px',
  '500 12px',
  '600 12px',
  '400 13px',
  '400 14px',
  '500 14px',
  '600 14px',
  '400 16px',
  '500 16px',
  '600 16px',
  '600 17px',
  '600 18px',
  '400 22px',
  '600 22px',
  '600 24px',
  '600 44px',
];

/** Invisible text in each of them, in the opening view, which the first view replaces. */
const drawFontSamples = (): void => {
  const samples = document.createElement('div');
  samples.className = 'visually-hidden';
  samples.ariaHidden = 'true';
  for (const font of FIRST_FONTS) {
    const sample = document.createElement('span');
    sample.style.font = `${font} Inter, 'Inter fallback'`;
    sample.textContent = '0';
    samples.append(sample);
  }
  document.querySelector('.opening')?.append(samples);
};

/**
 * The first use of these makes the browser load data of the locale and look up fonts, in time that the processor has while the
 * line is busy. One task for each, because together they would hold up the answers.
 */
const loadFormatsAndFonts = (): void => {
  const locale = `${language}-${page.provider.localization}`;
  const timeZone = 'America/Denver';
  const uses = [
    () => new Intl.NumberFormat(locale).format(1),
    () => new Intl.PluralRules(locale).select(1),
    () =>
      new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).formatRange(
        0,
        3_600_000,
      ),
    () => new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZoneName: 'short', timeZone }).format(0),
  ];
  for (const use of uses) runAfter(0, use);
  document.addEventListener('DOMContentLoaded', drawFontSamples);
};

if (needsRedirect) {
  // The server sees neither the hash nor local storage, so the page is loaded again with the pid in the query.
  const search = new URLSearchParams(location.search);
  search.set('pid', wanted ?? '');
  location.replace(`/?${search.toString()}${location.hash}`);
} else {
  start();
  loadFormatsAndFonts();
}
