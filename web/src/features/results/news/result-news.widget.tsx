import { useState } from 'react';
import { hasEvents, useHouse } from '#web/api/house-context.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import styles from './ResultNewsPlace.module.css';
import { resultKey, useSeenResults } from './seen-results.ts';

/** Keeps the place of the card while it is loaded; one that cannot be loaded leaves no empty card. */
function ResultNewsPlace({ failed }: { readonly failed: boolean }) {
  return failed ? null : <div className={`${styles['place']} ${styles['room']}`} aria-busy="true" />;
}

const ResultNews = lazyPart(
  async () => (await import('./ResultNews.tsx')).ResultNews,
  ResultNewsPlace,
  whenIdle,
);

/**
 * Of the newest event that is over, once: until its result was read or dismissed, or the next visit; then of another that ran
 * at the same time. A result that changes is news again. An event whose banner is shown, or was in this visit, tells itself
 * that its result follows. On phones a result waits until no event has a banner: both would push the first device off the
 * first screen.
 */
function News() {
  const house = useHouse();
  const isPhone = useMediaQuery('(width < 768px)');
  const { user, results, events } = house;
  const isSeen = useSeenResults();
  const [watched, setWatched] = useState<readonly string[]>([]);
  const current = [...events.active, ...events.left, ...events.returning].map(({ dispatchId }) => dispatchId);
  const added = current.filter((id) => !watched.includes(id));
  if (added.length > 0) setWatched([...watched, ...added]);
  const result = results.find(
    (one) =>
      !isSeen(resultKey(user.id, one)) &&
      !(isPhone && hasEvents(house)) &&
      !current.includes(one.dispatchId) &&
      (one.settled || !watched.includes(one.dispatchId)),
  );
  if (!result) return null;
  const key = resultKey(user.id, result);
  return <ResultNews key={key} result={result} seenKey={key} />;
}

const shown = () => true;

export const resultNewsWidget = { id: 'news', area: 'events', shown, Component: News } as const;
