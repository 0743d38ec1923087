import { EventEmitter, on, once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { connectPostgres } from '../../db/connection.ts';
import { whileAccountsAreLocked } from '../../testing/auth/account-lock.ts';
import { startApp } from '../../testing/app.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { startDatabaseProxy } from '../../testing/database/database-proxy.ts';
import { postgresOnly, openEmbeddedCopy, openPostgresCopy } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { accountIdOf, insertTestData, emailOf, signIn } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';
import { asAppError } from '../errors/problem.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

const HOUSE = '/api/house/housea';
const IN_FLIGHT = 64;

const nested = (depth: number): unknown => (depth === 0 ? 1 : { deeper: nested(depth - 1) });

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    token = await signIn(app, 'owner');
    return houses.close;
  });
  beforeEach(() => app.clock.advance(MINUTE));

  const read = (): Promise<Answer> => app.call('GET', HOUSE, { token });
  const outcomes = (answers: readonly Answer[]) =>
    answers.map(
      ({ status, body, headers }) => `${status} ${body?.code ?? ''} ${String(headers['retry-after'] ?? '')}`,
    );

  describe('what a request may hold', () => {
    test('[T-39] a body of a megabyte is refused before it is read', async () => {
      const body = { email: emailOf('owner'), password: 'a'.repeat(1_000_000) };
      const answer = await app.call('POST', '/api/auth/login', { body });
      expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
    });

    test('[T-39] 64 kB are taken, one byte more is not', async () => {
      const send = async (size: number) => {
        const body = `{"email":"a","password":"${'a'.repeat(size - 27)}"}`;
        expect(body).toHaveLength(size);
        return (
          await app.call('POST', '/api/auth/login', { body, headers: { 'content-type': 'application/json' } })
        ).status;
      };
      expect(await send(65_536)).toBe(400);
      expect(await send(65_537)).toBe(413);
    });

    test('[T-39] a body nested 21 deep is refused for its depth, one of 20 only for its fields', async () => {
      const deep = await app.call('POST', '/api/auth/login', { body: nested(21) });
      expect([deep.status, deep.body.detail]).toEqual([400, 'The body is nested too deeply.']);
      const fine = await app.call('POST', '/api/auth/login', { body: nested(20) });
      expect(fine.status).toBe(400);
      expect(fine.body.detail).not.toContain('nested');
      const brackets = await app.call('POST', '/api/auth/login', {
        body: `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
        headers: { 'content-type': 'application/json' },
      });
      expect([brackets.status, brackets.body.detail]).toEqual([400, 'The body is nested too deeply.']);
    });

    const long = 10_000;
    const hostile: [string, Record<string, string>][] = [
      ['a bearer token', { authorization: `Bearer ${'a'.repeat(long)}!` }],
      ['spaces after the scheme', { authorization: `Bearer${' '.repeat(long)}a` }],
      ['a cookie', { cookie: 'porchlight-browser='.repeat(long / 20) }],
      ['semicolons', { cookie: ';'.repeat(long) }],
      ['spaces in a cookie', { cookie: `${' '.repeat(long)}=a` }],
      ['a host', { host: `${'a.'.repeat(long / 2)}:80` }],
      ['colons in a host', { host: `${':1'.repeat(long / 2)}x` }],
      ['an address', { 'x-forwarded-for': '1.'.repeat(long / 2) }],
      ['a list of addresses', { 'x-forwarded-for': '10.0.0.1,'.repeat(long / 10) }],
      ['an IPv6 address', { 'x-forwarded-for': ':'.repeat(long) }],
      ['mapped addresses', { 'x-forwarded-for': `::ffff:${'1'.repeat(long)}` }],
      ['languages', { 'accept-language': 'e,'.repeat(long / 2) }],
      ['encodings', { 'accept-encoding': 'br;q=0,'.repeat(long / 8) }],
      ['weights', { 'accept-encoding': `br;q=0.${'0'.repeat(long)}` }],
      ['an ETag', { 'if-none-match': '"'.repeat(long) }],
      ['a media type', { 'content-type': `application/json${';'.repeat(long)}` }],
    ];
    test.each(hostile)('[T-39] 10 kB of %s harm nobody', async (_what, headers) => {
      const signed = await app.call('GET', `${HOUSE}/dashboard`, { token, headers });
      expect(signed.status).toBeLessThan(500);
      const body = { email: 'hostile@home.example', password: 'wrong' };
      const attempt = await app.call('POST', '/api/auth/login', { body, headers });
      expect(attempt.status).toBeLessThan(500);
      app.clock.advance(MINUTE * 16);
    });

    const addresses = [
      ' '.repeat(254),
      `${' '.repeat(253)}a`,
      'ﷺ'.repeat(254),
      '@'.repeat(254),
      'a\u0301'.repeat(127),
    ];
    test.each(addresses)(
      '[T-39] an e-mail address of odd letters is one that nobody has (%#)',
      async (email) => {
        const answer = await app.call('POST', '/api/auth/login', { body: { email, password: 'wrong' } });
        expect([answer.status, answer.body.code]).toEqual([401, 'login_failed']);
      },
    );

    test('[T-39] a URL of 10 kB is not found', async () => {
      for (const path of [
        `/api/provider-config?${'a=%25&'.repeat(1_600)}`,
        `/api/provider-config?pid=${'%'.repeat(10_000)}`,
      ]) {
        expect((await app.call('GET', path)).status).toBeLessThan(500);
      }
      for (const path of [`/api/${'a/'.repeat(5_000)}`, `/api/house/housea${'/'.repeat(10_000)}`]) {
        expect((await app.call('GET', path, { token })).status).toBe(404);
      }
    });
  });

  describe('how often', () => {
    const sessionFor = (person: Person) => openSession(database.db, app, person);
    const times = async (count: number, call: () => Promise<Answer>): Promise<Answer[]> => {
      const answers: Answer[] = [];
      while (answers.length < count) {
        const batch = Math.min(50, count - answers.length);
        answers.push(...(await Promise.all(Array.from({ length: batch }, call))));
      }
      return answers;
    };

    test('[T-39] 600 reads a minute per session; others and the next minute are free', async () => {
      const second = await sessionFor('owner');
      app.clock.advance(20 * SECOND);
      expect(new Set(outcomes(await times(600, read)))).toEqual(new Set(['200  ']));
      expect(outcomes([await read()])).toEqual(['429 too_many_requests 40']);
      expect((await app.call('GET', HOUSE, { token: second })).status).toBe(200);
      // A session that has read its fill may still end.
      app.clock.advance(40 * SECOND);
      expect((await read()).status).toBe(200);
    });

    test('[T-39] 60 writes a minute per account, over all of its sessions', async () => {
      const tokens = await Promise.all(Array.from({ length: 61 }, () => sessionFor('second')));
      const rename = (held: string | undefined, lastName: string, who: Person = 'second') =>
        app.call('PUT', `/api/account/${accountIdOf(who)}`, {
          token: held,
          body: { firstName: who, lastName },
        });
      const done = await Promise.all(tokens.slice(0, 60).map((held) => rename(held, 'Tester')));
      expect(new Set(outcomes(done))).toEqual(new Set(['200  ']));
      expect(outcomes([await rename(tokens[60], 'Later')])).toEqual(['429 too_many_requests 60']);
      expect((await rename(await sessionFor('locked'), 'Tester', 'locked')).status).toBe(200);
      // What was refused has not happened.
      const { body } = await app.call('GET', `/api/account/${accountIdOf('second')}`, { token: tokens[60] });
      expect(body.lastName).toBe('Tester');
      app.clock.advance(MINUTE);
      expect((await rename(tokens[60], 'Later')).status).toBe(200);
    });

    test('[T-39] 600 public reads a minute per network', async () => {
      const config = (ip: string) => app.call('GET', '/api/provider-config', { ip });
      let last = 0;
      const answers = await times(600, () => config(`203.0.113.${(last += 1) % 250}`));
      expect(new Set(outcomes(answers))).toEqual(new Set(['200  ']));
      expect((await config('203.0.113.9')).status).toBe(429);
      expect((await config('203.0.114.9')).status).toBe(200);
    });
  });

  describe('how many at once', () => {
    test('[T-39] requests beyond 64 in flight are refused with Retry-After; the 64 are served', async () => {
      await whileAccountsAreLocked(database.db, async (release) => {
        const answers: Answer[] = [];
        const sixAnswered = Promise.withResolvers<void>();
        const all = Promise.all(
          Array.from({ length: IN_FLIGHT + 6 }, async () => {
            answers.push(await read());
            if (answers.length === 6) sixAnswered.resolve();
          }),
        );
        // Those in flight wait for the lock, so the first answers are the refusals, whichever calls they belong to.
        await sixAnswered.promise;
        expect(new Set(outcomes(answers))).toEqual(new Set(['503 busy 1']));
        // A load balancer must still see that the process lives.
        expect((await app.call('GET', '/healthz')).status).toBe(200);
        await release();
        await all;
        expect(answers).toHaveLength(IN_FLIGHT + 6);
        expect(new Set(outcomes(answers.slice(6)))).toEqual(new Set(['200  ']));
      });
      const again = await Promise.all(Array.from({ length: IN_FLIGHT }, read));
      expect(new Set(outcomes(again))).toEqual(new Set(['200  ']));
    });
  });

  describe('over the wire', () => {
    let port: number;
    const accepted = new Set<Socket>();
    beforeAll(async () => {
      app.server.server.on('connection', (socket) => accepted.add(socket));
      await app.server.listen({ host: '127.0.0.1', port: 0 });
      ({ port } = app.server.server.address() as AddressInfo);
    });

    const overWire = async (method: string, path: string, body?: object) => {
      const sent = request({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          host: 'localhost',
          connection: 'close',
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
      });
      sent.end(body ? JSON.stringify(body) : undefined);
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode as number, body: JSON.parse(await text(answer)) };
    };
    const guess = { email: 'wire@home.example', password: 'wrong' };

    test('[T-39] requests whose body was read are in flight until they are answered', async () => {
      await whileAccountsAreLocked(database.db, async (release) => {
        const first: string[] = [];
        const six = Promise.withResolvers<void>();
        const all = Promise.all(
          Array.from({ length: IN_FLIGHT + 6 }, async () => {
            const { body } = await overWire('POST', '/api/auth/login', guess);
            first.push(body.code);
            if (first.length === 6) six.resolve();
            return body.code;
          }),
        );
        await six.promise;
        expect(first).toEqual(Array.from({ length: 6 }, () => 'busy'));
        await release();
        expect((await all).filter((code) => code === 'busy')).toHaveLength(6);
      });
    });

    test('[T-39] a client that disconnects frees its slot', async () => {
      await whileAccountsAreLocked(database.db, async (release) => {
        accepted.clear();
        const payload = JSON.stringify(guess);
        const head = `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json`;
        const sockets = Array.from({ length: IN_FLIGHT + 1 }, () => {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => {});
          socket.write(`${head}\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`);
          return socket;
        });
        // One is turned away: the others are in flight.
        const [answer] = await Promise.race(sockets.map((socket) => once(socket, 'data')));
        expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
        const gone = [...accepted].map((socket) => once(socket, 'close'));
        expect(gone).toHaveLength(IN_FLIGHT + 1);
        for (const socket of sockets) socket.destroy();
        await Promise.all(gone);
        expect((await app.call('GET', '/api/provider-config')).status).toBe(200);
        await release();
        const after = await Promise.all(Array.from({ length: IN_FLIGHT }, read));
        expect(new Set(outcomes(after))).toEqual(new Set(['200  ']));
      });
    });

    test('[T-39] 200 clients that never finish their headers leave the others unharmed', async () => {
      const slow = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
      for (const socket of slow) socket.on('error', () => {});
      await Promise.all(slow.map((socket) => once(socket, 'connect')));
      for (const socket of slow) socket.write('GET /api/provider-config HTTP/1.1\r\nhost: local');
      const answers = await Promise.all(Array.from({ length: 50 }, () => overWire('GET', HOUSE)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(slow.every(({ destroyed }) => !destroyed)).toBe(true);
      for (const socket of slow) socket.destroy();
    });

    test('[T-39] slow clients are cut off: headers have 10 s, and so do bodies by a limit of their own', () => {
      expect(app.server.server.headersTimeout).toBe(10 * SECOND);
      expect(app.server.server.requestTimeout).toBe(0);
    });
  });
});

describe('a database that is gone', () => {
  const gone = ['503', 'database_unavailable', '2'];
  const seen = ({ status, body, headers }: Answer): unknown[] => [
    String(status),
    body.code,
    headers['retry-after'],
  ];

  test('[T-39] PostgreSQL: everybody is told to come back, and is served once it is there again', async () => {
    const database = await openPostgresCopy();
    const link = await startDatabaseProxy(database.url ?? '');
    const pool = new EventEmitter();
    const losses = on(pool, 'loss');
    const db = connectPostgres(link.url, () => pool.emit('loss'));
    const app = await startApp(db);
    await insertTestData(db, app);
    const token = await signIn(app, 'owner');
    const ready = async () => (await app.call('GET', '/readyz')).body;
    expect(await ready()).toEqual({ status: 'ready', waitingFor: [] });

    // Only a connection that is known to be lost is not tried again.
    for (let lost = await link.cut(); lost > 0; lost -= 1) await losses.next();
    expect(seen(await app.call('GET', HOUSE, { token }))).toEqual(gone);
    const body = { email: emailOf('owner'), password: 'wrong' };
    expect(seen(await app.call('POST', '/api/auth/login', { body }))).toEqual(gone);
    expect(await ready()).toEqual({ status: 'waiting', waitingFor: ['database'], database: 'unreachable' });
    expect((await app.call('GET', '/healthz')).status).toBe(200);

    await link.mend();
    expect((await app.call('GET', HOUSE, { token })).status).toBe(200);
    expect(await ready()).toEqual({ status: 'ready', waitingFor: [] });
    await app.close();
    await db.destroy();
    await link.cut();
    await database.close();
  });

  test('[T-39] PGlite: closed under a running server', async () => {
    const database = await openEmbeddedCopy();
    const app = await startApp(database.db);
    await insertTestData(database.db, app);
    const token = await signIn(app, 'owner');
    await database.close();
    expect(seen(await app.call('GET', HOUSE, { token }))).toEqual(gone);
    expect((await app.call('GET', '/readyz')).status).toBe(503);
    await app.close();
  });

  const codes = [
    '57P01',
    '57P02',
    '57P03',
    '53300',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EPIPE',
    '08006',
  ];
  test.each(codes)('[T-39] the driver says %s', (code) => {
    const { code: told, extras } = asAppError(Object.assign(new Error('lost'), { code }));
    expect([told, extras.retryAfterSeconds]).toEqual(['database_unavailable', 2]);
  });

  test('[T-39] a statement that took too long is busy, with a time to come back', () => {
    const { code, extras } = asAppError(Object.assign(new Error('canceling statement'), { code: '57014' }));
    expect([code, extras.retryAfterSeconds]).toEqual(['busy', 2]);
  });
});
