import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faults, rowsOf } from './requirements.mjs';

const table = (...rows: string[]) => ['| id | what | state |', '|---|---|---|', ...rows].join('\n');
const login = 'server/src/auth/login.test.ts';
const tested = (text: string) => [{ path: login, text }];

const agree = [
  { what: 'open needs no test', rows: ['| AUTH-1 | Sign in | open |'], text: '' },
  {
    what: 'done',
    rows: ['| AUTH-1 | Sign in | done |'],
    text: `test('[AUTH-1] signs in', () => {});`,
  },
  {
    what: 'partly',
    rows: ['| AUTH-1 | Sign in | partly |'],
    text: `it('[AUTH-1] signs in', f);`,
  },
  {
    what: 'several ids, in a title of many cases',
    rows: ['| AUTH-1 | Sign in | done |', '| UX-10 | Looks | done |', '| T-9 | Guess | done |'],
    text: 'test.each(rows as const)(`[AUTH-1][UX-10, T-9] ${n} works`, (x: number) => {});',
  },
  {
    what: 'in a describe, in a nested test',
    rows: ['| AUTH-1 | Sign in | done |', '| T-9 | Guess | done |'],
    text: `describe('[AUTH-1] sign in', () => { test.for(rows)('[T-9] guesses', () => {}); });`,
  },
];

const disagree = [
  { what: 'no rows', rows: [], text: '', says: ['the table has no rows'] },
  {
    what: 'done, but in no title',
    rows: ['| AUTH-1 | Sign in | done |'],
    text: `test('AUTH-1 signs in', () => {});`,
    says: ['AUTH-1 is done, but no test names [AUTH-1]'],
  },
  {
    what: 'partly, but in no title',
    rows: ['| AUTH-1 | Sign in | partly |'],
    text: '',
    says: ['AUTH-1 is partly, but no test names [AUTH-1]'],
  },
  {
    what: 'named in a comment or a plain string only',
    rows: ['| AUTH-1 | Sign in | done |'],
    text: `// test('[AUTH-1] signs in')\nconst x = "test('[AUTH-1]')"; expect('[AUTH-1]');`,
    says: ['AUTH-1 is done, but no test names [AUTH-1]'],
  },
  {
    what: 'named by tests that do not run only',
    rows: ['| AUTH-1 | Sign in | done |'],
    text: `test.todo('[AUTH-1] a'); test.skip('[AUTH-1] b', f); describe.skip('c', () => { test('[AUTH-1] d', f); });`,
    says: ['AUTH-1 is done, but no test names [AUTH-1]'],
  },
  {
    what: 'another id that begins alike',
    rows: ['| AUTH-1 | Sign in | done |', '| AUTH-10 | Expiry | open |'],
    text: `test('[AUTH-10] expires', () => {});`,
    says: ['AUTH-1 is done, but no test names [AUTH-1]'],
  },
  {
    what: 'an id twice',
    rows: ['| AUTH-1 | Sign in | open |', '| AUTH-1 | Sign in again | open |'],
    text: '',
    says: ['AUTH-1 stands in the table twice'],
  },
  {
    what: 'a test names an id that is not in the table',
    rows: ['| AUTH-1 | Sign in | open |'],
    text: `test('[AUTH-99] flies', () => {});`,
    says: [`${login} names [AUTH-99], which is not in the table`],
  },
  {
    what: 'a state that does not exist',
    rows: ['| AUTH-1 | Sign in | nearly |'],
    text: `test('[AUTH-1] signs in', () => {});`,
    says: [`AUTH-1: the state is done, partly, open, or with ', [deviates](deviations.md#…)', not 'nearly'`],
  },
  {
    what: 'a row with a column too few',
    rows: ['| AUTH-1 | open |'],
    text: `test('[AUTH-1] signs in', () => {});`,
    says: ['AUTH-1: a row is | id | what | state |'],
  },
];

test('no row is lost', () => {
  expect([agree.length, disagree.length, deviationCases.length]).toEqual([5, 10, 11]);
});

test.each(agree)('table and tests agree: $what', ({ rows, text }) => {
  expect(faults(table(...rows), tested(text), '')).toEqual([]);
});

test.each(disagree)('table and tests disagree: $what', ({ rows, text, says }) => {
  expect(faults(table(...rows), tested(text), '')).toEqual(says);
});

test('a test file that cannot be read is no silent pass', () => {
  expect(() => faults(table('| AUTH-1 | Sign in | open |'), tested('test('), '')).toThrow(
    `${login} cannot be read`,
  );
});

const deviations = (...rows: string[]) =>
  ['## Sign-in', '| specification says | portal does | why |', '| --- | --- | --- |', ...rows].join('\n');
const PIN = '| A PIN (AUTH-1) | A longer PIN | Safer |';
const DEVIATES = '[deviates](deviations.md#sign-in)';

const deviationCases = [
  { what: 'both name the id', state: `done, ${DEVIATES}`, page: deviations(PIN), says: [] },
  { what: 'partly, and deviates', state: `partly, ${DEVIATES}`, page: deviations(PIN), says: [] },
  {
    what: 'ids in other cells, in prose and in lists are no rows',
    state: `done, ${DEVIATES}`,
    page: `${deviations(PIN)}\n\n## Not built\n\n- Later (AUTH-9)\nAs AUTH-8 says.`,
    says: [],
  },
  {
    what: 'deviates without a link',
    state: 'done, deviates',
    page: deviations(),
    says: [
      `AUTH-1: the state is done, partly, open, or with ', [deviates](deviations.md#…)', not 'done, deviates'`,
    ],
  },
  {
    what: 'the heading does not exist',
    state: 'done, [deviates](deviations.md#account)',
    page: deviations(PIN),
    says: ['AUTH-1 links to #account, which is no heading of deviations.md'],
  },
  {
    what: 'the heading is that of other rows',
    state: 'done, [deviates](deviations.md#account)',
    page: `${deviations(PIN)}\n\n## Account\n`,
    says: ['AUTH-1 links to #account, where no row names it'],
  },
  {
    what: 'the row says that it deviates, the page does not',
    state: `done, ${DEVIATES}`,
    page: deviations(),
    says: ['AUTH-1 links to #sign-in, where no row names it'],
  },
  {
    what: 'the page names the id, its row does not say that it deviates',
    state: 'done',
    page: deviations(PIN),
    says: ['deviations.md names AUTH-1, but no row says that AUTH-1 deviates'],
  },
  {
    what: 'the page names an id that is not in the table',
    state: `done, ${DEVIATES}`,
    page: deviations('| A PIN (AUTH-1, AUTH-99) | A longer PIN | Safer |'),
    says: ['deviations.md names AUTH-99, but no row says that AUTH-99 deviates'],
  },
  {
    what: 'a deviation without an id',
    state: 'done',
    page: deviations('| A PIN | A longer PIN | Safer |'),
    says: ["deviations.md: a row is | specification says (id) | portal does | why |, not 'A PIN'"],
  },
  {
    what: 'a deviation without a reason',
    state: `done, ${DEVIATES}`,
    page: deviations('| A PIN (AUTH-1) | A longer PIN | |'),
    says: ["deviations.md: a row is | specification says (id) | portal does | why |, not 'A PIN (AUTH-1)'"],
  },
];

test.each(deviationCases)('table and deviations: $what', ({ state, page, says }) => {
  const row = `| AUTH-1 | Sign in | ${state} |`;
  expect(faults(table(row), tested(`test('[AUTH-1] signs in', f);`), page)).toEqual(says);
});

test('an id that deviates needs a test like any other', () => {
  const row = `| AUTH-1 | Sign in | done, ${DEVIATES} |`;
  expect(faults(table(row), tested(''), deviations(PIN))).toEqual([
    'AUTH-1 is done, but no test names [AUTH-1]',
  ]);
});

test('the table of the project is whole', async () => {
  const rows = rowsOf(
    await readFile(path.resolve(import.meta.dirname, '../../docs/requirements.md'), 'utf8'),
  );
  const numbersOf = (area: string) =>
    rows.map(({ id }) => id.split('-')).flatMap(([a, n]) => (a === area ? [Number(n)] : []));
  const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
  expect(numbersOf('UX')).toEqual([...upTo(41), 43, 44, 45, 46, 47]);
  expect(numbersOf('T')).toEqual([...upTo(41), 44]);
  expect(rows).toHaveLength(192);
  expect(rows.filter(({ what }) => !what || what.length >= 100)).toEqual([]);
});
