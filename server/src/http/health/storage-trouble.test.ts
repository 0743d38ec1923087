import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { connectPostgres } from '../../db/connection.ts';
import type { RootDb } from '../../db/connection.ts';
import { whileAccountsAreLocked } from '../../testing/auth/account-lock.ts';
import { startApp } from '../../testing/app.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { postgresOnly, openPostgresCopy } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { PASSWORD, accountIdOf, insertTestData, emailOf, signIn } from '../../testing/test-data.ts';
import { asAppError } from '../errors/problem.ts';
import { createStorageHealth } from './storage-health.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

const HOUSE = '/api/house/housea';
const seen = ({ status, body, headers }: Answer): unknown[] => [status, body?.code, headers['retry-after']];

const TROUBLES = {
  '53100': 'disk full',
  '25006': 'read-only',
  '53200': 'out of memory',
  '58030': 'input or output error',
};

/** Makes every new session fail with the error that the database has when it cannot store one. */
const failSessions = async (db: RootDb, code: string): Promise<void> => {
  await sql`
    create or replace function fail_for_test() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'no room' using errcode = '${code}'; end`)}`.execute(db);
  await sql`
    create or replace trigger fail_for_test before insert on session execute function fail_for_test()`.execute(
    db,
  );
};
const healSessions = (db: RootDb) => sql`drop trigger fail_for_test on session`.execute(db);

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
  beforeEach(() => {
    app.clock.advance(MINUTE);
    app.lines.length = 0;
  });

  const login = () =>
    app.call('POST', '/api/auth/login', { body: { email: emailOf('owner'), password: PASSWORD } });
  const readiness = async () => (await app.call('GET', '/readyz')).body;

  test.each(Object.entries(TROUBLES))(
    '[T-39] SQLSTATE %s (%s): 503 with Retry-After, a log line a second, and service as soon as it is over',
    async (code) => {
      await failSessions(database.db, code);
      for (let count = 0; count < 5; count += 1) {
        expect(seen(await login())).toEqual([503, 'database_unavailable', '2']);
      }
      expect((await app.call('GET', HOUSE, { token })).status).toBe(200);
      expect(app.lines).toHaveLength(1);
      app.clock.advance(SECOND);
      await login();
      const [first, second] = app.lines.map((line) => JSON.parse(line));
      expect(first).toMatchObject({ code: 'database_unavailable', errorCode: code, leftOut: 0 });
      expect(second).toMatchObject({ errorCode: code, leftOut: 4 });
      expect(app.lines.join('')).not.toContain('    at ');
      await healSessions(database.db);
      expect((await login()).status).toBe(200);
      expect(await readiness()).toEqual({ status: 'ready', waitingFor: [] });
    },
  );

  test('[T-39] checks of the database that are asked for at the same time are one, and the next is another', async () => {
    let statements = 0;
    const counting = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const health = createStorageHealth(counting);
    const answers = await Promise.all(Array.from({ length: 50 }, () => health.trouble()));
    expect([new Set(answers), statements]).toEqual([new Set([null]), 1]);
    await health.trouble();
    expect(statements).toBe(2);
  });

  test('[T-39] what the driver says of a deadlock, and of a lock that was not had in time, is busy', () => {
    for (const code of ['40P01', '40001', '55P03', '57014']) {
      const { code: told, extras } = asAppError(Object.assign(new Error('wait'), { code }));
      expect([told, extras.retryAfterSeconds]).toEqual(['busy', 2]);
    }
  });
});

describe('PostgreSQL', () => {
  let database: TestDatabase;
  let app: TestApp;
  let db: RootDb;

  beforeAll(async () => {
    database = await openPostgresCopy();
    db = connectPostgres(database.url ?? '', () => {});
    app = await startApp(db);
    await insertTestData(db, app);
  });
  afterAll(async () => {
    await app.close();
    await db.destroy();
    await database.close();
  });
  beforeEach(() => app.clock.advance(MINUTE));

  const readiness = async () => (await app.call('GET', '/readyz')).body;

  test('[T-39] 20 times two sessions that sign out everywhere else at once: one wins, nobody sees an error', async () => {
    const endOthers = (token: string) =>
      app.call('DELETE', `/api/account/${accountIdOf('second')}/session`, { token });
    for (let round = 0; round < 20; round += 1) {
      app.clock.advance(MINUTE);
      const [first, second] = [await signIn(app, 'second'), await signIn(app, 'second')];
      const answers = await Promise.all([endOthers(first), endOthers(second)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401]);
    }
  });

  test('[T-39] a table that stays locked: busy with Retry-After, before the client gives up', async () => {
    const token = await signIn(app, 'owner');
    await whileAccountsAreLocked(database.db, async () => {
      app.lines.length = 0;
      expect(seen(await app.call('GET', HOUSE, { token }))).toEqual([503, 'busy', '2']);
      // By the limit of the lock, not by the longer one of the statement.
      expect(JSON.parse(app.lines[0] ?? '{}')).toMatchObject({ code: 'busy', errorCode: '55P03' });
    });
    expect((await app.call('GET', HOUSE, { token })).status).toBe(200);
  });

  test('[T-39] a database that became read-only: 503, /readyz says why, and service when it can be written again', async () => {
    const name = new URL(database.url ?? '').pathname.slice(1);
    const set = async (mode: 'on' | 'off') => {
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(mode)}`.execute(
        database.db,
      );
      // Open connections keep the mode that they began with.
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and pid <> pg_backend_pid()`.execute(database.db);
    };
    const login = () =>
      app.call('POST', '/api/auth/login', { body: { email: emailOf('owner'), password: PASSWORD } });
    await sql`set session characteristics as transaction read write`.execute(database.db);
    await set('on');
    await expect.poll(async () => seen(await login())).toEqual([503, 'database_unavailable', '2']);
    await expect
      .poll(readiness)
      .toEqual({ status: 'waiting', waitingFor: ['database'], database: 'read-only' });
    await set('off');
    await expect.poll(async () => (await login()).status).toBe(200);
    expect(await readiness()).toEqual({ status: 'ready', waitingFor: [] });
  });
});
