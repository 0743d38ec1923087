import { useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { NoEvent } from './NoEvent.tsx';
import { EndedBanner, EventNews, EventRows } from './banner-parts.tsx';
import { EventBanner } from './EventBanner.tsx';
import styles from './EventBanner.module.css';
import { isDone, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { useKeptHeight } from './kept-height.ts';
import { useDispatches } from '../use-events.ts';

/** Those that ended or were cancelled while the page was open; a refresh drops them from the answer. */
const useGone = (current: readonly Dispatch[]): readonly Dispatch[] => {
  const [previous, setPrevious] = useState(current);
  const [gone, setGone] = useState<readonly Dispatch[]>([]);
  const stateOf = (dispatches: readonly Dispatch[]) =>
    dispatches
      .map(
        (dispatch) =>
          `${dispatch.id} ${isLeft(dispatch)} ${dispatch.events.map(({ state }) => state).join()}`,
      )
      .join(', ');
  if (stateOf(previous) !== stateOf(current)) {
    const isHere = ({ id }: Dispatch) => current.some((dispatch) => dispatch.id === id);
    // Who had left reads no more of an event that took its course.
    const isTold = (dispatch: Dispatch) => !isLeft(dispatch) || now().getTime() < dispatch.endTime;
    setGone([...gone, ...previous.filter(isTold)].filter((dispatch) => !isHere(dispatch)));
    setPrevious(current);
  }
  return gone;
};

/** The events of the house that are coming, run, were left, go back, or ended before one's eyes. */
export function EventBanners() {
  const dispatches = useDispatches();
  const told = useHouse()
    .results.filter(({ settled }) => settled)
    .map(({ dispatchId }) => dispatchId);
  // The card of its result takes the place of the words that it follows.
  const gone = useGone(dispatches).filter(({ id }) => !told.includes(id));
  const phases = useTimed(() =>
    dispatches.map((dispatch) => `${dispatch.id} ${phaseOf(dispatch, now().getTime())}`).join(', '),
  );
  const at = now().getTime();
  const shown = [
    ...gone,
    ...dispatches.filter(
      (dispatch) =>
        !isLeft(dispatch) ||
        dispatch.events.some(({ cancelledAt }) => cancelledAt !== null) ||
        at < dispatch.endTime,
    ),
  ].toSorted((one, other) => one.startTime - other.startTime);
  const [first] = shown;
  const isOver = (dispatch: Dispatch) => gone.includes(dispatch) || isDone(phaseOf(dispatch, at));
  const place = useKeptHeight(`${phases} ${gone.map(({ id }) => id).join(' ')}`, told.join(' '));
  return (
    <div ref={place} className={styles['place']}>
      {first === undefined ? <NoEvent /> : null}
      {shown.length > 1 ? <EventRows dispatches={shown} gone={new Set(gone.map(({ id }) => id))} /> : null}
      {first && shown.length === 1 ? (
        isOver(first) ? (
          <EndedBanner dispatch={first} />
        ) : (
          <EventBanner dispatch={first} />
        )
      ) : null}
      <EventNews shown={shown} dispatches={dispatches} />
    </div>
  );
}
