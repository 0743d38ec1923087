import { DAY, HOUR } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { textOfHtml, htmlOfText } from '../../lib/text/html-text.ts';
import { translatorFor } from '../../lib/text/i18n.ts';
import { titleValues } from '../../events/notices/notice-title.ts';
import { formatsFor } from '../../notify/reader-formats.ts';
import type { NewRow } from '../../stores/system/demo.ts';
import { DEMO_MESSAGES } from './inbox-words.ts';
import type { DemoMessage } from './inbox-words.ts';
import { findHousehold } from '../rows.ts';
import { accountId, houseId } from '../ids.ts';
import type { HouseKey } from './houses.ts';
import { pastDispatches, tookPart } from '../past/past-dispatches.ts';
import type { PastDispatch } from '../past/past-dispatches.ts';
import { idOf } from '../seeded-random.ts';
import type { DemoLanguage } from '../types.ts';

export interface Reader {
  readonly email: string;
  readonly house: HouseKey;
  readonly language: DemoLanguage;
}

/** Whose message center is lived in. */
export const READERS: readonly Reader[] = [
  { email: 'demo@porchlight.example', house: 'juniper', language: 'en' },
  { email: 'es@porchlight.example', house: 'spanish', language: 'es' },
];

/** Older messages are archived, as the job would have done. */
const ARCHIVED_AFTER = 90 * DAY;
const EVENTS_SINCE = 200 * DAY;
/** Of an event: when its home reads the result. */
const RESULT_AFTER = 14 * HOUR;

type Content = Pick<
  NewRow<'message'>,
  'kind' | 'subject' | 'htmlBody' | 'plainTextBody' | 'translations' | 'eventId' | 'dispatchId'
>;

/** The words of a message for a reader, and those in every language. */
export const writtenWords = (words: DemoMessage['words'], language: DemoLanguage) => {
  const inLanguage = ({ subject, html }: DemoMessage['words'][DemoLanguage]) => ({
    subject,
    htmlBody: html,
    plainTextBody: textOfHtml(html),
  });
  const translations = { en: inLanguage(words.en), es: inLanguage(words.es) };
  return { ...translations[language], translations: JSON.stringify(translations) };
};

export const rowOf = (
  reader: Reader,
  now: Date,
  content: Content & { readonly key: string; readonly at: Date; readonly isRead: boolean },
): NewRow<'message'> => {
  const { email, house, language } = reader;
  const { key, at, isRead, ...words } = content;
  const isOld = now.getTime() - at.getTime() > ARCHIVED_AFTER;
  return {
    ...words,
    providerId: findHousehold(house).house.providerId,
    accountId: accountId(email),
    houseId: houseId(house),
    id: messageId(reader, key),
    dedupeKey: key,
    parentId: null,
    language,
    createdAt: at,
    readAt: isRead ? addMs(at, HOUR) : null,
    archivedAt: isOld ? addMs(at, ARCHIVED_AFTER) : null,
    deletedAt: null,
  };
};

const spokenRow = (reader: Reader, now: Date, message: DemoMessage): NewRow<'message'> => {
  const { key, kind, age, isRead, answers } = message;
  const words = {
    ...writtenWords(message.words, reader.language),
    kind,
    eventId: null,
    dispatchId: null,
  };
  const row = rowOf(reader, now, { ...words, key: `demo/${key}`, at: addMs(now, -age), isRead });
  return {
    ...row,
    favorite: message.isFavorite ?? false,
    fromAccount: message.fromAccount ?? false,
    parentId: answers ? messageId(reader, `demo/${answers}`) : null,
    ...(message.isFavorite ? { archivedAt: null } : {}),
  };
};

/** The message of a dispatch's result: it is rewritten once the result is computed. */
export const resultMessageKey = (dispatchId: string): string => `${dispatchId}/result`;
export const messageId = ({ email }: Reader, key: string): string => idOf(`message ${email} ${key}`);

/** Those whose messages are kept. */
export const dispatchesTold = ({ house }: Reader, now: Date, until: Date): readonly PastDispatch[] =>
  tookPart(findHousehold(house).house) ? pastDispatches({ since: addMs(now, -EVENTS_SINCE), until }) : [];

/** How a reader's numbers, days and times are written. */
export const wordsOf = ({ language, house }: Reader) => ({
  t: translatorFor(language),
  formats: formatsFor({
    language,
    localization: 'US',
    temperatureUnit: null,
    timezone: findHousehold(house).house.timezone,
  }),
});

/** What a home was told of an event of the past, in the words of the notices. */
const eventRows = (reader: Reader, now: Date, { dispatchId, events, startTime, endTime }: PastDispatch) => {
  const { house } = findHousehold(reader.house);
  const [event] = events;
  if (!event) return [];
  const wordsIn = (language: DemoLanguage, name: 'scheduled' | 'result') => {
    const { t, formats } = wordsOf({ ...reader, language });
    const values = {
      ...titleValues(formats, { startTime, endTime }, house, event.notifiedAt ?? event.createdAt),
      day: formats.day(startTime),
      duration: formats.duration(endTime - startTime),
      // Results of the past are not computed yet when the messages are written.
      result: 'none',
      energy: '',
      reward: 'no',
      money: '',
    };
    return { subject: t(`notice.${name}.title`, values), html: htmlOfText(t(`notice.${name}.line`, values)) };
  };
  return (
    [
      ['scheduled', event.notifiedAt ?? event.createdAt],
      ['result', endTime + RESULT_AFTER],
    ] as const
  )
    .filter(([, at]) => at <= now.getTime())
    .map(([name, at]) =>
      rowOf(reader, now, {
        kind: 'peak_demand',
        ...writtenWords({ en: wordsIn('en', name), es: wordsIn('es', name) }, reader.language),
        eventId: event.id,
        dispatchId,
        key: `${dispatchId}/${name}`,
        at: new Date(at),
        isRead: true,
      }),
    );
};

/** The messages of the demo's people; `until`: the end of its history. */
export const inboxRows = (now: Date, until: Date): NewRow<'message'>[] =>
  READERS.flatMap((reader) => [
    ...DEMO_MESSAGES.map((message) => spokenRow(reader, now, message)),
    ...dispatchesTold(reader, now, until).flatMap((dispatch) => eventRows(reader, now, dispatch)),
  ]);
