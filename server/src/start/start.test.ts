import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { systemClock } from '../lib/clock/clock.ts';
import { DEMO_SIGN_IN } from './console.ts';
import { spawnServer } from '../testing/server-process.ts';
import type { Exit, ServerProcess } from '../testing/server-process.ts';

// Each wait has its own limit; on a busy machine several of them add up.
vi.setConfig({ testTimeout: 180 * SECOND, hookTimeout: 180 * SECOND });

let root: string;
let copies = 0;
const running = new Set<ServerProcess>();

const start = (settings: Readonly<Record<string, string>>, ...options: string[]): ServerProcess => {
  const server = spawnServer(settings, ...options);
  running.add(server);
  void server.exited().then(
    () => running.delete(server),
    () => {},
  );
  return server;
};

const newFolder = (): string => path.join(root, `data-${(copies += 1)}`);

/** A data folder after a first start: with demo data, and one sign-in. */
const seeded = { folder: '', session: { token: '', accountId: '' }, stdout: '', stderr: '' };

const seededFolder = (): string => {
  const folder = newFolder();
  cpSync(seeded.folder, folder, { recursive: true });
  return folder;
};

/** The demo history is written after the start. */
const expectReady = (address: string): Promise<void> =>
  vi.waitFor(async () => expect(await statusOf(`${address}/readyz`)).toBe(200), {
    timeout: 150 * SECOND,
    interval: SECOND / 5,
  });

const lockOf = (folder: string): string => path.join(folder, 'porchlight.lock');

interface Session {
  readonly token: string;
  readonly accountId: string;
}

const sessionOf = (answer: unknown): Session => {
  const { token, user } = answer as { token: string; user: { id: string } };
  return { token, accountId: user.id };
};

const signIn = async (address: string): Promise<Session> => {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_SIGN_IN),
  });
  expect(answer.status).toBe(200);
  return sessionOf(await answer.json());
};

const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
};

/** 200 while the session is open. */
const visit = (address: string, { token, accountId }: Session): Promise<number> =>
  statusOf(`${address}/api/account/${accountId}`, { authorization: `Bearer ${token}` });

const takePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const free = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port, free };
};

const freePort = async (): Promise<string> => {
  const { port, free } = await takePort();
  await free();
  return String(port);
};

const query = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return ((await client.query(statement)) as { rows: Record<string, unknown>[] }).rows;
  } finally {
    await client.end();
  }
};
let databases = 0;
const emptyDatabase = async (): Promise<string> => {
  const name = `start_${process.pid}_${(databases += 1)}`;
  await query(inject('postgresUrl'), `create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
};

const expectOneSentence = (server: ServerProcess) => {
  const lines = server
    .stderr()
    .split('\n')
    .filter((line) => line.trim() !== '');
  expect(lines, server.stderr()).toHaveLength(1);
  expect(lines[0]).toMatch(/^[A-Z].*\.$/);
  expect(server.stderr() + server.stdout()).not.toMatch(/^\s+at .+:\d+:\d+/m);
};

const expectRefusal = async (server: ServerProcess, code: number): Promise<string> => {
  expect(await server.exited()).toEqual({ code, signal: null });
  expectOneSentence(server);
  return server.stderr();
};

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'porchlight-start-'));
  seeded.folder = newFolder();
  const first = start({ DATA_DIR: seeded.folder });
  seeded.session = await signIn(await first.ready());
  await expectReady(await first.ready());
  await first.end('SIGTERM');
  Object.assign(seeded, { stdout: first.stdout(), stderr: first.stderr() });
});

afterEach(async () => {
  await Promise.all([...running].map((server) => server.end('SIGKILL')));
});

afterAll(() => rmSync(root, { recursive: true }));

describe('[T-36] the embedded database', () => {
  test('a first start seeds the folder and prints the address and the demo account', () => {
    expect(seeded.stdout).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(seeded.stdout).toContain(
      `Sign in as ${DEMO_SIGN_IN.email} with the password ${DEMO_SIGN_IN.password}.`,
    );
    expect(seeded.stdout).toContain('not a power cut');
    expect(seeded.stdout).toContain('demo houses');
    expect(seeded.stderr).toBe('');
    expect(readdirSync(seeded.folder)).toEqual(['database', 'secret-key']);
  });

  test('a second start keeps the sessions and does not seed again', async () => {
    const server = start({ DATA_DIR: seededFolder() });
    const address = await server.ready();
    expect(await visit(address, seeded.session)).toBe(200);
    await expectReady(address);
    expect(await visit(address, { ...seeded.session, token: 'another' })).toBe(401);
    expect(server.stdout()).not.toContain('demo houses');
  });

  test('a second process on the folder is refused while the first keeps running; after a kill the folder is free at once', async () => {
    const folder = seededFolder();
    const first = start({ DATA_DIR: folder });
    const address = await first.ready();
    const began = systemClock.now().getTime();
    const sentence = await expectRefusal(start({ DATA_DIR: folder }), 78);
    expect(systemClock.now().getTime() - began).toBeLessThan(10 * SECOND);
    expect(sentence).toContain(folder);
    expect(sentence).toContain(`process ${first.pid} `);
    expect(await visit(address, seeded.session)).toBe(200);
    const session = await signIn(address);

    await first.end('SIGKILL');
    expect(existsSync(lockOf(folder))).toBe(true);
    const next = start({ DATA_DIR: folder });
    expect(await visit(await next.ready(), session)).toBe(200);
    expect(await next.end('SIGINT')).toEqual<Exit>({ code: 0, signal: null });
    expect(readdirSync(folder)).toEqual(['database', 'secret-key']);
  });

  test('damage prints one sentence, and the folder is unlocked afterwards', async () => {
    const folder = seededFolder();
    rmSync(path.join(folder, 'database/global/pg_control'));
    const sentence = await expectRefusal(start({ DATA_DIR: folder }), 78);
    expect(sentence).toContain('is damaged and was left untouched');
    expect(readdirSync(folder)).toEqual(['database', 'secret-key']);
  });
});

describe('a failed start prints one sentence', () => {
  test('PORT is in use: the data folder is unchanged and unlocked', async () => {
    const folder = seededFolder();
    const { port, free } = await takePort();
    const sentence = await expectRefusal(start({ DATA_DIR: folder, PORT: String(port) }), 78);
    expect(sentence).toContain(`Port ${port} on 127.0.0.1 is in use; stop what uses it, or set PORT `);
    expect(readdirSync(folder)).toEqual(['database', 'secret-key']);
    await free();
    const server = start({ DATA_DIR: folder, PORT: String(port) });
    expect(await visit(await server.ready(), seeded.session)).toBe(200);
  });

  test('METRICS_PORT is in use', async () => {
    const { port, free } = await takePort();
    const settings = { DATABASE_URL: await emptyDatabase(), METRICS_PORT: String(port) };
    const sentence = await expectRefusal(start(settings), 78);
    expect(sentence).toContain(
      `Port ${port} on 127.0.0.1 is in use; stop what uses it, or set METRICS_PORT `,
    );
    await free();
  });

  test.each([
    ['PORT is no number', { PORT: 'eighty' }, []],
    ['PORT is too large', { PORT: '65536' }, []],
    ['TRUSTED_PROXIES is negative', { TRUSTED_PROXIES: '-1' }, []],
    ['LOG_LEVEL is unknown', { LOG_LEVEL: 'loud' }, []],
    ['DATABASE_URL is of another kind', { DATABASE_URL: 'mysql://user:S3cretWord@host/name' }, []],
    ['DATABASE_URL is no address', { DATABASE_URL: 'postgres://user:S3cret/Word@host:port/name' }, []],
    ['the option is unknown', {}, ['--demos']],
  ])('%s', async (_what, settings, options) => {
    const folder = newFolder();
    const server = start({ DATA_DIR: folder, ...settings }, ...options);
    const sentence = await expectRefusal(server, 78);
    expect(sentence).toContain([...Object.keys(settings), ...options][0]);
    expect(sentence).not.toMatch(/S3cret|Word/);
    expect(existsSync(folder)).toBe(false);
  });

  test('the data folder cannot be created', async () => {
    const sentence = await expectRefusal(start({ DATA_DIR: '/dev/null/data' }), 78);
    expect(sentence).toContain('The data folder /dev/null/data cannot be used');
  });

  test('HOST is not an address of this machine', async () => {
    const sentence = await expectRefusal(
      start({ DATABASE_URL: await emptyDatabase(), HOST: '192.0.2.1' }),
      78,
    );
    expect(sentence).toContain('check HOST');
  });

  test('the database of DATABASE_URL cannot be reached', async () => {
    const url = `postgres://keeper:S3cretWord@127.0.0.1:${await freePort()}/porchlight`;
    const sentence = await expectRefusal(start({ DATABASE_URL: url }), 69);
    expect(sentence).toContain('The database porchlight at 127.0.0.1:');
    expect(sentence).not.toMatch(/S3cret|keeper/);
  });
});

describe('a stop', () => {
  /** A request whose head the server has taken, and whose body is still to come. */
  const begin = async (address: string): Promise<{ call: ClientRequest; body: string }> => {
    const body = JSON.stringify(DEMO_SIGN_IN);
    const call = request(`${address}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    call.flushHeaders();
    await once(call, 'continue');
    return { call, body };
  };

  test('SIGTERM: no new requests, open ones are answered, exit code 0, lock removed', async () => {
    const folder = seededFolder();
    const server = start({ DATA_DIR: folder });
    const address = await server.ready();
    const { call, body } = await begin(address);
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    const began = systemClock.now().getTime();
    const ended = server.end('SIGTERM');
    await expect
      .poll(() => statusOf(`${address}/readyz`).catch(() => 'refused'), { timeout: 5 * SECOND })
      .not.toBe(200);
    call.end(body);
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    const session = sessionOf(await json(answer));
    expect(await ended).toEqual<Exit>({ code: 0, signal: null });
    expect(systemClock.now().getTime() - began).toBeLessThan(10 * SECOND);
    expect(server.stderr()).toBe('');
    expect(readdirSync(folder)).toEqual(['database', 'secret-key']);

    const next = start({ DATA_DIR: folder });
    expect(await visit(await next.ready(), session)).toBe(200);
  });

  test('does not wait longer than 10 s for a request that never ends, and still closes the database', async () => {
    const folder = seededFolder();
    const server = start({ DATA_DIR: folder });
    const { call } = await begin(await server.ready());
    const cut = once(call, 'error');
    const began = systemClock.now().getTime();
    expect(await server.end('SIGTERM')).toEqual<Exit>({ code: 0, signal: null });
    expect(systemClock.now().getTime() - began).toBeLessThan(10 * SECOND);
    await cut;
    expect(readdirSync(folder)).toEqual(['database', 'secret-key']);
    expect(existsSync(path.join(folder, 'database/postmaster.pid'))).toBe(false);
  });

  test('in the middle of a first start leaves a folder that the next start can use', async () => {
    const folder = newFolder();
    const server = start({ DATA_DIR: folder });
    await expect.poll(() => existsSync(path.join(folder, 'database')), { timeout: 20 * SECOND }).toBe(true);
    await server.end('SIGTERM');
    expect(server.stderr()).toBe('');
    const next = start({ DATA_DIR: folder });
    await signIn(await next.ready());
  });
});

describe('on PostgreSQL', () => {
  const count = async (url: string, table: string) =>
    Number((await query(url, `select count(*) as rows from ${table}`))[0]?.['rows']);

  test('there is demo data only when it is asked for', async () => {
    const DATABASE_URL = await emptyDatabase();
    const plain = start({ DATABASE_URL });
    expect(await statusOf(`${await plain.ready()}/readyz`)).toBe(200);
    expect(plain.stdout()).not.toContain(DEMO_SIGN_IN.password);
    expect(plain.stdout()).not.toContain('Data is kept in');
    expect(await count(DATABASE_URL, 'account')).toBe(0);
    await plain.end('SIGTERM');

    const demo = start({ DATABASE_URL }, '--demo');
    await signIn(await demo.ready());
    expect(await count(DATABASE_URL, 'account')).toBeGreaterThan(5);
    expect(demo.stderr()).toBe('');
  });

  test('[T-37] what an installation cannot do is told at its start and by /readyz, and keeps it from nothing', async () => {
    const server = start({
      DATABASE_URL: await emptyDatabase(),
      DATA_DIR: newFolder(),
      PUBLIC_URL: 'http://home.utility.example',
      SMTP_URL: `smtp://portal:dummy-password@127.0.0.1:${await freePort()}`,
    });
    const address = await server.ready();
    const answer = await fetch(`${address}/readyz`);
    const { problems } = (await answer.json()) as { problems: string[] };
    expect([answer.status, problems]).toEqual([
      200,
      [
        expect.stringContaining('PUBLIC_URL begins with http://'),
        expect.stringContaining('The mail server of SMTP_URL does not take us'),
      ],
    ]);
    for (const problem of problems) expect(server.stdout()).toContain(`WARNING: ${problem}`);
    expect(server.stdout() + server.stderr()).not.toContain('dummy-password');
  });

  test('metrics are served on their own port, and not on the main one', async () => {
    const port = await freePort();
    const server = start({ DATABASE_URL: await emptyDatabase(), METRICS_PORT: port });
    const address = await server.ready();
    expect(await statusOf(`${address}/healthz`)).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^porchlight_http_request_seconds_count\{[^}]*route="\/healthz"[^}]*\} 1$/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(await statusOf(`${address}/metrics`)).toBe(404);
    expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(404);
  });

  test('two nodes that start at the same moment on an empty database both come up, and seed it once', async () => {
    const DATABASE_URL = await emptyDatabase();
    const nodes = [start({ DATABASE_URL }, '--demo'), start({ DATABASE_URL }, '--demo')];
    const addresses = await Promise.all(nodes.map((node) => node.ready()));
    expect(nodes.map((node) => node.stderr())).toEqual(['', '']);
    expect(nodes.filter((node) => node.stdout().includes('demo houses'))).toHaveLength(1);
    for (const address of addresses) {
      await expectReady(address);
      // A session made by one node opens the other.
      const session = await signIn(address);
      for (const other of addresses) expect(await visit(other, session)).toBe(200);
    }
    expect(
      await query(DATABASE_URL, `select email from account where email = '${DEMO_SIGN_IN.email}'`),
    ).toHaveLength(1);
  });
});
