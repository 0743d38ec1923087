import { expect, test } from 'vitest';
import type { Message } from '#contract/entities/message.ts';
import {
  applyChange,
  conversationOf,
  folderOf,
  mergeLists,
  messageIdIn,
  neighbourOf,
  withoutOwnAnswers,
} from './folders.ts';
import { searchMessages } from './list/search.ts';

const message = (uuid: string, more: Partial<Message> = {}): Message => ({
  uuid,
  subject: `Subject ${uuid}`,
  htmlBody: '',
  plainTextBody: '',
  createdAt: `2026-06-0${uuid.length}T12:00:00.000Z`,
  read: null,
  favorite: false,
  archived: false,
  kind: 'direct_message',
  fromAccount: false,
  parentMessageId: null,
  eventId: null,
  language: 'en',
  translations: {},
  about: null,
  ...more,
});

const ids = (list: readonly Message[]) => list.map(({ uuid }) => uuid);

test.each([
  ['/message-center/inbox', 'inbox', null],
  ['/message-center/favorites', 'favorites', null],
  ['/message-center/archived/message/a%20b', 'archived', 'a b'],
  ['/message-center/favorites/message/x1', 'favorites', 'x1'],
])('[MSG-1] %s is the folder %s with the message %s', (path, folder, id) => {
  expect([folderOf(path), messageIdIn(path)]).toEqual([folder, id]);
});

test('[MSG-4] a list follows what was changed, deleted or sent, newest first', () => {
  const [a, b, c] = [message('a'), message('bb', { favorite: true }), message('ccc')];
  expect(ids(applyChange('inbox', [b, a], 'a', null))).toEqual(['bb']);
  expect(ids(applyChange('inbox', [b, a], 'ccc', c))).toEqual(['ccc', 'bb', 'a']);
  expect(ids(applyChange('archived', [], 'a', a))).toEqual([]);
  expect(ids(applyChange('favorites', [b], 'a', { ...a, favorite: true }))).toEqual(['bb', 'a']);
  expect(ids(applyChange('favorites', [b], 'bb', { ...b, favorite: false }))).toEqual([]);
  expect(applyChange('inbox', [b, a], 'a', { ...a, read: 'now' })[1]?.read).toBe('now');
});

test('[MSG-3] a search looks into inbox and archive, each message once, without case and accents', () => {
  const old = message('a', { archived: true, plainTextBody: 'El día de MÁXIMA demanda' });
  const all = mergeLists([message('bb', { subject: 'Maximum' })], [old, message('bb')]);
  expect(ids(all)).toEqual(['bb', 'a']);
  expect(ids(searchMessages(all, 'maxim'))).toEqual(['bb', 'a']);
  expect(ids(searchMessages(all, ' demanda  dia '))).toEqual(['a']);
  expect(searchMessages(all, ' ')).toBe(all);
});

test('[MSG-6] a conversation is what answers each other, oldest first, also when its beginning was deleted', () => {
  const question = message('a', { fromAccount: true });
  const answer = message('bb', { parentMessageId: 'a' });
  const thanks = message('ccc', { parentMessageId: 'bb', fromAccount: true });
  const other = message('dddd');
  expect(ids(conversationOf(answer, [other, thanks, answer, question]))).toEqual(['a', 'ccc']);
  expect(ids(conversationOf(answer, [other, thanks, answer]))).toEqual(['ccc']);
  expect(conversationOf(other, [other, thanks, answer])).toEqual([]);
  const loop = message('e', { parentMessageId: 'ff' });
  expect(ids(conversationOf(loop, [loop, message('ff', { parentMessageId: 'e' })])).length).toBeLessThan(2);
});

test('[MSG-6] what a person wrote stands in the conversation, as a row only until the provider answers', () => {
  const notice = message('a');
  const reply = message('bb', { parentMessageId: 'a', fromAccount: true });
  const question = message('ccc', { fromAccount: true });
  const more = message('dddd', { parentMessageId: 'ccc', fromAccount: true });
  const unanswered = [more, question, reply, notice];
  expect(ids(withoutOwnAnswers(unanswered, unanswered))).toEqual(['ccc', 'a']);
  const answer = message('eeeee', { parentMessageId: 'dddd', archived: true });
  expect(ids(withoutOwnAnswers(unanswered, [answer, ...unanswered]))).toEqual(['a']);
  // The person has deleted what they answered.
  expect(ids(withoutOwnAnswers([reply], [reply]))).toEqual(['bb']);
});

test.each([
  ['a', 'bb'],
  ['bb', 'ccc'],
  ['ccc', 'bb'],
  ['gone', undefined],
])('[MSG-1] once %s has left the list, %s is read', (uuid, next) => {
  expect(
    neighbourOf(
      ['a', 'bb', 'ccc'].map((id) => message(id)),
      { uuid },
    )?.uuid,
  ).toBe(next);
});
