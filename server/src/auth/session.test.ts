import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { connectPostgres } from '../db/connection.ts';
import type { RootDb } from '../db/connection.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { findSession } from '../stores/auth/session.ts';
import { startApp } from '../testing/app.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { applyRetention } from '../testing/telemetry/retention.ts';
import { accountIdOf, insertTestData, signIn } from '../testing/test-data.ts';

const HOUSE = '/api/house/housea';

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let secondPool: RootDb | null;
  let app: TestApp;
  /** A second server on the same data. */
  let other: TestApp;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db);
    secondPool = database.url === null ? null : connectPostgres(database.url, () => {});
    other = await startApp(secondPool ?? database.db, { seed: 'other', clock: app.clock });
    await insertTestData(database.db, app);
  });
  afterAll(async () => {
    await Promise.all([app.close(), other.close()]);
    await secondPool?.destroy();
    await database.close();
  });
  beforeEach(() => app.clock.advance(HOUR));

  const read = (token: string, on = app): Promise<Answer> => on.call('GET', HOUSE, { token });
  const expectDead = async (token: string) => {
    for (const on of [app, other]) {
      const { status, body } = await read(token, on);
      expect([status, body.code]).toEqual([401, 'session_expired']);
    }
  };
  const expectAlive = async (token: string) => {
    for (const on of [app, other]) expect((await read(token, on)).status).toBe(200);
  };

  test('[AUTH-9] [T-19] logout invalidates the token at once, on every server', async () => {
    const token = await signIn(app, 'owner');
    const kept = await signIn(app, 'owner');
    await expectAlive(token);
    const answer = await app.call('POST', '/api/auth/logout', { token });
    expect([answer.status, answer.text]).toEqual([204, '']);
    await expectDead(token);
    await expectAlive(kept);
    expect((await app.call('POST', '/api/auth/logout', { token })).body.code).toBe('session_expired');
  });

  test('[T-1] [T-2] with the session nothing is read of a house that the account has no role in', async () => {
    const prefetched = async (token: string) => {
      const read = ({ houseId }: { readonly houseId: string }) => sql`to_json(${houseId}::text)`;
      return (await findSession(database.db, hashSecret(token), { houseId: 'housea', read }))?.prefetched;
    };
    expect(await prefetched(await signIn(app, 'owner'))).toBe('housea');
    expect(await prefetched(await signIn(app, 'neighbour'))).toBeNull();
    expect(await prefetched(await signIn(app, 'exMember'))).toBeNull();
  });

  test('[AUTH-9] [T-39] an account over its write limit can still sign out', async () => {
    const token = await signIn(app, 'owner');
    const rename = () =>
      app.call('PUT', `/api/account/${accountIdOf('owner')}`, {
        token,
        body: { firstName: 'owner', lastName: 'Tester' },
      });
    for (let time = 0; time < 60; time += 1) expect((await rename()).status).toBe(200);
    expect((await rename()).status).toBe(429);
    expect((await app.call('POST', '/api/auth/logout', { token })).status).toBe(204);
    await expectDead(token);
  });

  test('[AUTH-9] [T-19] calls in flight during the logout do not restore the session', async () => {
    const token = await signIn(app, 'owner');
    // Old enough that every call wants to write down that it was seen.
    app.clock.advance(6 * MINUTE);
    const [, , logout] = await Promise.all([
      read(token),
      read(token, other),
      app.call('POST', '/api/auth/logout', { token }),
      read(token),
      read(token, other),
    ]);
    expect(logout.status).toBe(204);
    await expectDead(token);
  });

  test('[T-19] a session expires after seven days without a call', async () => {
    const token = await signIn(app, 'owner');
    const resting = await signIn(app, 'owner');
    app.clock.advance(7 * DAY - SECOND);
    await expectAlive(token);
    app.clock.advance(SECOND);
    await expectDead(resting);
    await expectAlive(token);
  });

  test('[T-19] a call within the seven days keeps it alive for seven more', async () => {
    const token = await signIn(app, 'owner');
    app.clock.advance(6 * DAY);
    await expectAlive(token);
    app.clock.advance(6 * DAY);
    await expectAlive(token);
    app.clock.advance(7 * DAY);
    await expectDead(token);
  });

  test('[T-19] no use keeps a session alive beyond thirty days', async () => {
    const token = await signIn(app, 'owner');
    for (let day = 0; day < 29; day += 1) {
      app.clock.advance(DAY);
      expect((await read(token)).status).toBe(200);
    }
    app.clock.advance(DAY - SECOND);
    await expectAlive(token);
    app.clock.advance(SECOND);
    await expectDead(token);
  });

  test('[T-19] housekeeping removes what has ended and nothing else', async () => {
    const token = await signIn(app, 'owner');
    app.clock.advance(8 * DAY);
    const live = await signIn(app, 'owner');
    await applyRetention({ db: database.db, clock: app.clock });
    await expectDead(token);
    await expectAlive(live);
    const left = await database.db.selectFrom('session').select('id').execute();
    expect(left).toHaveLength(1);
  });

  test('[T-19] deactivating an account ends its sessions with the next call', async () => {
    const token = await signIn(app, 'second');
    await expectAlive(token);
    const setActive = (active: boolean) =>
      database.db.updateTable('account').set({ active }).where('id', '=', accountIdOf('second')).execute();
    await setActive(false);
    await expectDead(token);
    await setActive(true);
  });

  test('[T-19] [API-3] a role that is taken away is gone with the next call', async () => {
    const token = await signIn(app, 'second');
    await expectAlive(token);
    const role = await database.db
      .deleteFrom('accountRole')
      .where('accountId', '=', accountIdOf('second'))
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const on of [app, other]) expect((await read(token, on)).body.code).toBe('not_found');
    await database.db.insertInto('accountRole').values(role).execute();
    await expectAlive(token);
  });

  test('[T-19] a token of one account says nothing about another', async () => {
    const token = await signIn(app, 'owner');
    const mine = await app.call('GET', `/api/account/${accountIdOf('owner')}`, { token });
    expect(mine.body.id).toBe(accountIdOf('owner'));
    const others = await app.call('GET', `/api/account/${accountIdOf('second')}`, { token });
    expect(others.status).toBe(404);
  });

  const malformed = {
    'no header': '',
    'no token': 'Bearer',
    'an empty token': 'Bearer ',
    'two spaces': 'Bearer  TOKEN',
    'another scheme': 'Basic TOKEN',
    'a token of 129 characters': `Bearer ${'a'.repeat(129)}`,
    'a token of 10,000 characters': `Bearer ${'a'.repeat(10_000)}`,
    'two tokens': 'Bearer TOKEN, Bearer TOKEN',
    'a token and more': 'Bearer TOKEN extra',
    'foreign letters': 'Bearer tökén',
    'quotes and SQL': `Bearer ' or 1=1 --`,
    'the token alone': 'TOKEN',
  };
  test.each(Object.entries(malformed))('[T-19] %s is no sign-in', async (_what, header) => {
    const token = await signIn(app, 'owner');
    const authorization = header.replaceAll('TOKEN', token);
    const answer = await app.call('GET', HOUSE, { headers: { authorization } });
    expect([answer.status, answer.body.code]).toEqual([401, 'sign_in_required']);
  });

  const unknown = ['a', 'a'.repeat(43), 'a'.repeat(128), '-_-'];
  test.each(unknown)('[T-19] the token %s that nobody has is an ended session', async (token) => {
    await expectDead(token);
  });

  test('[T-19] a token cut short, in another case or taken from the database opens nothing', async () => {
    const token = await signIn(app, 'owner');
    const { tokenHash } = await database.db
      .selectFrom('session')
      .select('tokenHash')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const swapped = token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase();
    for (const wrong of [token.slice(0, -1), swapped, `${token}a`, tokenHash]) await expectDead(wrong);
  });

  test('[API-1] the name of the scheme may be written in any case', async () => {
    const token = await signIn(app, 'owner');
    const answer = await app.call('GET', HOUSE, { headers: { authorization: `bearer ${token}` } });
    expect(answer.status).toBe(200);
  });
});
