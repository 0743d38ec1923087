import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { localeTag } from '#web/lib/language/i18n.ts';

/** "Thu, Nov 19, 9:00 PM" by the house's clock. */
export const momentText = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(time);
