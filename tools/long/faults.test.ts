import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PEOPLE, accountIdOf } from '../../server/src/testing/test-data.ts';
import type { Person } from '../../server/src/testing/test-data.ts';
import { openPostgresCopy } from '../../server/src/testing/database/databases.ts';
import type { TestDatabase } from '../../server/src/testing/database/databases.ts';
import {
  READERS,
  everydayCalls,
  fillWorld,
  killNodes,
  nextNetwork,
  startNode,
  tokenFor,
} from './fault-world.ts';
import { percentile } from '../../bench/load.ts';
import { freePort } from '../start/free-port.mjs';
import { describeCounts, newCounts, send, sendCounted, startLoad } from './load.ts';
import type { Counts } from './load.ts';
import { startNginx } from './nginx.ts';

const UNFINISHED = 90;
const NORMAL_PER_SECOND = 50;
const NORMAL_SECONDS = 10;
const STOPS = 12;
const ROLLING_RESTARTS = 2;
const SESSIONS_OF_EACH = 25;

let database: TestDatabase;
let settings: Record<string, string>;
const summary: string[] = [];
const report = (what: string, counts: Counts, more = ''): void => {
  const line = `${what}: ${describeCounts(counts)}${more}`;
  console.log(`  ${line}`);
  summary.push(line);
};

const tokensOfReaders = async (): Promise<Map<Person, string>> => {
  const tokens = new Map<Person, string>();
  for (const person of READERS) tokens.set(person, await tokenFor(database.db, person));
  return tokens;
};

beforeAll(async () => {
  database = await openPostgresCopy();
  await fillWorld(database.db);
  settings = { DATABASE_URL: database.url ?? '', SHUTDOWN_DELAY: '1' };
});
afterEach(killNodes);
afterAll(async () => {
  await database.close();
  for (const line of summary) console.log(line);
});

test(`[T-39] ${UNFINISHED} unfinished bodies beside ${NORMAL_PER_SECOND} normal requests a second: none is refused`, async () => {
  const address = await startNode(settings).ready();
  const port = Number(new URL(address).port);
  const attacker = '198.51.100.66';
  let isOver = false;
  let opened = 0;
  const slow = new Set<Socket>();
  const open = (): void => {
    if (isOver) return;
    opened += 1;
    const socket = connect(port, '127.0.0.1');
    slow.add(socket);
    socket.on('error', () => {});
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${attacker}\r\n` +
        'content-type: application/json\r\ncontent-length: 60000\r\n\r\n{"email":"',
    );
    // A client that is cut off comes back, a few times a second.
    socket.on('close', () => {
      slow.delete(socket);
      setTimeout(open, 200).unref();
    });
    socket.resume();
  };
  for (let count = 0; count < UNFINISHED; count += 1) open();
  const counts = newCounts();
  const agent = new Agent({ keepAlive: true });
  const nextCall = everydayCalls(await tokensOfReaders());
  const calls: Promise<unknown>[] = [];
  for (let count = 0; count < NORMAL_PER_SECOND * NORMAL_SECONDS; count += 1) {
    const call = nextCall();
    // Some share the attacker's address.
    const headers = count % 10 === 3 ? { ...call.headers, 'x-forwarded-for': attacker } : call.headers;
    calls.push(sendCounted(counts, agent, address, { ...call, ...(headers ? { headers } : {}) }));
    await sleep(1_000 / NORMAL_PER_SECOND);
  }
  await Promise.all(calls);
  isOver = true;
  for (const socket of slow) socket.destroy();
  agent.destroy();
  const p99 = percentile(counts.milliseconds, 0.99);
  report(`${UNFINISHED} unfinished bodies (${opened} opened)`, counts, `, p99 ${p99.toFixed(0)} ms`);
  expect([counts.refused, counts.broken]).toEqual([0, 0]);
  expect(p99).toBeLessThan(1_000);
});

test(`${STOPS} stops under load break no request`, async () => {
  const total = newCounts();
  let afterSignal = 0;
  let server = startNode(settings);
  for (let round = 1; round <= STOPS; round += 1) {
    const { counts, ended } = startLoad(await server.ready(), 16, everydayCalls(await tokensOfReaders()));
    await expect.poll(() => counts.tried, { timeout: 30_000 }).toBeGreaterThan(100);
    const before = counts.tried;
    const stopped = server.end('SIGTERM');
    await ended;
    // Nobody calls this one any more: while it ends, the next one starts.
    if (round < STOPS) server = startNode(settings);
    expect(await stopped).toEqual({ code: 0, signal: null });
    afterSignal += counts.tried - before;
    total.tried += counts.tried;
    total.refused += counts.refused;
    total.broken += counts.broken;
    for (const [fault, count] of counts.faults)
      total.faults.set(fault, (total.faults.get(fault) ?? 0) + count);
  }
  report(`${STOPS} stops`, total, `, ${afterSignal} answered after the signal`);
  expect([total.refused, total.broken]).toEqual([0, 0]);
  expect(afterSignal).toBeGreaterThan(STOPS);
});

describe('behind the nginx of the manual', () => {
  test('a rolling restart of two nodes under load: no request fails', async () => {
    const ports = [await freePort(), await freePort()];
    // As if the clients, which say their address themselves, were a proxy before nginx.
    const start = async (port: number) => {
      const node = startNode({ ...settings, PORT: String(port), TRUSTED_PROXIES: '2' });
      const address = await node.ready();
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 30_000 }).toBe(200);
      return node;
    };
    const nodes = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
    const nginx = await startNginx(ports);
    const { counts, stop } = startLoad(nginx.address, 16, everydayCalls(await tokensOfReaders()));
    await expect.poll(() => counts.tried, { timeout: 30_000 }).toBeGreaterThan(200);
    for (let restart = 0; restart < ROLLING_RESTARTS; restart += 1) {
      const index = restart % 2;
      expect(await nodes[index]?.end('SIGTERM')).toEqual({ code: 0, signal: null });
      nodes[index] = await start(ports[index] ?? 0);
    }
    await stop();
    await nginx.stop();
    report(`rolling restart, ${ROLLING_RESTARTS} times`, counts);
    expect([counts.refused, counts.broken]).toEqual([0, 0]);
  });

  test('[T-1] a host that the client forwards is not believed', async () => {
    const node = startNode(settings);
    const nginx = await startNginx([Number(new URL(await node.ready()).port)]);
    const token = await tokenFor(database.db, 'owner');
    const agent = new Agent();
    const read = async (headers: Record<string, string>) => {
      const authorization = `Bearer ${token}`;
      const call = {
        path: `/api/account/${accountIdOf('owner')}`,
        headers: { authorization, ...headers },
        expected: [],
      };
      const outcome = await send(agent, nginx.address, call);
      return typeof outcome === 'string' ? outcome : outcome.status;
    };
    expect(await read({})).toBe(200);
    expect(await read({ host: 'home.harbour.example' })).toBe(401);
    expect(await read({ host: 'home.harbour.example', 'x-forwarded-host': 'localhost' })).toBe(401);
    await nginx.stop();
  });

  test('WebSockets are let through', async () => {
    const upstream = createServer();
    upstream.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
      socket.pipe(socket);
    });
    upstream.on('request', (_request, response) => void response.end('plain'));
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const nginx = await startNginx([(upstream.address() as AddressInfo).port]);
    const asked = get(nginx.address, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    });
    const [answer, socket] = await once(asked, 'upgrade');
    expect(answer.statusCode).toBe(101);
    socket.write('hello');
    expect(String((await once(socket, 'data'))[0])).toBe('hello');
    socket.destroy();
    upstream.close();
    await nginx.stop();
  });
});

test('[T-39] 200 sessions of 8 accounts that sign out everywhere else at once: one of each account is left', async () => {
  const people = (Object.keys(PEOPLE) as Person[]).filter((person) => person !== 'inactive').slice(0, 8);
  const address = await startNode(settings).ready();
  await database.db.deleteFrom('session').execute();
  const calls = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: SESSIONS_OF_EACH }, async () => ({
        method: 'DELETE',
        path: `/api/account/${accountIdOf(person)}/session`,
        headers: {
          authorization: `Bearer ${await tokenFor(database.db, person)}`,
          'x-forwarded-for': nextNetwork(),
        },
        // Those that another one has signed out first.
        expected: [204, 401],
      })),
    ),
  );
  const counts = newCounts();
  const agent = new Agent({ keepAlive: true });
  await Promise.all(calls.map((call) => sendCounted(counts, agent, address, call)));
  agent.destroy();
  const left = await database.db.selectFrom('session').select('accountId').execute();
  const lost = people.filter((person) => !left.some(({ accountId }) => accountId === accountIdOf(person)));
  report('parallel ends of sessions', counts, `, ${lost.length} lost`);
  expect(counts).toMatchObject({ tried: 200, refused: 0, broken: 0 });
  expect(left.map(({ accountId }) => accountId).toSorted()).toEqual(people.map(accountIdOf).toSorted());
});
