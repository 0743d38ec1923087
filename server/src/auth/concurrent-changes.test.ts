import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR } from '#domain/time/time.ts';
import { connectPostgres } from '../db/connection.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { newToken } from '../lib/secrets/random.ts';
import { systemProviderScope } from '../lib/scope/system-scope.ts';
import { findCredentials } from '../stores/account/account.ts';
import { startApp } from '../testing/app.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { createMailbox } from '../testing/messages/mailbox.ts';
import { PASSWORD, PEOPLE, accountIdOf, insertTestData, emailOf, signIn } from '../testing/test-data.ts';
import { completeSignIn } from './complete-sign-in.ts';

/** ms; two passwords are hashed before the call waits for the lock, on a machine that may be busy. */
const LOCK_WAIT_TIMEOUT = 20_000;

/** The account changes between reading it and writing: comparing a secret takes long enough for that. */
describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  /** A second connection, on which the owner resets the password during calls of others. */
  let owner: RootDb;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db, { jobs: createMailbox().jobs });
    owner = database.url === null ? database.db : connectPostgres(database.url, () => {});
    await insertTestData(database.db, app);
  });
  afterAll(async () => {
    await app.close();
    if (owner !== database.db) await owner.destroy();
    await database.close();
  });
  beforeEach(() => app.clock.advance(HOUR));

  const id = accountIdOf('second');
  const put = (values: object, db: Db = database.db) =>
    db.updateTable('account').set(values).where('id', '=', id).execute();
  const accountRow = () =>
    database.db
      .selectFrom('account')
      .select(['passwordHash', 'totpSecret', 'active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const sessionCount = async () =>
    (await database.db.selectFrom('session').select('id').where('accountId', '=', id).execute()).length;

  test.each([
    ['the password', { passwordHash: 'another' }],
    ['the second factor', { totpSecret: 'sealed' }],
    ['the account', { active: false }],
  ])('[T-19] nobody is signed in where %s has changed since it was read', async (_what, change) => {
    const scope = systemProviderScope(PEOPLE.second);
    const account = await findCredentials(database.db, scope, emailOf('second'));
    if (!account) throw new Error('nobody has this address');
    const browser = { secret: newToken(app.random), keep: () => {}, userAgent: null };
    const complete = () =>
      completeSignIn(
        { db: database.db, clock: app.clock, random: app.random, demo: false },
        { scope, account, path: 'password', secondFactor: 'pending', browser },
      );
    const [rowBefore, countBefore] = [await accountRow(), await sessionCount()];
    await put(change);
    await expect(complete()).rejects.toMatchObject({ code: 'login_failed' });
    expect(await sessionCount()).toBe(countBefore);
    await put(rowBefore);
    expect(await complete()).toHaveProperty('token');
    expect(await sessionCount()).toBe(countBefore + 1);
  });

  /** Resolves once a call waits for the owner's row locks; on the embedded database every call waits for its only connection. */
  const untilSomebodyWaits = async () => {
    if (database.url === null) return;
    const datname = new URL(database.url).pathname.slice(1);
    const activity = owner.withTables<{ pgStatActivity: { datname: string; waitEventType: string } }>();
    await vi.waitFor(async () => {
      const waiting = await activity
        .selectFrom('pgStatActivity')
        .select('datname')
        .where('datname', '=', datname)
        .where('waitEventType', '=', 'Lock')
        .execute();
      expect(waiting).toHaveLength(1);
    }, LOCK_WAIT_TIMEOUT);
  };

  const NEW_PASSWORD = 'BatteryStaple43';
  type Call = (token: string) => Promise<Answer>;
  const calls: [what: string, call: Call][] = [
    [
      'a new password',
      (token) =>
        app.call('POST', `/api/account/${id}/password`, {
          token,
          body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
        }),
    ],
    [
      'an end of the second factor',
      (token) => app.call('DELETE', `/api/account/${id}/totp`, { token, body: { password: PASSWORD } }),
    ],
    ['new recovery codes', (token) => app.call('POST', `/api/account/${id}/totp/recovery-codes`, { token })],
    ['the end of other sessions', (token) => app.call('DELETE', `/api/account/${id}/session`, { token })],
  ];

  test.each(calls)(
    '[T-19] %s is refused to a session that was ended during the call',
    async (_what, call) => {
      const before = await accountRow();
      const token = await signIn(app, 'second');
      const kept = { passwordHash: 'the new one of the owner', totpSecret: 'sealed' };
      await put({ totpSecret: kept.totpSecret });
      let answer: Promise<Answer> | undefined;
      await owner.transaction().execute(async (tx) => {
        await put(kept, tx);
        await tx.deleteFrom('session').where('accountId', '=', id).execute();
        answer = call(token);
        await untilSomebodyWaits();
      });
      const { status, body } = (await answer) ?? {};
      expect([status, body?.code]).toEqual([401, 'session_expired']);
      expect(await accountRow()).toMatchObject(kept);
      await put(before);
    },
  );
});
