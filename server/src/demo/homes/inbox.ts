import { DAY, HOUR } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { textOfHtml, htmlOfText } from '../../lib/text/html-text.ts';
import { translatorFor } from '../../lib/text/i18n.ts';
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

interface Reader {
  readonly email: string;
  readonly house: HouseKey;
  readonly language: DemoLanguage;
}

/** Whose message center is lived in. */
const READERS: readonly Reader[] = [
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
  'kind' | 'subject' | 'htmlBody' | 'plainTextBody' | 'eventId' | 'dispatchId'
>;

const rowOf = (
  { email, house, language }: Reader,
  now: Date,
  content: Content & { readonly key: string; readonly at: Date; readonly isRead: boolean },
): NewRow<'message'> => {
  const { key, at, isRead, ...words } = content;
  const isOld = now.getTime() - at.getTime() > ARCHIVED_AFTER;
  return {
    ...words,
    providerId: findHousehold(house).house.providerId,
    accountId: accountId(email),
    houseId: houseId(house),
    id: idOf(`message ${email} ${key}`),
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
  const { subject, html } = message.words[reader.language];
  const words = {
    kind,
    subject,
    htmlBody: html,
    plainTextBody: textOfHtml(html),
    eventId: null,
    dispatchId: null,
  };
  const row = rowOf(reader, now, { ...words, key: `demo/${key}`, at: addMs(now, -age), isRead });
  return {
    ...row,
    favorite: message.isFavorite ?? false,
    fromAccount: message.fromAccount ?? false,
    parentId: answers ? idOf(`message ${reader.email} demo/${answers}`) : null,
    ...(message.isFavorite ? { archivedAt: null } : {}),
  };
};

/** What a home was told of an event of the past, in the words of the notices. */
const eventRows = (reader: Reader, now: Date, { dispatchId, events, startTime, endTime }: PastDispatch) => {
  const { house } = findHousehold(reader.house);
  const [event] = events;
  if (!event) return [];
  const { language } = reader;
  const t = translatorFor(language);
  const formats = formatsFor({
    language,
    localization: 'US',
    temperatureUnit: null,
    timezone: house.timezone,
  });
  const [day, from, to] = [formats.day(startTime), formats.time(startTime), formats.timeWithZone(endTime)];
  const values = {
    house: house.address,
    day,
    from,
    to,
    when: t('notice.when', { day, from, to }),
    duration: formats.duration(endTime - startTime),
    // Results of the past are not computed yet when the messages are written.
    result: 'none',
    energy: '',
    reward: 'no',
    money: '',
  };
  return (
    [
      ['scheduled', event.notifiedAt ?? event.createdAt],
      ['result', endTime + RESULT_AFTER],
    ] as const
  )
    .filter(([, at]) => at <= now.getTime())
    .map(([name, at]) => {
      const text = t(name === 'result' ? 'notice.result.ready' : `notice.${name}.lead`, values);
      return rowOf(reader, now, {
        kind: 'peak_demand',
        subject: t(`notice.${name}.subject`, values),
        htmlBody: htmlOfText(text),
        plainTextBody: text,
        eventId: event.id,
        dispatchId,
        key: `${dispatchId}/${name}`,
        at: new Date(at),
        isRead: true,
      });
    });
};

/** The messages of the demo's people; `until`: the end of its history. */
export const inboxRows = (now: Date, until: Date): NewRow<'message'>[] =>
  READERS.flatMap((reader) => {
    const { house } = findHousehold(reader.house);
    const dispatches = tookPart(house) ? pastDispatches({ since: addMs(now, -EVENTS_SINCE), until }) : [];
    return [
      ...DEMO_MESSAGES.map((message) => spokenRow(reader, now, message)),
      ...dispatches.flatMap((dispatch) => eventRows(reader, now, dispatch)),
    ];
  });
