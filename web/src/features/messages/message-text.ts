import type { Message } from '#contract/entities/message.ts';
import type { House } from '#contract/entities/house.ts';
import { isBlank } from '#domain/text/blank.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { dayAt } from '#domain/time/calendar-day.ts';
import { boot } from '#web/lib/boot-state.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { localeTag, t } from '#web/lib/language/i18n.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';

export const subjectOf = ({ subject }: Message): string =>
  isBlank(subject) ? t('messages.noSubject') : subject;

export const senderOf = ({ fromAccount }: Message): string =>
  fromAccount ? t('messages.you') : boot().page.provider.name;

const ICONS = {
  offline_devices: 'offline',
  peak_demand: 'bolt',
  general_notification: 'info',
  direct_message: 'messages',
  incentive_message: 'star',
} as const satisfies Record<Message['kind'], IconName>;

export const iconOf = ({ kind, about }: Message): IconName => (about === 'result' ? 'leaf' : ICONS[kind]);

const SNIPPET = 160;

export const snippetOf = ({ plainTextBody }: Message): string =>
  plainTextBody
    .slice(0, 2 * SNIPPET)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SNIPPET);

/** In a list: the time today, the day of this year, the date before. */
export const listDate = (createdAt: string, { timezone }: Pick<House, 'timezone'>, now: Date): string => {
  const at = new Date(createdAt);
  const today = dayAt(now.getTime(), timezone);
  const day = dayAt(at.getTime(), timezone);
  if (today.year === day.year && today.month === day.month && today.day === day.day)
    return timeOfDay(at, timezone);
  return dateTimeFormat(localeTag(), {
    day: 'numeric',
    month: 'short',
    ...(today.year === day.year ? {} : { year: 'numeric' }),
    timeZone: timezone,
  }).format(at);
};

/** 'Tuesday, July 14, 2026, 6:10 AM' on the clock of the house. */
export const fullDate = (createdAt: string, { timezone }: Pick<House, 'timezone'>): string => {
  const at = new Date(createdAt);
  const day = dateTimeFormat(localeTag(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: timezone,
  }).format(at);
  return `${day}, ${timeOfDay(at, timezone)}`;
};
