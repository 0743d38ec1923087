// Nodes whose clock is wrong from their start, on both databases: nothing is deleted, and no command stays open. The owner's
// reset mail after a thousand asks of strangers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { connectPostgres, openPglite, overPglite } from '../../server/src/db/connection.ts';
import type { RootDb } from '../../server/src/db/connection.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import { DEMO_SIGN_IN } from '../../server/src/start/console.ts';
import { startApp } from '../../server/src/testing/app.ts';
import { bothDatabases } from '../../server/src/testing/database/databases.ts';
import { createMailbox } from '../../server/src/testing/messages/mailbox.ts';
import { spawnServer } from '../../server/src/testing/server-process.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { PASSWORD, insertTestData, emailOf } from '../../server/src/testing/test-data.ts';

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'wrong-clock.mjs')).href;
/** Two rounds of housekeeping of a node with a wrong clock. */
const ROUNDS = 3 * SECOND;
/** So that there are rows in all tables: readings older than forty days are kept by the hour. */
const DEMO_DAYS = '45';
const PAST_LIMIT = 10 * MINUTE;
const TABLES = [
  'telemetry',
  'telemetry_hour',
  'energy_hour',
  'runtime_hour',
  'device_activity',
  'session',
  'command',
];

const total = { nodes: 0, deleted: 0, commands: 0, stuck: 0 };
const running = new Set<ServerProcess>();

afterEach(async () => {
  await Promise.all([...running].map((server) => server.end('SIGKILL')));
  running.clear();
});

const start = (settings: Readonly<Record<string, string>>, off: number): ServerProcess => {
  const wrong = off === 0 ? {} : { NODE_OPTIONS: `--import=${PRELOAD}`, WRONG_CLOCK_MS: String(off) };
  const server = spawnServer({ SECRET_KEY: 'A'.repeat(43), DEMO_DAYS, ...settings, ...wrong }, '--demo');
  running.add(server);
  return server;
};

const stop = async (server: ServerProcess): Promise<void> => {
  await server.end('SIGTERM');
  running.delete(server);
};

const get = async <T>(url: string, token = ''): Promise<T> =>
  (await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as T;

const post = async (url: string, body: object, token = '') => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** Asks until there is an answer. */
const until = async <T>(what: string, ask: () => Promise<T | null>, limit = 2 * MINUTE): Promise<T> => {
  for (let waited = 0; waited < limit; waited += SECOND / 5) {
    const answer = await ask();
    if (answer !== null) return answer;
    await sleep(SECOND / 5);
  }
  throw new Error(`${what} took more than ${limit / MINUTE} minutes`);
};

interface Device {
  readonly id: string;
  readonly kind: string;
  readonly mfg: string;
  readonly realtime: readonly { readonly key: string; readonly value: unknown }[];
}

/** Sends a command to a water heater, and waits for its end. */
const command = async (address: string): Promise<string> => {
  const signedIn = await post(`${address}/api/auth/login`, DEMO_SIGN_IN);
  expect(signedIn.status).toBe(200);
  const { token, user } = signedIn.body as { token: string; user: { roles: { houseId: string }[] } };
  const house = `${address}/api/house/${user.roles[0]?.houseId}`;
  // The devices have to report first: nobody may command a device that has been silent.
  const sent = await until('a command', async () => {
    const { devices } = await get<{ devices: Device[] }>(`${house}/dashboard`, token);
    for (const { id, realtime } of devices.filter(({ kind }) => kind === 'hwh')) {
      const setpoint = realtime.find(({ key }) => key === 'hwh-set-point')?.value === 122 ? 124 : 122;
      const answer = await post(
        `${house}/device/${id}/command`,
        { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint } },
        token,
      );
      if (answer.status === 202) return `${house}/device/${id}/command/${String(answer.body['commandId'])}`;
    }
    return null;
  });
  total.commands += 1;
  return until('the end of a command', async () => {
    const { state } = await get<{ state: string }>(sent, token);
    return state === 'accepted' || state === 'sent' ? null : state;
  });
};

const countRows = async (db: RootDb): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.n ?? 0;
  }
  const open = await sql<{ n: number }>`
    select count(*)::int as n from command where state in ('accepted', 'sent')`.execute(db);
  return { ...counts, open: open.rows[0]?.n ?? 0 };
};

describe.each(['embedded', 'PostgreSQL'] as const)('%s', (kind) => {
  let folder: string;
  let settings: Readonly<Record<string, string>>;

  const rows = async (): Promise<Record<string, number>> => {
    const url = settings['DATABASE_URL'];
    const db = url
      ? connectPostgres(url, () => {})
      : overPglite(await openPglite(path.join(folder, 'database')));
    const counts = await countRows(db);
    await db.destroy();
    return counts;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-clock-'));
    settings = { DATA_DIR: folder };
    if (kind === 'PostgreSQL') {
      const name = `clocks_${process.pid}`;
      const admin = connectPostgres(inject('postgresUrl'), () => {});
      await sql.raw(`create database ${name}`).execute(admin);
      await admin.destroy();
      const url = new URL(inject('postgresUrl'));
      url.pathname = `/${name}`;
      settings = { DATABASE_URL: url.href };
    }
    const first = start(settings, 0);
    const address = await first.ready();
    const isReady = async () => ((await fetch(`${address}/readyz`)).status === 200 ? true : null);
    await until('the past of the demo', isReady, PAST_LIMIT);
    await stop(first);
  }, PAST_LIMIT + MINUTE);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    // Where the machine's clock counts. Later on the newest row lies far ahead.
    ...(kind === 'embedded' ? ([['three days behind', -3 * DAY]] as const) : []),
    ['900 days ahead', 900 * DAY],
    ['an hour behind', -HOUR],
  ] as const)(
    '[T-35] [T-39] a node %s deletes no row, and its commands come to an end',
    async (_what, off) => {
      const before = await rows();
      expect(Math.min(...TABLES.slice(0, 5).map((table) => before[table] ?? 0))).toBeGreaterThan(100);
      const server = start(settings, off);
      const address = await server.ready();
      total.nodes += 1;
      const ended = await command(address);
      await sleep(ROUNDS);
      const said = kind === 'PostgreSQL' ? /is not ready and does no/ : /nothing is deleted until/;
      const { waitingFor, clock } = await get<{ waitingFor: string[]; clock: string }>(`${address}/readyz`);
      expect(waitingFor.includes('clock')).toBe(kind === 'PostgreSQL');
      expect(clock).toMatch(said);
      expect(server.stdout()).toMatch(said);
      await stop(server);
      const after = await rows();
      for (const table of TABLES) total.deleted += Math.max(0, (before[table] ?? 0) - (after[table] ?? 0));
      total.stuck += after['open'] ?? 0;
      expect(ended).toBe('confirmed');
      expect(total.deleted).toBe(0);
      expect(after['open']).toBe(0);
    },
  );
});

// On the other database the same is tried with fewer asks, at every sign-in by mail.
describe.each(bothDatabases.filter(([name]) => name === 'PostgreSQL'))('strangers, %s', (_name, open) => {
  test('[T-10] after 1,000 asks of strangers the owner still gets a reset mail', async () => {
    const database = await open();
    const mailbox = createMailbox();
    const app = await startApp(database.db, { jobs: mailbox.jobs });
    await insertTestData(database.db, app);
    const email = emailOf('owner');
    const call = (route: string, body: object, ip: string, cookie = '') =>
      app.call('POST', `/api/auth/${route}?pid=sunvale`, { body, ip, headers: cookie ? { cookie } : {} });
    const signedIn = await call('login', { email, password: PASSWORD }, '203.0.113.7');
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    for (let ask = 0; ask < 1_000; ask += 1) {
      const { status } = await call('password-reset', { email }, `10.${ask >> 8}.${ask & 255}.9`);
      expect(status).toBe(202);
      if (ask % 20 === 19) app.clock.advance(MINUTE);
    }
    const strange = mailbox.delivered().length;
    await call('password-reset', { email }, '203.0.113.7', cookie);
    const known = mailbox.delivered().length - strange;
    app.clock.advance(HOUR);
    await call('password-reset', { email }, '198.51.100.7');
    const other = mailbox.delivered().length - strange - known;
    expect([known, other]).toEqual([1, 1]);
    expect(strange).toBeLessThanOrEqual(25);
    process.stdout.write(
      `resets: tried 1000 strange asks, sent ${strange}; the owner's known browser ${known} of 1, another browser within the hour ${other} of 1\n`,
    );
    await app.close();
    await database.close();
  });
});

afterAll(() => {
  process.stdout.write(
    `clocks: ${total.nodes} nodes with a wrong clock, ${TABLES.length} tables each, ${total.deleted} rows deleted; ${total.commands} commands tried, ${total.stuck} stuck\n`,
  );
});
