import { useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import styles from './ResultNewsPlace.module.css';

const MOST_KEPT = 50;

/** Keeps the place of the card while it is loaded; one that cannot be loaded leaves no empty card. */
function ResultNewsPlace({ failed }: { readonly failed: boolean }) {
  return failed ? null : <div className={`${styles['place']} ${styles['room']}`} aria-busy="true" />;
}

const ResultNews = lazyPart(
  async () => (await import('./ResultNews.tsx')).ResultNews,
  ResultNewsPlace,
  whenIdle,
);

/** Of the newest event that is over, until its result was read or dismissed; a result that changes is news again. */
function News() {
  const { user, latestResult } = useHouse();
  const [seen, setSeen] = useState(() => stored('seenResults') ?? []);
  if (latestResult === null) return null;
  const key = `${user.id} ${latestResult.dispatchId} ${latestResult.savedWh ?? 'none'}`;
  if (seen.includes(key)) return null;
  const markAsSeen = () => {
    // Another tab may have added some.
    const all = [...(stored('seenResults') ?? []), key].slice(-MOST_KEPT);
    store('seenResults', all);
    setSeen(all);
  };
  return <ResultNews key={key} result={latestResult} onSeen={markAsSeen} />;
}

const PHONE = '(width < 768px)';

/** The first screen of a phone has more to show: there the result stands below the devices. */
const useIsBelow = (): boolean => {
  // Read with each refresh: nobody is in a hurry when a phone is turned.
  useHouse();
  return matchMedia(PHONE).matches;
};

const Above = () => (useIsBelow() ? null : <News />);
const Below = () => (useIsBelow() ? <News /> : null);

const shown = () => true;

export const resultNewsWidget = { id: 'news', area: 'events', shown, Component: Above } as const;
export const resultNewsBelowWidget = { id: 'news-below', area: 'devices', shown, Component: Below } as const;
