import { expect, test } from 'vitest';
import { Refusal } from './api.ts';
import { runCommandLine } from './run-command-line.ts';

const INVITED = {
  id: 'i1',
  email: 'ada@home.example',
  access: 'owner',
  createdAt: '2026-07-01T00:00:00.000Z',
  expiresAt: '2026-07-08T00:00:00.000Z',
};
const ADA = {
  accountId: 'a1',
  email: 'ada@home.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  largestKw: 500,
  largestHomes: 10_000,
  createdAt: '2026-07-01T00:00:00.000Z',
};
const PERSON = ['--house', 'h/1', '--email', 'ada@home.example', '--access', 'owner'];

const run = (...args: string[]) =>
  runCommandLine(
    args,
    (method, path) => {
      if (path.includes('nothing')) throw new Refusal('not_found', 'Not found', null);
      if (method === 'GET') return [ADA];
      return method === 'POST' ? INVITED : null;
    },
    '',
  );

test('[AUTH-7] an invitation is made for a home, and can be ended', async () => {
  const made = await run('invite', ...PERSON, '--language', 'es');
  expect(made.made).toEqual([
    [
      'POST',
      '/operator/house/h%2F1/invitation',
      { email: 'ada@home.example', access: 'owner', language: 'es' },
    ],
  ]);
  expect(made.outcome).toContain('invitation revoke i1 --house h/1');
  const ended = await run('invitation', 'revoke', 'i/1', '--house', 'h1');
  expect(ended.made).toEqual([['DELETE', '/operator/house/h1/invitation/i%2F1', undefined]]);
});

test('[AUTH-7] who has not come is invited again, page by page, of a household or by the time of the last one', async () => {
  const pages = [
    { sent: 100, left: 40 },
    { sent: 40, left: 0 },
  ];
  const again = (...args: string[]) =>
    runCommandLine(['invitation', 'resend', ...args], () => pages.shift() ?? { sent: 1, left: 0 }, '');
  const before = '2026-07-08T00:00:00Z';
  const all = await again('--before', before);
  expect(all.made).toEqual(
    Array.from({ length: 2 }, () => ['POST', '/operator/invitation/resend', { sentBefore: before }]),
  );
  expect(all.outcome).toBe('Invited again: 140.');
  const one = await again('--account', 'A-1');
  expect(one.made).toEqual([['POST', '/operator/invitation/resend', { accountNumber: 'A-1' }]]);
  for (const args of [[], ['--account', 'A-1', '--before', before]]) {
    const refused = await again(...args);
    expect([refused.made, refused.isRefused]).toEqual([[], true]);
  }
});

test('[ERR-1] what is missing or unknown is said in a sentence', async () => {
  expect((await run('invite', ...PERSON.slice(2))).outcome).toBe('An invitation names its --house.');
  expect((await run('invite', ...PERSON.slice(0, 4))).outcome).toContain('--access owner, member or viewer');
  const unknown = await run('invite', ...PERSON.with(1, 'nothing'));
  expect(unknown.outcome).toBe('Your provider has no home nothing, or its household was closed.');
  const gone = await run('invitation', 'revoke', 'i1', '--house', 'nothing');
  expect(gone.outcome).toBe('The home nothing has no open invitation i1.');
});

test('[ERR-1] another operator is made with address and names, and not without them', async () => {
  const names = ['--first-name', 'Ada', '--last-name', 'Lovelace'];
  const made = await run('add-operator', '--email', 'ada@home.example', ...names);
  expect(made.made).toEqual([
    [
      'POST',
      '/operator/operator',
      { email: 'ada@home.example', firstName: 'Ada', lastName: 'Lovelace', language: undefined },
    ],
  ]);
  expect(made.outcome).toContain('until 2026-07-08T00:00:00.000Z');
  const nameless = await run('add-operator', '--email', 'ada@home.example');
  expect([nameless.made, nameless.outcome]).toEqual([
    [],
    'An operator has --email, --first-name and --last-name.',
  ]);
});

test('[ERR-1] operators are listed with their ids, and one is removed by the id', async () => {
  const listed = await run('operators');
  expect(listed.made).toEqual([['GET', '/operator/operator', undefined]]);
  expect(listed.outcome).toContain(
    'a1  ada@home.example  Ada Lovelace  (up to 500 kW and 10000 homes at once)',
  );
  const removed = await run('remove-operator', 'a/1');
  expect(removed.made).toEqual([['DELETE', '/operator/operator/a%2F1', undefined]]);
  expect((await run('remove-operator', 'nothing')).outcome).toBe('Your provider has no operator nothing.');
});
