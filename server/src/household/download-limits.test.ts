import { createConnection } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { seededRandom } from '../demo/seeded-random.ts';
import { insertRows } from '../stores/system/demo.ts';
import { ensureDays } from '../stores/telemetry/telemetry-days.ts';
import { openPostgresCopy } from '../testing/database/databases.ts';
import { restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { openSignInCalls } from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { accountIdOf } from '../testing/test-data.ts';

const downloadOf = (houseId: string): string => `/api/house/${houseId}/household/download`;
const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
/** More than sockets keep for a reader who does not read. */
const ROWS = 1_200;
const ROW_BYTES = 12_000;
/** The last part of every ZIP begins with it. */
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');

describe('[T-39] downloads on PostgreSQL', () => {
  let calls: SignInCalls;
  let tokens: { readonly owner: string; readonly neighbour: string };
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
  const signInFreshly = async () => {
    const [owner, neighbour] = [
      await openSession(calls.db, calls.app, 'owner'),
      await openSession(calls.db, calls.app, 'neighbour'),
    ];
    tokens = { owner, neighbour };
  };
  beforeEach(async () => {
    calls.startAfresh();
    await restoreRoles(calls.db);
    await calls.db.deleteFrom('authBudget').where('kind', '=', 'download').execute();
    await signInFreshly();
  });

  /** Of a home with few data. */
  const ask = () =>
    calls.app.server.inject({
      method: 'POST',
      url: downloadOf('houseb'),
      headers: { authorization: `Bearer ${tokens.neighbour}` },
    });
  const status = async () => (await ask()).statusCode;

  /** Asks for the many data on a connection of its own, and stops reading at the first bytes. */
  const askAndStall = async (): Promise<Socket> => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write(
      `POST ${downloadOf('housea')} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens.owner}\r\nContent-Length: 0\r\n\r\n`,
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

  test('of those that come together four are made at once, and those that come later again', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(4);
    expect(busy.map(({ headers }) => headers['retry-after'])).toEqual(['60', '60']);
    expect(await status()).toBe(200);
  });

  test('a reader who leaves makes room', async () => {
    const readers = [await askAndStall(), await askAndStall(), await askAndStall(), await askAndStall()];
    expect(await status()).toBe(503);
    for (const socket of readers) socket.destroy();
    await expect.poll(status, { interval: 50, timeout: 5_000 }).toBe(200);
  });

  test('who has not read all of it after fifteen minutes is cut off', async () => {
    const socket = await askAndStall();
    const end = served.splice(0).find(({ destroyed }) => !destroyed);
    expect(end).toBeDefined();
    await untilStalled(end as Socket);
    calls.app.clock.advance(15 * MINUTE + SECOND);
    await expect.poll(() => end?.destroyed, { interval: 50, timeout: 5_000 }).toBe(true);
    expect((await readRest(socket)).includes(ZIP_END)).toBe(false);
  });

  test('[T-19] who is removed meanwhile gets no more of it', async () => {
    const socket = await askAndStall();
    const by = { token: await openSession(calls.db, calls.app, 'second') };
    const path = `/api/house/housea/household/member/${accountIdOf('owner')}`;
    expect((await calls.app.call('DELETE', path, by)).status).toBe(204);
    expect((await readRest(socket)).includes(ZIP_END)).toBe(false);
  });
});
