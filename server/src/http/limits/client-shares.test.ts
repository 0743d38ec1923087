import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import { whileAccountsAreLocked } from '../../testing/auth/account-lock.ts';
import { startApp } from '../../testing/app.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { endpointRows } from '../../testing/access-matrix/calls.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { insertTestData, signIn } from '../../testing/test-data.ts';
import { PER_CLIENT, PER_NODE, PER_MINUTE, SHED_LAST } from './client-limits.ts';

const HOUSE = '/api/house/housea';
const STRANGER = '198.51.100.66';

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let port: number;
  const accepted = new Set<Socket>();

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
    token = await signIn(app, 'owner');
    app.server.server.on('connection', (socket) => accepted.add(socket));
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = app.server.server.address() as AddressInfo);
  });
  afterAll(async () => {
    for (const socket of accepted) socket.destroy();
    await app.close();
    await database.close();
  });
  beforeEach(() => app.clock.advance(MINUTE));

  const codes = (answers: readonly Answer[]) =>
    new Set(answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`));
  const read = (ip: string) => app.call('GET', HOUSE, { token, ip });

  /** Sends the head of a sign-in and the beginning of its body. */
  const beginBody = (ip: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${ip}\r\n` +
        'content-type: application/json\r\ncontent-length: 60000\r\n\r\n{"email":"',
    );
    return socket;
  };
  const guess = async (ip: string): Promise<string> => {
    const body = JSON.stringify({ email: 'nobody@home.example', password: 'wrong' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip, connection: 'close' };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/auth/login', headers });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return ((await json(answer)) as { code: string }).code;
  };

  describe('unfinished bodies', () => {
    test('[T-39] 90 of them take no slot; the oldest are cut off with 408, and others are served, also from the same address', async () => {
      const kept = PER_CLIENT.unfinishedBodies;
      const slow: Socket[] = [];
      const cut: Promise<string>[] = [];
      for (let count = 0; count < 90; count += 1) {
        const socket = beginBody(STRANGER);
        slow.push(socket);
        if (slow.length <= 90 - kept) cut.push(once(socket, 'data').then(([data]) => String(data)));
        await once(socket, 'connect');
      }
      for (const text of await Promise.all(cut)) {
        expect(text).toMatch(/^HTTP\/1\.1 408 /);
        expect(text).toContain('"code":"request_timeout"');
        expect(text.toLowerCase()).toContain('connection: close');
      }
      const answers = await Promise.all(Array.from({ length: 30 }, () => read(STRANGER)));
      expect(codes(answers)).toEqual(new Set(['200 ']));
      expect(await guess('198.51.100.7')).toBe('login_failed');
      expect(await guess(STRANGER)).toBe('login_failed');
      for (const socket of slow) socket.destroy();
    });

    test('[T-39] those of one client leave those of others alone', async () => {
      const [early, ...others] = [
        beginBody('203.0.113.9'),
        ...Array.from({ length: 40 }, () => beginBody(STRANGER)),
      ];
      await Promise.all([early, ...others].map((socket) => once(socket, 'connect')));
      await Promise.any(others.map((socket) => once(socket, 'data')));
      expect(early.destroyed || early.bytesRead > 0).toBe(false);
      for (const socket of [early, ...others]) socket.destroy();
    });

    test('[T-39] a client that goes away in the middle of its body is no failure of the database', async () => {
      accepted.clear();
      app.lines.length = 0;
      const socket = beginBody(STRANGER);
      await once(app.server.server, 'request');
      const closed = [...accepted].map((one) => once(one, 'close'));
      socket.destroy();
      await Promise.all(closed);
      expect(await guess('198.51.100.8')).toBe('login_failed');
      expect(app.lines).toEqual([]);
      expect((await app.call('GET', '/readyz')).status).toBe(200);
    });
  });

  test('[API-1] what cannot be read as a request is refused as a problem', async () => {
    const refusalOf = async (head: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write(head);
      const [data] = await once(socket, 'data');
      socket.destroy();
      return String(data);
    };
    const large = await refusalOf(`GET / HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    expect(large).toContain('application/problem+json');
    expect(large).toContain('"code":"headers_too_large"');
    const garbage = await refusalOf('hello\r\n\r\n');
    expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
    expect(garbage).toContain('"code":"bad_request"');
  });

  describe('requests at once', () => {
    test('[T-39] a client that takes its share waits for its own requests, and leaves slots to others', async () => {
      await whileAccountsAreLocked(database.db, async (release) => {
        const refused = Promise.withResolvers<Answer>();
        const flood = Array.from(
          { length: PER_CLIENT.requests + PER_CLIENT.waitingRequests + 1 },
          async () => {
            const answer = await read(STRANGER);
            if (answer.status === 503) refused.resolve(answer);
            return answer;
          },
        );
        expect((await refused.promise).body.code).toBe('busy');
        const other = read('203.0.113.9');
        await release();
        expect((await other).status).toBe(200);
        expect((await Promise.all(flood)).filter(({ status }) => status === 503)).toHaveLength(1);
      });
    });

    test('[T-39] under load sign-outs are refused last: they wait for the next free slot', async () => {
      const sessions = await Promise.all(
        Array.from({ length: SHED_LAST.requests + 20 }, () => openSession(database.db, app, 'second')),
      );
      await whileAccountsAreLocked(database.db, async (release) => {
        const refused = Promise.withResolvers<void>();
        const floods = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].flatMap((ip) =>
          Array.from({ length: PER_NODE.requests / 2 }, async () => {
            const { status } = await read(ip);
            if (status === 503) refused.resolve();
          }),
        );
        await refused.promise;
        expect((await read('203.0.113.9')).body.code).toBe('busy');
        const signOuts = sessions.map((held) =>
          app.call('POST', '/api/auth/logout', { token: held, ip: '203.0.113.9' }),
        );
        await release();
        expect(codes(await Promise.all(signOuts))).toEqual(new Set(['204 ']));
        await Promise.all(floods);
      });
    });

    test('[T-39] calls that end access or make a home safe are shed last', () => {
      const last = endpointRows.filter(({ shed }) => shed === 'last').map(({ name }) => name);
      expect(last).toEqual(
        expect.arrayContaining([
          'auth.logout',
          'account.endSession',
          'account.endOtherSessions',
          'devices.command',
          'devices.changeSetting',
        ]),
      );
    });
  });

  describe('a minute', () => {
    const times = async (count: number, call: () => Promise<Answer>): Promise<Answer[]> => {
      const answers: Answer[] = [];
      while (answers.length < count) {
        const batch = Math.min(PER_CLIENT.requests, count - answers.length);
        answers.push(...(await Promise.all(Array.from({ length: batch }, call))));
      }
      return answers;
    };

    test.each(['/api/openapi.json', '/api/docs'])('[T-39] %s has an allowance per client', async (path) => {
      const get = (ip: string) => app.call('GET', path, { ip });
      expect(codes(await times(PER_MINUTE.document, () => get(STRANGER)))).toEqual(new Set(['200 ']));
      const refused = await get(STRANGER);
      expect([refused.body.code, refused.headers['retry-after']]).toEqual(['too_many_requests', '60']);
      expect((await get('203.0.113.9')).status).toBe(200);
    });

    test('[T-39] tokens that nobody has: 600 look-ups, then 429, while tokens known to be good still work', async () => {
      expect((await read(STRANGER)).status).toBe(200);
      let last = 0;
      const bad = () => app.call('GET', HOUSE, { token: `bad-${(last += 1)}`, ip: STRANGER });
      const first = await times(PER_MINUTE['unknown-token'], bad);
      expect(codes(first)).toEqual(new Set(['401 session_expired']));
      const refused = await bad();
      expect([refused.body.code, refused.headers['retry-after']]).toEqual(['too_many_requests', '60']);
      expect((await read(STRANGER)).status).toBe(200);
      expect((await app.call('GET', HOUSE, { token: 'bad', ip: '203.0.113.9' })).status).toBe(401);
      app.clock.advance(MINUTE);
      expect((await bad()).body.code).toBe('session_expired');
    });
  });
});
