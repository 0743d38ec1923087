import { dateTimeFormat } from '#domain/intl-cache.ts';
import { localeTag } from '#web/lib/i18n.ts';

/** "8:40 AM" on the house's clock, as the person's language writes it. */
export const timeOfDay = (instant: Date, zone: string): string =>
  dateTimeFormat(localeTag(), { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(instant);
