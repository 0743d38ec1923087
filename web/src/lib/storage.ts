import type { House, ProviderSettings } from '#contract/entities/house.ts';
import type { Language } from '#contract/entities/account.ts';

/** Everything kept in the browser, by its key. */
interface Stored {
  token: string;
  userId: string;
  houseId: string;
  pid: string;
  proSettings: { houseId: string; settings: ProviderSettings };
  selectedLanguage: Language;
  selectedHouse: House;
  welcomeModalShown: true;
  theme: 'light' | 'dark';
  signIn: PendingSignIn;
  /** When the reminder to verify a number was last shown to whom, by account, in milliseconds. */
  phoneReminderAt: Readonly<Record<string, number>>;
  /** Tokens of sessions that were left here, and of which the server could not be told yet. */
  ending: readonly string[];
}

/** A sign-in under way. All tabs see it: a link from a mail opens in a new one. */
export interface PendingSignIn {
  readonly step: 'pin' | 'link' | 'totp';
  readonly challenge: string;
  readonly email: string;
  readonly goTo: string;
  /** After which it is not worth going on, in milliseconds. */
  readonly until: number;
  /** Gone back from. */
  readonly left?: boolean;
}

/** What belongs to the signed-in person and goes with the session. */
const SESSION_KEYS = ['token', 'userId', 'houseId', 'proSettings', 'selectedHouse'] as const;

const PLAIN: readonly (keyof Stored)[] = ['token', 'userId', 'houseId', 'pid', 'selectedLanguage', 'theme'];

/** Browsers may refuse storage; the visit then lives in memory. */
const storageWithFallback = (place: () => Storage) => {
  const memory = new Map<string, string>();
  return {
    get: (key: string): string | null => {
      try {
        return place().getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set: (key: string, value: string): void => {
      try {
        place().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove: (key: string): void => {
      memory.delete(key);
      try {
        place().removeItem(key);
      } catch {
        // Nothing was stored there.
      }
    },
  };
};

const browserStorage = storageWithFallback(() => localStorage);
const tabStorage = storageWithFallback(() => sessionStorage);

export const stored = <K extends keyof Stored>(key: K): Stored[K] | null => {
  const text = browserStorage.get(key);
  if (text === null) return null;
  if (PLAIN.includes(key)) return text as Stored[K];
  try {
    return JSON.parse(text) as Stored[K];
  } catch {
    browserStorage.remove(key);
    return null;
  }
};

export const store = <K extends keyof Stored>(key: K, value: Stored[K] | null): void => {
  if (value === null) browserStorage.remove(key);
  else browserStorage.set(key, typeof value === 'string' ? value : JSON.stringify(value));
};

export const clearSession = (): void => {
  for (const key of SESSION_KEYS) browserStorage.remove(key);
};

/** Whose session the browser has; null when it has none. */
export const sessionOwner = (): string | null => (stored('token') === null ? null : stored('userId'));

/** What a link from a mail carried. The tab it opened in keeps it for a reload, until it is used or left. */
export interface MailLink {
  readonly path: string;
  readonly token: string;
  readonly pin: string | null;
}

const MAIL_LINK_KEY = 'mailed';

export const storedMailLink = (): MailLink | null =>
  JSON.parse(tabStorage.get(MAIL_LINK_KEY) ?? 'null') as MailLink | null;
export const storeMailLink = (value: MailLink): void => tabStorage.set(MAIL_LINK_KEY, JSON.stringify(value));
export const clearMailLink = (): void => tabStorage.remove(MAIL_LINK_KEY);
