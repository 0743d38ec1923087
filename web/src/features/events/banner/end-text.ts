import { now } from '#web/lib/browser/clock.ts';
import { t } from '#web/lib/language/i18n.ts';
import { isCancelled, isAllTakenOut, isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';

/** Of an event that is no longer there before its end; one that is over may tell so itself. */
export const wasCancelled = (dispatch: Dispatch): boolean =>
  isCancelled(dispatch) || now().getTime() < dispatch.endTime;

export const endTitle = (dispatch: Dispatch): string =>
  t(wasCancelled(dispatch) ? 'event.banner.cancelled' : 'event.banner.over');

/** It was last seen before anything of its plan was carried out, and was called off then. */
export const changedNothing = (dispatch: Dispatch): boolean =>
  wasCancelled(dispatch) &&
  dispatch.events.every(({ state }) => state === 'scheduled' || state === 'notified');

/** What follows. Who had left a cancelled event is told what becomes of the opt-out. */
export const endText = (dispatch: Dispatch): string => {
  if (!wasCancelled(dispatch)) return t('event.banner.over.next');
  if (isLeft(dispatch) && !isAllTakenOut(dispatch)) return t('event.banner.cancelled.left');
  return t(changedNothing(dispatch) ? 'event.banner.cancelled.before' : 'event.banner.cancelled.text');
};
