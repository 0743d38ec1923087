import { useState } from 'react';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { PhaseAnnouncer } from './Countdown.tsx';
import { NoEvent } from './NoEvent.tsx';
import { EndedBanner } from './banner-parts.tsx';
import { EventBanner } from './EventBanner.tsx';
import { isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { useDispatches } from '../use-events.ts';
import { useEventToast } from '../use-event-toast.ts';

/** Those that ended or were cancelled while the page was open; a refresh drops them from the answer. */
const useGone = (current: readonly Dispatch[]): readonly Dispatch[] => {
  const [previous, setPrevious] = useState(current);
  const [gone, setGone] = useState<readonly Dispatch[]>([]);
  const stateOf = (dispatches: readonly Dispatch[]) =>
    dispatches.map((dispatch) => `${dispatch.id} ${isLeft(dispatch)}`).join(', ');
  if (stateOf(previous) !== stateOf(current)) {
    const isHere = ({ id }: Dispatch) => current.some((dispatch) => dispatch.id === id);
    setGone(
      [...gone, ...previous.filter((dispatch) => !isLeft(dispatch))].filter((dispatch) => !isHere(dispatch)),
    );
    setPrevious(current);
  }
  return gone;
};

/** The events of the house that are coming, run, were left, or ended before one's eyes. */
export function EventBanners() {
  const dispatches = useDispatches();
  const gone = useGone(dispatches);
  useEventToast(dispatches);
  const over = useTimed(() =>
    dispatches
      .filter((dispatch) => phaseOf(dispatch, now().getTime()) === 'over')
      .map(({ id }) => id)
      .join(' '),
  ).split(' ');
  const current = dispatches.filter(({ id }) => !over.includes(id));
  const shown = [...current.filter((dispatch) => !isLeft(dispatch)), ...current.filter(isLeft)];
  const ended = [
    ...gone,
    ...dispatches.filter((dispatch) => over.includes(dispatch.id) && !isLeft(dispatch)),
  ];
  return (
    <>
      {shown.length + ended.length === 0 ? <NoEvent /> : null}
      {shown.map((dispatch, index) => (
        <EventBanner key={dispatch.id} dispatch={dispatch} compact={index > 0} />
      ))}
      {ended.map((dispatch) => (
        <EndedBanner key={dispatch.id} dispatch={dispatch} />
      ))}
      {[...shown, ...ended].map((dispatch) => (
        <PhaseAnnouncer key={dispatch.id} dispatch={dispatch} />
      ))}
    </>
  );
}
