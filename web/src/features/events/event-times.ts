import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { dayAt, daysBetween } from '#domain/time/calendar-day.ts';
import { rangeText } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';
import type { Dispatch } from './dispatch.ts';

type Window = Pick<Dispatch, 'startTime' | 'endTime'>;

/** "MST" at that time. */
export const zoneName = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), { hour: 'numeric', timeZoneName: 'short', timeZone: zone })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** "5:00 – 8:00 PM MST"; "12:30 AM MDT – 1:30 AM MST" where the clock is changed between the two. */
export const hoursText = ({ startTime, endTime }: Window, zone: string): string => {
  const [first, last] = [zoneName(startTime, zone), zoneName(endTime, zone)];
  if (first === last) return `${rangeText(startTime, endTime, zone)}\u00A0${first}`.trim();
  const clock = dateTimeFormat(localeTag(), { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return `${clock.format(startTime)} ${first} – ${clock.format(endTime)} ${last}`
    .replaceAll(/\s/g, '\u00A0')
    .replaceAll('–', '–\u2060');
};

/** "today", "tomorrow", "on Tuesday, November 17" by the house's calendar. */
export const dayWord = (instant: number, zone: string, at: number): string => {
  const days = daysBetween(dayAt(at, zone), dayAt(instant, zone));
  if (days === 0) return t('event.day.today');
  if (days === 1) return t('event.day.tomorrow');
  const date = dateTimeFormat(localeTag(), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: zone,
  }).format(instant);
  return t('event.day.other', { date });
};

/** "2 h 14 min"; the last minute in seconds. */
export const remainingText = (ms: number): string => {
  if (ms < MINUTE) return t('event.remaining.seconds', { n: Math.max(0, Math.ceil(ms / SECOND)) });
  const minutes = Math.floor(ms / MINUTE);
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  return h === 0 ? t('event.remaining.minutes', { m }) : t('event.remaining.hours', { h, m });
};

/** "3 hours", "1 hour 30 minutes". */
export const durationText = ({ startTime, endTime }: Window): string => {
  const length = endTime - startTime;
  const hours = Math.floor(length / HOUR);
  const minutes = Math.round((length % HOUR) / MINUTE);
  return [
    hours > 0 ? t('event.duration.hours', { n: hours }) : '',
    minutes > 0 || hours === 0 ? t('event.duration.minutes', { n: minutes }) : '',
  ]
    .filter(Boolean)
    .join(' ');
};
