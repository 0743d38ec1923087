import type { Message } from '#contract/entities/message.ts';

const MARKS = /\p{Mn}/gu;
/** In ASCII, where there is nothing to normalize, which takes much longer than anything else here. */
const BEYOND_ASCII = /[^\0-\u007F]/;

/** Without upper case and accents: "maxima" finds "Máxima". */
const plain = (text: string): string =>
  (BEYOND_ASCII.test(text) ? text.normalize('NFD').replaceAll(MARKS, '') : text).toLowerCase();

/** Of each message once, because it is searched again with every letter that is typed. */
const searchable = new WeakMap<Message, string>();

const textOf = (message: Message): string => {
  const cached = searchable.get(message);
  if (cached !== undefined) return cached;
  const text = plain(`${message.subject}\n${message.plainTextBody}`);
  searchable.set(message, text);
  return text;
};

/** Messages that hold every word of the query in subject or text. */
export const searchMessages = (list: readonly Message[], query: string): readonly Message[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter((message) => {
    const text = textOf(message);
    return words.every((word) => text.includes(word));
  });
};
