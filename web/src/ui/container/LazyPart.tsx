import { startTransition, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { loadAllMessages } from '#web/lib/language/i18n.ts';
import { runAfter } from '#web/lib/browser/timers.ts';

const RETRY_MS = 5_000;

interface WaitingProps {
  /** The part could not be loaded; it is tried again every few seconds and when the browser is back online. */
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

interface PartState<P> {
  readonly Part: ComponentType<P> | null;
  readonly failures: number;
  readonly busy: boolean;
}

const failedStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  // The event does not bubble.
  { capture: true },
);

/** Loads again the stylesheets that failed: Vite's own loader requests each of them only once. */
const reloadFailedStyles = (): Promise<unknown> =>
  Promise.all(
    Array.from(failedStyles, (link) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const again = link.cloneNode() as HTMLLinkElement;
      again.addEventListener('load', () => resolve());
      again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
      failedStyles.delete(link);
      link.replaceWith(again);
      return promise;
    }),
  );

/**
 * A component with a bundle of its own. Unlike `React.lazy`, which keeps the first failure for ever, it is loaded again
 * until that works. `Waiting` is drawn until then. `schedule` says when to begin, such as `whenIdle`.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<WaitingProps>,
  schedule: (work: () => void) => void | (() => void) = (work) => work(),
) => {
  let state: PartState<P> = { Part: null, failures: 0, busy: false };
  const listeners = new Set<() => void>();
  const change = (next: Partial<PartState<P>>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const loadPart = async (): Promise<void> => {
    if (state.Part || state.busy) return;
    change({ busy: true });
    try {
      await reloadFailedStyles();
      const [Part] = await Promise.all([load(), loadAllMessages()]);
      change({ Part, busy: false });
    } catch {
      // A part that was fetched ahead has nobody who waits for it: its failure does not count.
      change({ failures: state.failures + (listeners.size > 0 ? 1 : 0), busy: false });
    }
  };
  const retry = () => void loadPart();

  function LazyPart(props: P) {
    const [{ Part, failures, busy }, setShown] = useState(state);
    useEffect(() => {
      // Many parts come at once: they are drawn in small steps, between which the page answers.
      const show = () => startTransition(() => setShown(state));
      listeners.add(show);
      // It may have come since this was drawn.
      show();
      return () => {
        listeners.delete(show);
        // It counts only for those who wait: whoever comes later begins anew.
        if (listeners.size === 0) state = { ...state, failures: 0 };
      };
    }, []);
    useEffect(() => schedule(retry), []);
    useEffect(() => {
      if (Part || failures === 0) return undefined;
      const cancel = runAfter(RETRY_MS, retry);
      window.addEventListener('online', retry);
      return () => {
        cancel();
        window.removeEventListener('online', retry);
      };
    }, [Part, failures]);
    return Part ? <Part {...props} /> : <Waiting failed={failures > 0} busy={busy} retry={retry} />;
  }
  return Object.assign(LazyPart, { preload: loadPart });
};
