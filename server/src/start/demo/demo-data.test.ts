import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readConfig } from '../../config.ts';
import { prepareEveningEvents } from '../../demo/evening-event.ts';
import { accounts } from '../../demo/homes/accounts.ts';
import { simulatePieces } from '../../demo/past/history-pieces.ts';
import type { HistoryOrder } from '../../demo/past/history-pieces.ts';
import { createHistoryProgress } from '../../demo/past/history-progress.ts';
import { writeHistory } from '../../demo/past/history.ts';
import { isSeeded } from '../../demo/seed.ts';
import { migrations } from '../../db/migrations/index.ts';
import { settleEvents } from '../../results/settle-events.ts';
import { startApp, testKeys } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { bothDatabases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { insertTestData, emailOf, signIn } from '../../testing/test-data.ts';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import { DEMO_SIGN_IN, startMessage } from '../console.ts';
import { prepareDemoData } from './demo-data.ts';

const POSTGRES = { DATABASE_URL: 'postgres://host/name' };
/** Addresses of the calls whose answers are made of the past, with a query that asks for it. */
const CALLS_OF_THE_PAST = Object.values(endpoints)
  .flatMap((table): Endpoint[] => Object.values(table))
  .filter(({ needsHistory, method }) => needsHistory !== undefined && method === 'GET')
  .map(({ path }) => `${path}?start=2026-11-01T00:00:00Z&keys=x`);
const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });

describe.each(bothDatabases)('%s', (_name, open) => {
  let database: TestDatabase;
  /** One server that was started with demo data, and one that was not. */
  let demo: TestApp;
  let plain: TestApp;

  const prepare = async (options: readonly string[], settings: Record<string, string> = {}) => {
    const warnings: string[] = [];
    await prepareDemoData(readConfig({ ...POSTGRES, ...settings }, options), {
      db: database.db,
      clock: demo.clock,
      keys: testKeys,
      preparation: null,
      warn: (text) => warnings.push(text),
      out: quiet,
    });
    return warnings;
  };
  const logIn = (app: TestApp) =>
    app.call('POST', '/api/auth/login?pid=sunvale', { body: DEMO_SIGN_IN, ip: '203.0.113.5' });

  beforeAll(async () => {
    database = await open();
    demo = await startApp(database.db, {
      demo: true,
      historyProgress: createHistoryProgress(database.db, { demo: true }),
    });
    plain = await startApp(database.db, { seed: 'plain', clock: demo.clock });
    await insertTestData(database.db, plain);
    // The demo's own numbers are free.
    await sql`update house set number = number + 100000`.execute(database.db);
  });
  afterAll(async () => {
    await Promise.all([demo.close(), plain.close()]);
    await database.close();
  });

  test('[T-9] accounts of the demo data sign in only where the server was started with them', async () => {
    expect(await prepare([])).toEqual([]);
    expect(await prepare(['--demo'])).toEqual([]);
    const signedIn = await logIn(demo);
    expect(signedIn.status).toBe(200);
    const { token, user } = signedIn.body as { token: string; user: { id: string } };
    const visit = async (app: TestApp) =>
      (await app.call('GET', `/api/account/${user.id}`, { token })).status;
    expect([await visit(demo), await visit(plain)]).toEqual([200, 401]);

    const refused = await logIn(plain);
    expect([refused.status, refused.body.code]).toEqual([401, 'login_failed']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    // The others are not concerned.
    expect(await signIn(plain, 'owner')).toMatch(/^[\w-]{43}$/);
    const [warning, ...others] = await prepare([]);
    expect(others).toEqual([]);
    expect(warning).toContain('They cannot sign in without --demo; start once with --remove-demo');
  });

  test('an event comes up at a provider whose season allows it, one at a time', async () => {
    const { db } = database;
    // One that is tried out beside the demo's orders its own, also before anything is stored of it.
    const tried = demo.providers.all.slice(0, 1).map((provider) => ({ ...provider, id: 'tried' }));
    const prepareEvenings = () =>
      prepareEveningEvents({ db, clock: demo.clock }, [...demo.providers.all, ...tried]);
    await prepareEvenings();
    const listed = () =>
      db
        .selectFrom('demandEvent')
        .select(['providerId', 'programId', 'kind', 'dispatchId', 'startTime', 'cancelledAt'])
        .where('origin', '=', 'demo')
        .orderBy('startTime')
        .orderBy('kind')
        .execute();
    const events = await listed();
    const sunvale = events.filter(({ providerId }) => providerId === 'sunvale');
    expect(sunvale.map(({ programId, kind }) => [programId, kind])).toEqual([
      ['home-battery', 'battery'],
      ['winter-heating', 'rac'],
      ['winter-heating', 'tstat'],
    ]);
    // 17:00 in Denver.
    expect(sunvale[0]?.startTime.toISOString()).toBe('2026-11-16T00:00:00.000Z');
    expect(new Set(sunvale.map(({ dispatchId }) => dispatchId)).size).toBe(1);
    await prepareEvenings();
    expect(await listed()).toEqual(events);
    await db.updateTable('demandEvent').set({ cancelledAt: demo.clock.now() }).execute();
    await prepareEvenings();
    expect(await listed()).toHaveLength(events.length);
    // When it is over the next one comes, also in the middle of the night.
    demo.clock.advance(Date.parse('2026-11-16T23:50:00-07:00') - demo.clock.now().getTime());
    await prepareEvenings();
    const later = (await listed()).filter(
      ({ providerId, cancelledAt }) => providerId === 'sunvale' && cancelledAt === null,
    );
    expect(later.map(({ kind, startTime }) => [kind, startTime.toISOString()])).toEqual(
      ['battery', 'rac', 'tstat'].map((kind) => [kind, '2026-11-18T00:00:00.000Z']),
    );
  });

  test('[T-9] data that were seeded before they were marked are marked by the migration', async () => {
    const { db } = database;
    await prepare(['--demo']);
    const marked = async () => {
      const { rows } = await sql<{ accounts: number; houses: number }>`
        select (select count(*)::int from account where demo) as accounts,
          (select count(*)::int from house where demo) as houses`.execute(db);
      return rows[0];
    };
    const before = await marked();
    expect(before?.accounts).toBeGreaterThanOrEqual(accounts.length);
    await sql`update account set demo = false`.execute(db);
    await sql`update house set demo = false`.execute(db);
    const updates = (migrations['011-marked-demo-data'] ?? []).filter((one) => one.startsWith('update'));
    expect(updates).toHaveLength(2);
    for (const update of updates) await sql.raw(update).execute(db);
    expect(await marked()).toEqual(before);
  });

  test('[T-9] --remove-demo deletes them and nothing else, and the demo can be seeded again', async () => {
    await prepare(['--demo']);
    expect(await prepare(['--remove-demo'])).toEqual([
      expect.stringMatching(/^\d+ accounts of the demo data were deleted, with their houses\.$/),
    ]);
    expect(await isSeeded(database.db)).toBe(false);
    const left = await database.db.selectFrom('account').select('email').execute();
    expect(left.filter(({ email }) => email.endsWith('@porchlight.example'))).toEqual([]);
    expect(left.map(({ email }) => email)).toContain(emailOf('owner'));
    const houses = await database.db.selectFrom('house').select('id').orderBy('id').execute();
    expect(houses.map(({ id }) => id)).toEqual(['housea', 'houseb', 'housec']);
    expect(await prepare([])).toEqual([]);
    await prepare(['--demo']);
    expect((await logIn(demo)).status).toBe(200);
  });

  test("while the demo's past is being written its homes are told how far it is, and no other home waits", async () => {
    await prepare(['--demo']);
    const { db } = database;
    const { token, user } = (await logIn(demo)).body as SignedIn;
    const houseId = user.roles[0]?.houseId ?? '';
    const owner = await signIn(demo, 'owner');
    const addressOf = (path: string, house: string) =>
      `/api${path.replace('{houseId}', house).replaceAll(/\{\w+\}/g, '2026-11-01')}`;
    const askDemo = (path: string) => demo.call('GET', addressOf(path, houseId), { token });
    const askOther = (path: string) => demo.call('GET', addressOf(path, 'housea'), { token: owner });
    const seen: number[] = [];
    const look = async () => {
      const { preparing, monthlyResults, latestResult } = (await askDemo('/house/{houseId}/dashboard')).body;
      expect([monthlyResults, latestResult]).toEqual([null, null]);
      seen.push(preparing.progress);
    };
    const lookAtCalls = async () => {
      expect(CALLS_OF_THE_PAST.length).toBeGreaterThan(14);
      for (const path of CALLS_OF_THE_PAST) {
        const { status, body, headers } = await askDemo(path);
        expect({ path, status, code: body.code }).toEqual({ path, status: 503, code: 'history_preparing' });
        expect(headers['retry-after']).toBe('2');
        expect(body.title).toBe('The demo’s history is being prepared.');
        expect(body.detail).toMatch(/^\d{1,2} % is stored\.$/);
        expect((await askOther(path)).body?.code).not.toBe('history_preparing');
      }
      expect((await askDemo('/house/{houseId}/event/{eventId}')).body.code).toBe('history_preparing');
      expect((await askDemo('/house/{houseId}/event?active=true')).status).toBe(200);
      const { preparing, monthlyResults } = (await askOther('/house/{houseId}/dashboard')).body;
      expect(preparing).toBeNull();
      expect(monthlyResults).not.toBeNull();
    };
    async function* simulateAndLook(order: HistoryOrder) {
      await lookAtCalls();
      for (const piece of simulatePieces(order)) {
        await look();
        yield piece;
      }
    }
    const onError = (error: unknown) => {
      throw error;
    };
    await writeHistory({
      db,
      clock: demo.clock,
      days: 2,
      homes: [],
      simulate: simulateAndLook,
      isStopped: () => false,
      settle: async () => {
        await look();
        await settleEvents({
          db,
          clock: demo.clock,
          isStopped: () => false,
          writeNotices: async () => {},
          writeCorrections: async () => {},
          onError,
        });
      },
    });
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBeGreaterThan(0.8);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(10);
    const dashboard = (await askDemo('/house/{houseId}/dashboard')).body;
    expect(dashboard.preparing).toBeNull();
    expect(dashboard.monthlyResults).not.toBeNull();
    for (const path of CALLS_OF_THE_PAST) expect((await askDemo(path)).status).not.toBe(503);
    // A refusal that is meant is no failure of the server.
    expect(demo.lines).toEqual([]);
  });

  test('[T-9] demo data on a public address are warned of, in the log and on the screen', async () => {
    const everywhere = { HOST: '0.0.0.0' };
    expect(await prepare(['--demo'], everywhere)).toEqual([
      expect.stringContaining('Demo data on a public address'),
    ]);
    expect(startMessage(readConfig(everywhere, []), 'http://localhost:1')).toContain('WARNING');
    expect(startMessage(readConfig({}, []), 'http://localhost:1')).not.toContain('WARNING');
    expect(startMessage(readConfig({ ...POSTGRES, ...everywhere }, []), 'http://localhost:1')).not.toContain(
      'WARNING',
    );
  });
});
