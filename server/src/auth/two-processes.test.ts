import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Client } from 'pg';
import { DEMO_PASSWORD } from '../demo/homes/accounts.ts';
import { spawnServer } from '../testing/server-process.ts';
import type { ServerProcess } from '../testing/server-process.ts';

/** Two servers as an operator runs them, on one PostgreSQL. */
const KEY = Buffer.alloc(32, 7).toString('base64');
const NAME = `two_${process.pid}`;
let servers: ServerProcess[] = [];
let addresses: string[] = [];

const administer = async (statement: string) => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
};

beforeAll(async () => {
  await administer(`create database ${NAME}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${NAME}`;
  const settings = { DATABASE_URL: url.href, SECRET_KEY: KEY };
  servers = [spawnServer(settings, '--demo'), spawnServer(settings, '--demo')];
  addresses = await Promise.all(servers.map((server) => server.ready()));
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await administer(`drop database ${NAME} with (force)`);
});

const call = async (index: number, method: string, path: string, body: object) => {
  const answer = await fetch(`${addresses[index % 2]}/api/auth/${path}?pid=sunvale`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};
const email = (who: string) => `${who}@porchlight.example`;
const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;
const all = (count: number, of: (index: number) => ReturnType<typeof call>) =>
  Promise.all(Array.from({ length: count }, (_, index) => of(index)));

test('[T-9] 60 wrong passwords at once at two servers: five are compared', async () => {
  const answers = await all(60, (index) =>
    call(index, 'POST', 'login', { email: email('makers'), password: `WrongHorse${index}` }),
  );
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([5, 55]);
});

test('[T-12] 60 guessed PINs at once at two servers: three are compared', async () => {
  const mailed = await call(0, 'POST', 'pin', { email: email('demo') });
  const answers = await all(60, (index) =>
    call(index, 'PUT', 'pin', { challenge: mailed.body['challenge'], pin: `x${index}` }),
  );
  expect(countOf(answers, 401)).toBe(3);
  expect(countOf(answers, 410) + countOf(answers, 429)).toBe(57);
});

test('[T-13] 60 guessed codes at once at two servers: five are compared', async () => {
  const first = await call(1, 'POST', 'login', { email: email('totp'), password: DEMO_PASSWORD });
  expect(first.body['next']).toBe('totp');
  const answers = await all(60, (index) =>
    call(index, 'POST', 'totp', { challenge: first.body['challenge'], code: `00000${index % 10}` }),
  );
  expect(countOf(answers, 401)).toBe(5);
  expect(countOf(answers, 410) + countOf(answers, 429)).toBe(55);
});

test('[AUTH-3] [T-19] a PIN asked for at one server signs in at the other, and its mail is sent once', async () => {
  const mailed = await call(0, 'POST', 'pin', { email: email('es') });
  const outbox = async () => {
    const answer = await fetch(`${addresses[1]}/dev/outbox.json`);
    // The demo's own event and the sign-in may be told of by mail as well.
    return ((await answer.json()) as Record<string, string>[]).filter(
      (one) => one['recipient'] === email('es') && one['subject'] === 'Su PIN de acceso a Sunvale Energy',
    );
  };
  let mails = await outbox();
  while (mails.length === 0) mails = await outbox();
  const pin = /\b(\d{5})\b/.exec(mails[0]?.['text'] ?? '')?.[1];
  const answer = await call(1, 'PUT', 'pin', { challenge: mailed.body['challenge'], pin });
  expect(answer.status).toBe(200);
  const who = await fetch(
    `${addresses[0]}/api/account/${(answer.body['user'] as unknown as { id: string }).id}`,
    {
      headers: { authorization: `Bearer ${answer.body['token']}` },
    },
  );
  expect(who.status).toBe(200);
  expect(await outbox()).toHaveLength(1);
});

test('[T-12] a node with another key is refused', async () => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${NAME}`;
  const other = spawnServer({ DATABASE_URL: url.href, SECRET_KEY: Buffer.alloc(32, 8).toString('base64') });
  expect((await other.exited()).code).toBe(78);
  expect(other.stderr()).toContain('give every node the same SECRET_KEY');
});
