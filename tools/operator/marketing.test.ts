import { expect, test } from 'vitest';
import { runCommandLine } from './run-command-line.ts';

const PUBLISHED = {
  id: 'm1',
  programId: null,
  houseId: 'h1',
  startTime: '2026-07-01T00:00:00.000Z',
  endTime: '2026-07-31T00:00:00.000Z',
  title: 'Pool pump',
  link: 'https://utility.example/pool',
  createdAt: '2026-07-01T00:00:00.000Z',
  withdrawnAt: null,
  dismissals: 4,
};
const REACH = {
  ...PUBLISHED,
  homes: 2,
  homesWithout: 1,
  previews: [
    {
      language: 'en',
      title: 'Pool pump',
      body: '<p>A &lt; B</p>',
      plainTextBody: 'A < B',
      linkTitle: 'Enroll',
    },
  ],
};

const run = (args: readonly string[], confirmation = '') => {
  const answers: Record<string, unknown> = {
    'POST /operator/marketing/dry-run': REACH,
    'POST /operator/marketing': PUBLISHED,
    'GET /operator/marketing': [PUBLISHED],
    'POST /operator/marketing/m%2F1/withdraw': { ...PUBLISHED, withdrawnAt: '2026-07-02T00:00:00.000Z' },
  };
  return runCommandLine(args, (method, path) => answers[`${method} ${path}`], confirmation);
};

const words = ['--subject', 'Pool pump', '--text', 'A < B', '--button', 'Enroll', '--link', PUBLISHED.link];
const order = ['marketing', 'publish', ...words, '--house', 'h1', '--end', '2026-07-31T00:00:00Z'];
const body = {
  programId: undefined,
  houseId: 'h1',
  startTime: undefined,
  endTime: '2026-07-31T00:00:00Z',
  link: PUBLISHED.link,
  words: { en: { title: 'Pool pump', html: '<p>A &lt; B</p>', linkTitle: 'Enroll' } },
};

test('[MKT-1] a marketing message is shown and counted, and published only after the number of homes was typed', async () => {
  const refused = await run(order, 'yes');
  expect(refused.outcome).toBe('Nothing was published.');
  expect(refused.made).toEqual([['POST', '/operator/marketing/dry-run', body]]);
  const question = refused.asked.join('');
  expect(question).toContain('[en] Pool pump\nA < B\n[ Enroll ] https://utility.example/pool');
  expect(question).toContain('home h1: shown at 2 from 2026-07-01');
  expect(question).toContain('1 more have marketing turned off');
  const published = await run(order, '2');
  expect(published.outcome).toContain('m1  Pool pump  (home h1, 2026-07-01');
  expect(published.made.at(-1)).toEqual(['POST', '/operator/marketing', body]);
  expect((await run([...order, '--yes'])).asked).toEqual([]);
});

test('what was published is listed and withdrawn', async () => {
  expect((await run(['marketing', 'list'])).outcome).toContain('dismissed by 4');
  const { made, outcome } = await run(['marketing', 'withdraw', 'm/1']);
  expect(made).toEqual([['POST', '/operator/marketing/m%2F1/withdraw', undefined]]);
  expect(outcome).toContain('withdrawn 2026-07-02');
});

test.each([
  [['marketing', 'publish']],
  [['marketing', 'publish', '--subject', 'x', '--text', 'y', '--button', 'z']],
  [['marketing', 'publish', '--subject', 'x', '--text', 'y', '--link', 'https://x.example']],
  [['marketing', 'publish', ...words, '--program', 'a', '--program', 'b']],
  [['marketing', 'publish', ...words, '--end', 'tomorrow']],
])('%s is refused before anything is asked', async (args) => {
  expect((await run(args)).made).toEqual([]);
});
