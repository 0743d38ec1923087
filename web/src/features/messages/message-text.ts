import type { Language } from '#contract/entities/account.ts';
import type { Message } from '#contract/entities/message.ts';
import type { House } from '#contract/entities/house.ts';
import { isBlank } from '#domain/text/blank.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { withUnbrokenTimes } from '#domain/text/unbroken-times.ts';
import { dayAt } from '#domain/time/calendar-day.ts';
import { boot } from '#web/lib/boot-state.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { currentLanguage, localeTag, t } from '#web/lib/language/i18n.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';

/** Before the day of a month and its year, "Nov 19", "17 de nov": neither is alone at the begin of a line. */
const IN_DATE = /(?<=[^\s,:]) (?=\d{1,2}(?![.:\d]))|(?<=\b\d{1,2}(?: de)?) (?=de |\p{L}{3,4}$)/gu;

export const subjectOf = ({ subject }: Message): string =>
  isBlank(subject) ? t('messages.noSubject') : withUnbrokenTimes(subject).replaceAll(IN_DATE, '\u00A0');

/** Characters of a subject in a sentence about its message. */
const SUBJECT_IN_SENTENCE = 48;

export const shortSubjectOf = (message: Message): string => {
  const subject = subjectOf(message);
  return subject.length <= SUBJECT_IN_SENTENCE
    ? subject
    : `${subject.slice(0, SUBJECT_IN_SENTENCE).replace(/[\s,.;:]+$/, '')}…`;
};

export const senderOf = ({ fromAccount }: Message): string =>
  fromAccount ? t('messages.you') : boot().page.provider.name;

/** The language of a message's words, where that is not the one of the page. */
export const otherLanguage = ({ language }: Message): Language | undefined =>
  language === null || language === currentLanguage() ? undefined : language;

/** With its words in that language, where it was written in that too. */
export const inLanguage = (message: Message, language: Language): Message => {
  // A node of an older release sends none.
  const words = (message.translations as Message['translations'] | undefined)?.[language];
  return words && language !== message.language ? { ...message, ...words, language } : message;
};

/** "English", in the language of the page. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(localeTag(), { type: 'language' }).of(language) ?? language;

const ICONS = {
  offline_devices: 'offline',
  peak_demand: 'bolt',
  general_notification: 'info',
  direct_message: 'messages',
  incentive_message: 'star',
} as const satisfies Record<Message['kind'], IconName>;

export const iconOf = ({ kind, about }: Message): IconName => (about === 'result' ? 'leaf' : ICONS[kind]);

/** What a message is, in a word. */
export const kindOf = ({ kind, about }: Pick<Message, 'kind' | 'about'>): string =>
  t(`messages.kind.${about ?? kind}`);

const SNIPPET = 160;

export const snippetOf = ({ plainTextBody }: Message): string =>
  plainTextBody
    .slice(0, 2 * SNIPPET)
    // Paragraphs stay apart.
    .replaceAll(/(?<![.,!?:…])\s*\n\s*\n\s*(?=\S)/g, ' · ')
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

/** 'Tue, Jul 14, 2026, 6:10 AM' on the clock of the house: one line on a phone. */
export const fullDate = (createdAt: string, { timezone }: Pick<House, 'timezone'>): string => {
  const at = new Date(createdAt);
  const day = dateTimeFormat(localeTag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: timezone,
  }).format(at);
  return `${day}, ${withUnbrokenTimes(timeOfDay(at, timezone))}`;
};
