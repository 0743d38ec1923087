import { expect, test } from 'vitest';
import { Refusal } from './api.ts';
import { runCommandLine } from './run-command-line.ts';

const REACH = {
  homes: 2,
  people: 3,
  mail: 3,
  sms: 0,
  voice: 0,
  previews: [{ language: 'en', subject: 'Holiday', htmlBody: '<p>A &lt; B</p>', plainTextBody: 'A < B' }],
};

const run = (args: readonly string[], confirmation = '', inbox: readonly object[] = []) => {
  const answers: Record<string, unknown> = {
    '/operator/message/dry-run': REACH,
    '/operator/message': { people: 3 },
    '/operator/inbox': inbox,
    '/operator/inbox/a%2Fb/answer': { name: 'Maya Reyes' },
  };
  const answer = (_method: string, path: string, body?: object) => {
    if (body && 'houseId' in body && body.houseId === 'nope')
      throw new Refusal('not_found', 'Not found.', null);
    return answers[path];
  };
  return runCommandLine(args, answer, confirmation);
};

const words = ['message', '--subject', 'Holiday', '--text', 'A < B\n\nC'];
const body = {
  programId: undefined,
  houseId: 'h1',
  incentive: true,
  words: { en: { subject: 'Holiday', html: '<p>A &lt; B</p><p>C</p>' } },
};

test('a message is shown and counted, and sent only after the number of people was typed', async () => {
  const refused = await run([...words, '--house', 'h1', '--incentive'], 'yes');
  expect(refused.outcome).toBe('Nothing was sent.');
  expect(refused.made).toEqual([['POST', '/operator/message/dry-run', body]]);
  expect(refused.asked.join('')).toContain('[en] Holiday\nA < B');
  expect(refused.asked.join('')).toContain('3 people in 2 homes; besides 3 by mail');
  const sent = await run([...words, '--house', 'h1', '--incentive'], '3');
  expect(sent.outcome).toBe('Sent to 3 people.');
  expect(sent.made.at(-1)).toEqual(['POST', '/operator/message', body]);
  const unasked = await run([...words, '--program', 'p1', '--yes']);
  expect([unasked.outcome, unasked.asked]).toEqual(['Sent to 3 people.', []]);
});

test('words in other languages are given with the code of the language, whichever it is', async () => {
  const french = ['--subject-fr', 'Jour férié', '--text-fr=Non'];
  const fr = { subject: 'Jour férié', html: '<p>Non</p>' };
  const both = await run([...words, ...french, '--yes']);
  expect(both.made[0]).toMatchObject(['POST', '/operator/message/dry-run', { words: { en: {}, fr } }]);
  const alone = await run(['message', ...french, '--yes']);
  expect(alone.made[0]).toEqual([
    'POST',
    '/operator/message/dry-run',
    { programId: undefined, houseId: undefined, incentive: undefined, words: { fr } },
  ]);
  const incomplete = await run(['message', '--subject-fr', 'Jour férié', '--yes']);
  expect(incomplete.outcome).toBe('A message has a --subject, and --text or --html-file.');
});

test('a home that does not exist is named, with the commands that list the ids of homes', async () => {
  const { outcome, made } = await run([...words, '--house', 'nope', '--yes']);
  expect(outcome).toMatch(/^Your provider has no home nope\. .*: npm run operator -- inbox/);
  expect(made).toHaveLength(1);
});

test('the inbox names the home, to which a message can be written', async () => {
  const inquiry = {
    id: 'i1',
    createdAt: '2026-07-14T12:00:00Z',
    name: 'Maya Reyes',
    email: 'maya@example.com',
  };
  const more = { houseId: 'h1', address: '12 Elm St', subject: 'Hello', text: 'Words', answeredAt: null };
  expect((await run(['inbox'], '', [{ ...inquiry, ...more }])).outcome).toBe(
    'i1  2026-07-14T12:00:00Z  Maya Reyes <maya@example.com>, home h1, 12 Elm St\nHello\nWords',
  );
});

test('one person in one home is not counted as people, and a full page of the inbox says how to go on', async () => {
  const sent = await runCommandLine(
    [...words, '--house', 'h1'],
    () => ({ ...REACH, homes: 1, people: 1, mail: 1 }),
    '1',
  );
  expect(sent.asked.join('')).toContain('1 person in 1 home; besides 1 by mail');
  expect(sent.outcome).toBe('Sent to 1 person.');
  const inquiry = { id: 'i', createdAt: '2026-07-14T12:00:00Z', answeredAt: null };
  const full = await run(
    ['inbox'],
    '',
    Array.from({ length: 100 }, () => inquiry),
  );
  expect(full.outcome).toMatch(/Older ones: npm run operator -- inbox --before 2026-07-14T12:00:00Z$/);
  const older = await runCommandLine(['inbox', '--before', '2026-07-14T12:00:00Z'], () => [], '');
  expect(older.made).toEqual([['GET', '/operator/inbox?before=2026-07-14T12%3A00%3A00Z', undefined]]);
});

test('the inbox is read and answered', async () => {
  expect((await run(['inbox'])).outcome).toBe('Nobody has written.');
  const { made, outcome } = await run(['inbox', 'answer', 'a/b', '--text', 'Yes']);
  expect(outcome).toBe('Answered Maya Reyes.');
  expect(made).toEqual([['POST', '/operator/inbox/a%2Fb/answer', { html: '<p>Yes</p>' }]]);
});

test.each([
  ['message'],
  ['message', '--subject', 'x'],
  ['message', '--subject', 'x', '--text', 'y', '--html-file', 'z'],
  ['message', '--subject', 'x', '--html-file', '/nothing/here'],
  ['message', '--subject', 'x', '--text', 'y', '--program', 'a', '--program', 'b'],
  ['inbox', 'answer', 'a'],
])('%s %s %s is refused before anything is sent', async (...args) => {
  expect((await run(args)).made).toEqual([]);
});
