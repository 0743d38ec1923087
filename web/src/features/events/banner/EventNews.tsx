import type { Dispatch } from '../dispatch.ts';
import { EventToast } from './EventToast.tsx';
import { PhaseAnnouncer } from './PhaseAnnouncer.tsx';

interface Props {
  /** With those that ended before one's eyes. */
  readonly shown: readonly Dispatch[];
  readonly dispatches: readonly Dispatch[];
}

/** What is said of events: their start and end to screen readers, and a new one by a toast. */
export function EventNews({ shown, dispatches }: Props) {
  return (
    <>
      {shown.map((dispatch) => (
        <PhaseAnnouncer key={dispatch.id} dispatch={dispatch} />
      ))}
      <EventToast dispatches={dispatches} />
    </>
  );
}
