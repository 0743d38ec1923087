import { afterEach, describe, expect, test, vi } from 'vitest';

/** As much of a browser's window, address and history as the router uses. */
const createBrowser = (first: string) => {
  const events = new EventTarget();
  const entries: { hash: string; state: unknown }[] = [{ hash: first, state: null }];
  let at = 0;
  const current = () => entries[at] ?? { hash: '', state: null };
  const changed = () => events.dispatchEvent(new Event('hashchange'));
  const location = {
    get hash() {
      return current().hash;
    },
    set hash(path: string) {
      entries.splice(at + 1, entries.length, { hash: `#${path.replace(/^#/, '')}`, state: null });
      at += 1;
      changed();
    },
  };
  const history = {
    get state() {
      return current().state;
    },
    replaceState: (state: unknown, _: string, hash = current().hash) => {
      entries[at] = { hash, state };
    },
    pushState: (state: unknown, _: string, hash: string) => {
      entries.splice(at + 1, entries.length, { hash, state });
      at += 1;
    },
    back: () => {
      at -= 1;
      changed();
    },
  };
  const window = {
    location,
    scrollY: 0,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  /** Whether the browser would ask before the page is closed or loaded again. */
  const asksBeforeUnload = () => !events.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { window, location, history, asksBeforeUnload };
};

/** A router of its own in a browser of its own. */
const open = async (first: string) => {
  const browser = createBrowser(first);
  vi.stubGlobal('window', browser.window);
  vi.stubGlobal('history', browser.history);
  vi.resetModules();
  const router = await import('./router.ts');
  router.startRouter();
  return { ...browser, ...router, question: router.leaveQuestion };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const at =
  (wanted: string) =>
  ({ path }: { readonly path: string }) =>
    path === wanted;

describe('[UX-41] unsaved input', () => {
  test('is asked about where one of several forms would lose it, and the others stay guarded', async () => {
    const { question, guardLeaving, location, asksBeforeUnload } = await open('#/profile');
    const lost = vi.fn<() => void>();
    const kept = vi.fn<() => void>();
    guardLeaving({ staysAt: at('/profile'), discard: lost });
    guardLeaving({ staysAt: ({ path }) => path.startsWith('/'), discard: kept });
    location.hash = '/security';
    expect(location.hash).toBe('#/profile');
    question()?.leave();
    expect(location.hash).toBe('#/security');
    expect([lost.mock.calls.length, kept.mock.calls.length]).toEqual([1, 0]);
    expect(asksBeforeUnload()).toBe(true);
  });

  test('is guarded until the last form is saved', async () => {
    const { guardLeaving, asksBeforeUnload, question, location } = await open('#/profile');
    const saved = [guardLeaving({ staysAt: () => false }), guardLeaving({ staysAt: () => false })];
    saved[0]?.();
    expect(asksBeforeUnload()).toBe(true);
    saved[1]?.();
    expect(asksBeforeUnload()).toBe(false);
    location.hash = '/security';
    expect([location.hash, question()]).toEqual(['#/security', null]);
  });

  test('is kept where the person stays, also after Back', async () => {
    const { question, guardLeaving, location, history, asksBeforeUnload } = await open('#/home');
    location.hash = '/profile';
    guardLeaving({ staysAt: at('/profile') });
    history.back();
    expect(location.hash).toBe('#/profile');
    question()?.stay();
    expect([location.hash, question(), asksBeforeUnload()]).toEqual(['#/profile', null, true]);
    history.back();
    question()?.leave();
    expect([location.hash, asksBeforeUnload()]).toEqual(['#/home', false]);
  });

  test('[AUTH-10] is not asked about any more when the session has ended', async () => {
    const { question, guardLeaving, location, asksBeforeUnload, dropGuards } = await open('#/profile');
    const discard = vi.fn<() => void>();
    guardLeaving({ staysAt: at('/profile'), discard });
    location.hash = '/security';
    expect(question()).not.toBeNull();
    dropGuards();
    expect([question(), asksBeforeUnload()]).toEqual([null, false]);
    expect(discard).not.toHaveBeenCalled();
    location.hash = '/logon';
    expect(location.hash).toBe('#/logon');
  });
});
