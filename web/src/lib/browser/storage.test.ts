import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearSession,
  clearMailLink,
  storeMailLink,
  storedMailLink,
  sessionOwner,
  store,
  stored,
} from './storage.ts';

/** As much of the browser's storage as is used here. */
const standIn = (entries: [string, string][] = []) => {
  const kept = new Map(entries);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

const house = {
  id: 'h1',
  address: '1420 Juniper Lane, Boulder',
  nickname: null,
  latitude: 40,
  longitude: -105,
  zipcode: '80302',
  country: 'US',
  timezone: 'America/Denver',
  programParticipants: null,
};

let storage: ReturnType<typeof standIn>;

beforeEach(() => {
  storage = standIn();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('mailed links', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', standIn()));

  test.each(['CALL 1-900-555-0100', '1234', '123456789', '12345a', ' 12345', '12345\n', ''])(
    '[T-21] what a link calls a PIN is not kept unless it has the form of one: %j',
    (pin) => {
      storeMailLink({ path: '/auth', token: 't', pin });
      expect(storedMailLink()).toEqual({ path: '/auth', token: 't', pin: null });
    },
  );

  test.each(['01234', '123456', '12345678'])(
    '[T-21] [AUTH-3] a PIN is, in any length that a provider may choose: %s',
    (pin) => {
      storeMailLink({ path: '/auth', token: 't', pin });
      expect(storedMailLink()?.pin).toBe(pin);
    },
  );
});

describe('keys', () => {
  test('[SHELL-7] [SHELL-6] each value is stored under the key of the specification', () => {
    store('token', 't');
    store('houseId', 'h1');
    store('pid', 'sunvale');
    store('selectedLanguage', 'es');
    store('selectedHouse', house);
    store('welcomeModalShown', true);
    expect(Object.fromEntries(storage.kept)).toEqual({
      token: 't',
      houseId: 'h1',
      pid: 'sunvale',
      selectedLanguage: 'es',
      selectedHouse: JSON.stringify(house),
      welcomeModalShown: 'true',
    });
  });

  test('[SHELL-7] stored values are read back unchanged', () => {
    store('token', '12345');
    store('selectedHouse', house);
    store('welcomeModalShown', true);
    expect(stored('token')).toBe('12345');
    expect(stored('selectedHouse')).toEqual(house);
    expect(stored('welcomeModalShown')).toBe(true);
    expect(stored('proSettings')).toBeNull();
  });

  test('storing null removes the key', () => {
    store('theme', 'dark');
    store('theme', null);
    expect([...storage.kept.keys()]).toEqual([]);
  });

  test('a malformed value reads as null and is removed', () => {
    storage.setItem('selectedHouse', '{"id": "h1"');
    expect(stored('selectedHouse')).toBeNull();
    expect(storage.kept.has('selectedHouse')).toBe(false);
  });
});

describe('sign-out', () => {
  test('[SHELL-7] clearSession removes the keys of the session and no others', () => {
    const session = ['token', 'userId', 'houseId', 'proSettings', 'selectedHouse'];
    const visit = ['pid', 'selectedLanguage', 'theme', 'welcomeModalShown', 'messageDrafts'];
    for (const key of [...session, ...visit, 'of another program']) storage.setItem(key, '"x"');
    clearSession();
    expect([...storage.kept.keys()]).toEqual([...visit, 'of another program']);
  });
});

describe('a browser that refuses storage', () => {
  test('values are kept in memory where every access is refused', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    store('token', 't');
    expect(stored('token')).toBe('t');
    clearSession();
    expect(stored('token')).toBeNull();
  });

  test('values are kept in memory where only writing is refused', () => {
    vi.stubGlobal('localStorage', { ...storage, setItem: refuse });
    store('token', 't');
    expect(stored('token')).toBe('t');
    clearSession();
    expect(stored('token')).toBeNull();
  });

  test('values are kept in memory where there is no storage', () => {
    vi.stubGlobal('localStorage', undefined);
    store('theme', 'dark');
    expect(stored('theme')).toBe('dark');
    store('theme', null);
    expect(stored('theme')).toBeNull();
  });
});

describe('whose session it is', () => {
  test('[AUTH-10] sessionOwner is the account id as long as there is a token, else null', () => {
    expect(sessionOwner()).toBeNull();
    store('userId', 'maya');
    expect(sessionOwner()).toBeNull();
    store('token', 'secret');
    expect(sessionOwner()).toBe('maya');
    clearSession();
    expect(sessionOwner()).toBeNull();
  });
});

describe('what a link from a mail carried', () => {
  const link = { path: '/auth', token: 'secret', pin: '12345' };

  test('[T-17] [AUTH-4] is kept in session storage only, until it is cleared', () => {
    const tab = standIn();
    vi.stubGlobal('sessionStorage', tab);
    expect(storedMailLink()).toBeNull();
    storeMailLink(link);
    expect(storedMailLink()).toEqual(link);
    expect([storage.kept.size, tab.kept.size]).toEqual([0, 1]);
    clearMailLink();
    expect([storedMailLink(), tab.kept.size]).toEqual([null, 0]);
  });

  test('[AUTH-4] is kept in memory where the browser refuses storage', () => {
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    storeMailLink(link);
    expect(storedMailLink()).toEqual(link);
    clearMailLink();
    expect(storedMailLink()).toBeNull();
  });
});
