import type { House, ProviderSettings } from '#contract/entities/house.ts';
import type { Language } from '#contract/entities/account.ts';

/** The keys of local storage and their values. */
interface Stored {
  token: string;
  userId: string;
  houseId: string;
  pid: string;
  proSettings: { houseId: string; settings: ProviderSettings };
  selectedLanguage: Language;
  selectedHouse: House;
  welcomeModalShown: true;
  /** Id of the account that signed in for the first time and was not welcomed yet. */
  welcomeDue: string;
  theme: 'light' | 'dark';
  /** The person does not want to stay signed in: a session ends with the browser. */
  endsWithBrowser: true;
  signIn: PendingSignIn;
  /** Beginnings of the tokens of links that were used in this browser, newest last. */
  usedLinks: readonly string[];
  /** By account id: when the reminder to verify a phone number was last shown, in ms. */
  phoneReminderAt: Readonly<Record<string, number>>;
  /** Ids of the events that a toast has told of, newest last. */
  toldEvents: readonly string[];
  /** Ids of the dispatches whose opt-out was given a reason, or none was wanted, newest last. */
  explainedOptOuts: readonly string[];
  /** Results that were read or dismissed, by account, dispatch and Wh, newest last. */
  seenResults: readonly string[];
  /** Tokens of sessions that were signed out here while the server could not be reached. */
  ending: readonly string[];
  /** Messages to the provider that were not sent yet, by account, house and the message that they answer. */
  messageDrafts: Readonly<Record<string, { readonly subject: string; readonly body: string }>>;
}

/** An unfinished sign-in. It is shared by all tabs, because the link of a mail opens in a new one. */
export interface PendingSignIn {
  readonly step: 'pin' | 'link' | 'totp';
  readonly challenge: string;
  readonly email: string;
  readonly goTo: string;
  /** When the challenge expires, in ms. */
  readonly until: number;
  /** The person went back to the form; the link in the mail still works. */
  readonly left?: boolean;
}

/** Removed when the session ends. Drafts are not: a session can end while somebody writes. */
const SESSION_KEYS = ['token', 'userId', 'houseId', 'proSettings', 'selectedHouse'] as const;

const PLAIN: readonly (keyof Stored)[] = [
  'token',
  'userId',
  'houseId',
  'pid',
  'selectedLanguage',
  'theme',
  'welcomeDue',
];

/** A storage area, with memory instead where the browser refuses access. */
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
/** Of this tab alone. */
export const tabStorage = storageWithFallback(() => sessionStorage);

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

/** Account id of the stored session; null: not signed in. */
export const sessionOwner = (): string | null => (stored('token') === null ? null : stored('userId'));

/** A cookie without an age, which a browser drops when it is closed. It holds no secret, and all tabs see it. */
const OPEN_COOKIE = 'browserIsOpen=1';
export const markBrowserAsOpen = (): void => {
  document.cookie = `${OPEN_COOKIE}; path=/; samesite=strict`;
};
/** Whether the stored session was to end with the browser, and the browser was closed since. */
export const hasEndedWithBrowser = (): boolean =>
  stored('endsWithBrowser') !== null && !document.cookie.split('; ').includes(OPEN_COOKIE);

/** The secrets of a mailed link, kept for a reload in the session storage of the tab that it opened in. */
export interface MailLink {
  readonly path: string;
  readonly token: string;
  readonly pin: string | null;
}

const MAIL_LINK_KEY = 'mailed';
/** As many digits as a provider may choose (`emailPinDigits`). */
const PIN_FORM = /^\d{5,8}$/;

export const storedMailLink = (): MailLink | null =>
  JSON.parse(tabStorage.get(MAIL_LINK_KEY) ?? 'null') as MailLink | null;
/** Anybody can write a link: what it calls a PIN is shown under the brand, so nothing but a PIN may be kept. */
export const storeMailLink = ({ pin, ...link }: MailLink): void => {
  const shown = pin !== null && PIN_FORM.test(pin) ? pin : null;
  tabStorage.set(MAIL_LINK_KEY, JSON.stringify({ ...link, pin: shown }));
};
export const clearMailLink = (): void => tabStorage.remove(MAIL_LINK_KEY);

/** The one-time code of a provider sign-on; read once. */
const SIGN_ON_CODE_KEY = 'signOnCode';
export const storeSignOnCode = (code: string): void => tabStorage.set(SIGN_ON_CODE_KEY, code);
export const takeSignOnCode = (): string | null => {
  const code = tabStorage.get(SIGN_ON_CODE_KEY);
  tabStorage.remove(SIGN_ON_CODE_KEY);
  return code;
};

/** The code of an invitation, kept in the tab through registration or sign-in until it is used or declined. */
const INVITATION_KEY = 'invitation';
export const storedInvitation = (): string | null => tabStorage.get(INVITATION_KEY);
export const storeInvitation = (code: string): void => tabStorage.set(INVITATION_KEY, code);
export const clearInvitation = (): void => tabStorage.remove(INVITATION_KEY);
