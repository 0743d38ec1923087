import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { localeTag } from './i18n.ts';

/** 'March 31' of a date such as 2027-03-31. */
export const dayText = (date: string): string =>
  dateTimeFormat(localeTag(), { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(date));
