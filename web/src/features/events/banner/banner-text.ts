import { now } from '#web/lib/browser/clock.ts';
import { t } from '#web/lib/language/i18n.ts';
import { say } from '#web/lib/feedback/say.ts';
import { causeText, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { leftBanner } from './left-banner.ts';
import { dayWord, durationText, hoursText } from '../event-times.ts';

/** "Peak event tomorrow, 5:00 – 8:00 PM MST". */
export const dispatchTitle = (dispatch: Dispatch, zone: string): string =>
  t('event.banner.upcoming', {
    day: dayWord(dispatch.startTime, zone, now().getTime()),
    hours: hoursText(dispatch, zone),
  });

export const titleText = (dispatch: Dispatch, zone: string): string => {
  const at = now().getTime();
  const day = dayWord(dispatch.startTime, zone, at);
  const hours = hoursText(dispatch, zone);
  if (isLeft(dispatch)) return t(leftBanner(dispatch), { day, hours });
  return phaseOf(dispatch, at) === 'active'
    ? t('event.banner.active', { hours })
    : dispatchTitle(dispatch, zone);
};

/** Another sentence follows what operators type. */
const asSentence = (text: string): string => (/[.!?…]["”»)]?$/u.test(text) ? text : `${text}.`);

/** The provider's own words, or what every peak event is for. */
export const whyText = (dispatch: Dispatch): string => {
  const duration = durationText(dispatch);
  const cause = causeText(dispatch);
  return cause === null
    ? say('event.banner.why', { duration })
    : say('event.banner.cause', { duration, cause: asSentence(cause.trim()) });
};
