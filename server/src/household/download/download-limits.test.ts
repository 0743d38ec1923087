import { createConnection } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Download } from '#contract/entities/download.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { seededRandom } from '../../demo/seeded-random.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { ensureDays } from '../../stores/telemetry/telemetry-days.ts';
import { bothDatabases, openPostgresCopy } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { createJobs } from '../../jobs/queue.ts';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import { startApp, testKeys } from '../../testing/app.ts';
import { startDownloads } from './make-download.ts';
import { makeDownloads } from '../../testing/account/downloads.ts';
import { restoreRoles } from '../../testing/access-matrix/household-preconditions.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { openSignInCalls } from '../../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../../testing/auth/sign-in-calls.ts';
import { accountIdOf, insertTestData } from '../../testing/test-data.ts';

const DOWNLOAD = `/api/account/${accountIdOf('owner')}/download`;
const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
/** More than sockets keep for a reader who does not read. */
const ROWS = 1_200;
const ROW_BYTES = 12_000;
/** The last part of every ZIP begins with it. */
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');

describe('[T-39] downloads on PostgreSQL', () => {
  let calls: SignInCalls;
  let token: string;
  let port: number;
  /** The server's ends of the connections. */
  const served: Socket[] = [];

  beforeAll(async () => {
    calls = await openSignInCalls(await openPostgresCopy());
    const { db, app } = calls;
    const noise = Buffer.from(seededRandom('noise').bytes(1_000_000)).toString('base64');
    const from = app.clock.now().getTime() - 2 * HOUR;
    await ensureDays(db, [from, from + ROWS * SECOND]);
    for (let first = 0; first < ROWS; first += 200) {
      await insertRows(
        db,
        'telemetry',
        Array.from({ length: 200 }, (_, index) => ({
          ...HEATER,
          time: new Date(from + (first + index) * SECOND),
          note: noise.slice(((first + index) * ROW_BYTES) % 1_000_000).slice(0, ROW_BYTES),
        })),
      );
    }
    app.server.server.on('connection', (socket) => served.push(socket));
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.server.address() as AddressInfo);
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.startAfresh();
    await restoreRoles(calls.db);
    await calls.db.deleteFrom('ownDownload').execute();
    token = await openSession(calls.db, calls.app, 'owner');
    await calls.app.call('POST', DOWNLOAD, { token, body: { houseId: 'housea' } });
    await makeDownloads({ db: calls.db, clock: calls.app.clock });
  });

  const state = async () => (await calls.app.call('GET', DOWNLOAD, { token })).body as Download;

  /** Fetches the file on a connection of its own, and stops reading at the first bytes. */
  const fetchAndStall = async (): Promise<Socket> => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write(
      `GET ${DOWNLOAD}/file HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    const first = await new Promise<Buffer>((resolve) => {
      socket.once('data', (chunk: Buffer) => {
        socket.pause();
        resolve(chunk);
      });
    });
    expect(first.toString('latin1')).toContain('200 OK');
    return socket;
  };
  const lastServed = (): Socket => served.at(-1) as Socket;
  /** Resolves when nobody takes what is to be sent next. */
  const untilStalled = async (end: Socket): Promise<void> => {
    let before = 0;
    const isStalled = (): boolean => {
      const last = before;
      before = end.bytesWritten;
      return before === last && end.writableNeedDrain;
    };
    await expect.poll(isStalled, { interval: 250, timeout: 20_000 }).toBe(true);
  };
  const readRest = async (socket: Socket): Promise<Buffer> => {
    const parts: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => parts.push(chunk));
    const ended = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.resume();
    await ended;
    return Buffer.concat(parts);
  };

  test('a reader who leaves finds it again; who then reads all of it leaves nothing', async () => {
    const socket = await fetchAndStall();
    await untilStalled(lastServed());
    socket.destroy();
    await expect.poll(() => lastServed().destroyed, { interval: 50, timeout: 5_000 }).toBe(true);
    const { bytes, ...left } = await state();
    expect(left).toMatchObject({ state: 'ready', houseId: 'housea' });
    expect(bytes).toBeGreaterThan(5_000_000);
    const all = await readRest(await fetchAndStall());
    expect(all.includes(ZIP_END)).toBe(true);
    await expect.poll(async () => (await state()).state, { interval: 50, timeout: 5_000 }).toBe('none');
    const chunks = await calls.db.selectFrom('ownDownloadChunk').select('number').execute();
    expect(chunks).toEqual([]);
  });

  test('who has not read all of it after fifteen minutes is cut off', async () => {
    const socket = await fetchAndStall();
    const end = lastServed();
    await untilStalled(end);
    calls.app.clock.advance(15 * MINUTE + SECOND);
    await expect.poll(() => end.destroyed, { interval: 50, timeout: 5_000 }).toBe(true);
    expect((await readRest(socket)).includes(ZIP_END)).toBe(false);
    expect((await state()).state).toBe('ready');
  });

  test('[T-19] who is removed meanwhile gets no more of it', async () => {
    const socket = await fetchAndStall();
    const by = { token: await openSession(calls.db, calls.app, 'second') };
    const path = `/api/house/housea/household/member/${accountIdOf('owner')}`;
    expect((await calls.app.call('DELETE', path, by)).status).toBe(204);
    expect((await readRest(socket)).includes(ZIP_END)).toBe(false);
  });
});

describe.each(bothDatabases)('%s: downloads by the queue', (_name, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    return () => database.close();
  });

  test('[T-39] [T-30] what was asked for is made by a worker, one at a time; a run that fails is followed by another', async () => {
    const { db, engine } = database;
    const jobs = createJobs(engine, () => {});
    await jobs.start();
    const app = await startApp(db, { jobs });
    await insertTestData(db, app);
    let [running, most, fails] = [0, 0, 1];
    const errors: string[] = [];
    const createPause = () => async () => {
      running += 1;
      most = Math.max(most, running);
      await yieldToEventLoop();
      running -= 1;
      fails -= 1;
      if (fails === 0) throw new Error('lost its database');
    };
    const deps = { db, clock: app.clock, keys: testKeys, createPause, isStopped: () => false };
    await startDownloads(deps, jobs, (error) => errors.push(String(error)));
    const people = ['owner', 'second', 'withTotp'] as const;
    const stateOf = async (person: (typeof people)[number]) => {
      const token = await openSession(db, app, person);
      const path = `/api/account/${accountIdOf(person)}/download`;
      return async (method: 'GET' | 'POST') =>
        (
          await app.call(method, path, {
            token,
            ...(method === 'POST' ? { body: { houseId: 'housea' } } : {}),
          })
        ).body.state as string;
    };
    const calls = await Promise.all(people.map(stateOf));
    expect(await Promise.all(calls.map((call) => call('POST')))).toEqual(people.map(() => 'making'));
    const states = () => Promise.all(calls.map((call) => call('GET')));
    await expect.poll(states, { interval: 200, timeout: 60_000 }).toEqual(people.map(() => 'ready'));
    expect(most).toBe(1);
    expect(errors).toEqual(['Error: lost its database']);
    const runs = await db.selectFrom('ownDownload').select('run').orderBy('run').execute();
    expect(runs.map(({ run }) => run)).toEqual([1, 1, 2]);
    await jobs.stop();
    await app.close();
  });
});
