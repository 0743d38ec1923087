import { useEffect } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/clock.ts';
import { useT } from '#web/lib/i18n.ts';
import { store, stored } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toasts.ts';
import { isLeft, phaseOf } from './dispatch.ts';
import type { Dispatch } from './dispatch.ts';
import { titleText, whyText } from './banner-text.ts';

const SHOWN_FOR = 10_000;
/** Older ones are long over. */
const MOST_KEPT = 50;

/** Tells of the earliest event that is coming or runs, once per event in this browser. */
export const useEventToast = (dispatches: readonly Dispatch[]): void => {
  const t = useT();
  const { house } = useHouse();
  const first = dispatches.find((one) => !isLeft(one) && phaseOf(one, now().getTime()) !== 'over');
  useEffect(() => {
    if (!first) return;
    const told = stored('toldEvents') ?? [];
    if (told.includes(first.eventId)) return;
    // The other events of the dispatch are told of by the same words.
    store('toldEvents', [...told, ...first.events.map(({ id }) => id)].slice(-MOST_KEPT));
    toast('event', titleText(first, house.timezone), whyText(first), SHOWN_FOR);
  }, [first, house.timezone, t]);
};
