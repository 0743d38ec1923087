import type { Message } from '#contract/entities/message.ts';
import { searchMessages } from '#web/features/messages/list/search.ts';

/** How long a search of the message center takes with each letter that is typed, as a ratio to a plain filter of the same texts. */

const MESSAGES = 5_000;
const WORDS =
  'the peak event on Friday lowers your heating a little and Máxima demanda returns to usual at eight'.split(
    ' ',
  );
const ROUNDS = 20;
/** As it is typed. */
const QUERY = 'returns to friday';

const messages: readonly Message[] = Array.from({ length: MESSAGES }, (_, index) => {
  const plainTextBody = Array.from(
    { length: 80 },
    (__, at) => WORDS[(index * 7 + at * 3) % WORDS.length],
  ).join(' ');
  return {
    uuid: `m${index}`,
    subject: `Message ${index}`,
    htmlBody: '',
    plainTextBody,
    createdAt: '2026-06-01T12:00:00.000Z',
    read: null,
    favorite: false,
    archived: false,
    kind: 'general_notification',
    fromAccount: false,
    parentMessageId: null,
    eventId: null,
    language: 'en',
    translations: {},
    about: null,
  };
});

/** The median of some rounds of typing the query, in ms per letter. */
const perLetter = (find: (query: string) => number): number => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    for (let length = 1; length <= QUERY.length; length += 1) find(QUERY.slice(0, length));
    return (performance.now() - from) / QUERY.length;
  }).toSorted((a, b) => a - b);
  return rounds[ROUNDS / 2] ?? 0;
};

const first = performance.now();
searchMessages(messages, QUERY);
const firstTime = performance.now() - first;
const search = perLetter((query) => searchMessages(messages, query).length);
const filter = perLetter(
  (query) =>
    messages.filter(({ subject, plainTextBody }) => `${subject} ${plainTextBody}`.includes(query)).length,
);
console.log(
  `search over ${MESSAGES} messages: ${search.toFixed(2)} ms per letter, ${(search / filter).toFixed(2)} times a plain filter (${filter.toFixed(2)} ms); ${firstTime.toFixed(0)} ms the first time`,
);
