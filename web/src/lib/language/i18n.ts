import { useSyncExternalStore } from 'react';
import type { Language } from '#contract/entities/account.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { format, withOneFullStop } from '#domain/text/compiled-messages.ts';
import type { Compiled, MessageValues } from '#domain/text/compiled-messages.ts';
import type en from '#locales/en.json';
import { boot } from '../boot-state.ts';
import { store } from '../browser/storage.ts';
import { localeOf } from './locale.ts';

export type TextKey = keyof typeof en;

interface Catalogue {
  readonly language: Language;
  messages: Readonly<Record<string, Compiled>>;
}

let current: Catalogue = { language: BASE_LANGUAGE, messages: {} };
/** Whether `current` holds every text, not only those of the first view. */
let isComplete = false;
const listeners = new Set<() => void>();

const setCatalogue = (next: Catalogue): void => {
  current = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
};

/** Installs the catalogue that the inline script has started to load. */
export const loadMessages = async (): Promise<void> => {
  const { language, messages } = boot();
  // The person has switched the language in the meantime.
  if (Object.keys(current.messages).length > 0) return;
  setCatalogue({ language, messages: await messages });
};

const fetchAll = async (language: Language): Promise<Catalogue> => {
  const answer = await fetch(localeOf(boot().page, language).all);
  if (!answer.ok) throw new Error(`The texts were answered with ${answer.status}.`);
  return { language, messages: (await answer.json()) as Catalogue['messages'] };
};

let loading: Promise<void> | null = null;

const completeMessages = async (): Promise<void> => {
  const { language } = current;
  const all = await fetchAll(language);
  // The person has switched the language in the meantime, which loads all texts.
  if (current.language !== language || isComplete) return;
  isComplete = true;
  // What is on the screen has its texts: it is drawn again only if one was missing.
  if ([...boot().missedTexts].some((key) => key in all.messages)) setCatalogue(all);
  else current.messages = all.messages;
};

/** Loads the texts beyond those of the first view, once; a failure is tried again by the next call. */
export const loadAllMessages = async (): Promise<void> => {
  if (isComplete) return;
  loading ??= completeMessages().finally(() => {
    loading = null;
  });
  await loading;
};

export const switchLanguage = async (language: Language): Promise<void> => {
  const all = await fetchAll(language);
  isComplete = true;
  setCatalogue(all);
  store('selectedLanguage', language);
};

/** What a language calls itself. */
export const languageName = (language: Language): string => localeOf(boot().page, language).name;

export const currentLanguage = (): Language => current.language;

/** Locale of numbers and dates: the person's language in the provider's country. */
export const localeTag = (): string => `${current.language}-${boot().page.provider.localization}`;

const find = (key: string): Compiled | undefined => {
  const message = current.messages[key];
  if (message === undefined && !isComplete) boot().missedTexts.add(key);
  return message;
};

export const t = (key: TextKey, values: MessageValues = {}): string => {
  const message = find(key);
  return message ? withOneFullStop(format(message, values, localeTag())) : key;
};

/** The label of a value such as a mode, from `<group>.<value>` of the catalogue; the value itself if there is none. */
export const labelFor = (group: string, fact: string): string => {
  const message = find(`${group}.${fact}`);
  return message ? format(message, {}, localeTag()) : fact;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `t`, re-rendering the component when the language changes. */
export const useT = (): typeof t => {
  useSyncExternalStore(subscribe, () => current);
  return t;
};
