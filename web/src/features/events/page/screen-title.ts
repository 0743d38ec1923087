import { t } from '#web/lib/language/i18n.ts';
import { leftBanner } from '../banner/left-banner.ts';
import { isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { dayWord, hoursText } from '../event-times.ts';

export const screenTitle = (dispatch: Dispatch, zone: string, at: number): string => {
  const day = dayWord(dispatch.startTime, zone, at);
  // One that was cancelled before it began has no hours.
  if (dispatch.endTime <= dispatch.startTime) return t('event.page.title.day', { day });
  const hours = hoursText(dispatch, zone);
  if (phaseOf(dispatch, at) !== 'active') return t('event.banner.upcoming', { day, hours });
  return isLeft(dispatch) ? t(leftBanner(dispatch), { day, hours }) : t('event.banner.active', { hours });
};
