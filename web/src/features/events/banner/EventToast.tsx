import { useEffect } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { isDone, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { titleText } from './banner-text.ts';

const SHOWN_FOR = 10_000;
/** Older ones are long over. */
const MOST_KEPT = 50;

/** Ids of the events whose toast is shown, or waits until it can be seen: they are stored only then, as a reload may come first. */
const queued = new Set<string>();

interface Props {
  readonly dispatches: readonly Dispatch[];
}

/** Tells of the earliest event that is coming or runs by a toast, once per event in this browser. */
export function EventToast({ dispatches }: Props) {
  const t = useT();
  const { house } = useHouse();
  const first = dispatches.find(
    (dispatch) => !isLeft(dispatch) && !isDone(phaseOf(dispatch, now().getTime())),
  );
  useEffect(() => {
    if (!first) return;
    const told = () => stored('toldEvents') ?? [];
    if (queued.has(first.eventId) || told().includes(first.eventId)) return;
    // The other events of the dispatch are told of by the same words.
    const ids = first.events.map(({ id }) => id);
    for (const id of ids) queued.add(id);
    // The banner of the same event says the rest.
    toast('event', titleText(first, house.timezone), null, {
      shownFor: SHOWN_FOR,
      onShown: () => store('toldEvents', [...told(), ...ids].slice(-MOST_KEPT)),
    });
  }, [first, house.timezone, t]);
  return null;
}
