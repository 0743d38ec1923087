import type { ValueReason } from '#domain/schedules/value-reason.ts';
import type { EventHold } from '#web/api/event-hold.ts';
import type { EventReturn } from '#web/api/event-return.ts';
import { formatAge, temperature, timeOfDay } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import type { Moment } from './moment.ts';

/** The hour and its half of the day stay on one line. */
const clockText = (instant: number, zone: string): string =>
  timeOfDay(new Date(instant), zone).replaceAll(/\s/g, '\u00A0');

/** What an event does with a device, as the end of the card's sentence. */
export const holdText = ({ state, degrees, eased, until }: EventHold, zone: string): string =>
  state === 'waiting'
    ? t('change.waiting')
    : t('why.holds', {
        temperature: temperatureText(degrees),
        eased: eased ? 'yes' : 'no',
        time: clockText(until, zone),
      });

/** After the event, until the device is back; without a time that has passed. */
export const returnText = ({ own, by }: EventReturn, { now, zone }: Moment): string => {
  const isAhead = by !== null && by > now.getTime();
  return t('why.returning', {
    known: own === null ? 'no' : 'yes',
    temperature: own === null ? '' : temperatureText(own),
    ahead: isAhead ? 'yes' : 'no',
    time: isAhead ? clockText(by, zone) : '',
  });
};

/** Why a setpoint is what it is, as the end of the card's sentence. */
export const whyText = (reason: ValueReason, { now, zone }: Moment): string => {
  switch (reason.code) {
    case 'person':
      return t('why.person', { when: formatAge(new Date(reason.at), now, zone) });
    case 'schedule':
      return t('why.schedule', {
        temperature: Object.values(temperature(reason.setpoint)).join('\u00A0'),
        time: clockText(reason.until, zone),
        name: reason.name,
      });
    case 'event':
      if (reason.until <= now.getTime()) return t('why.event.over');
      return t('why.event', { time: clockText(reason.until, zone) });
    default:
      return t(`why.${reason.code}`);
  }
};
