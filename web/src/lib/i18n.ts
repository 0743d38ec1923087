import { useSyncExternalStore } from 'react';
import type { Language } from '#contract/entities/account.ts';
import { format } from '#domain/messages.ts';
import type { Compiled, MessageValues } from '#domain/messages.ts';
import type en from '#locales/en.json';
import { boot } from './boot-state.ts';
import { store } from './storage.ts';

export type TextKey = keyof typeof en;

interface Catalogue {
  readonly language: Language;
  readonly messages: Readonly<Record<string, Compiled>>;
}

let current: Catalogue = { language: 'en', messages: {} };
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

export const switchLanguage = async (language: Language): Promise<void> => {
  const answer = await fetch(boot().page.locales[language]);
  setCatalogue({ language, messages: (await answer.json()) as Catalogue['messages'] });
  store('selectedLanguage', language);
};

export const currentLanguage = (): Language => current.language;

/** Locale of numbers and dates: the person's language in the provider's country. */
export const localeTag = (): string => `${current.language}-${boot().page.provider.localization}`;

export const t = (key: TextKey, values: MessageValues = {}): string => {
  const message = current.messages[key];
  return message ? format(message, values, localeTag()) : key;
};

/** The label of a value such as a mode, from `<group>.<value>` of the catalogue; the value itself if there is none. */
export const labelFor = (group: string, fact: string): string => {
  const message = current.messages[`${group}.${fact}`];
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
