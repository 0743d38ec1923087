import type { ValueReason } from '#domain/schedules/value-reason.ts';
import { formatAge, timeOfDay } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import type { Moment } from './moment.ts';

/** Why a setpoint is what it is, as the end of the card's sentence. */
export const whyText = (reason: ValueReason, { now, zone }: Moment): string => {
  switch (reason.code) {
    case 'person':
      return t('why.person', { when: formatAge(new Date(reason.at), now, zone) });
    case 'schedule':
      return t('why.schedule', { name: reason.name, time: timeOfDay(new Date(reason.until), zone) });
    case 'event':
      return t('why.event', { time: timeOfDay(new Date(reason.until), zone) });
    default:
      return t(`why.${reason.code}`);
  }
};
