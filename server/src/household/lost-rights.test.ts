import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RootDb } from '../db/connection.ts';
import { connectPostgres } from '../db/connection.ts';
import { openPostgresCopy } from '../testing/database/databases.ts';
import { waitingForLocks, withLock } from '../db/testing/held-locks.ts';
import { restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { openSignInCalls, outcomeOf } from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { accountIdOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';

const HOUSEHOLD = '/api/house/housea/household';
const FRIEND = { email: 'friend@elsewhere.example', access: 'owner' };

// The embedded database has one connection: its transactions never overlap.
describe('PostgreSQL: calls of an owner who is removed while they wait', () => {
  let calls: SignInCalls;
  let second: RootDb;
  const tokens = new Map<Person, string>();

  beforeAll(async () => {
    const database = await openPostgresCopy();
    calls = await openSignInCalls(database);
    second = connectPostgres(database.url ?? '', () => {});
  });
  afterAll(async () => {
    await second.destroy();
    await calls.close();
  });
  beforeEach(async () => {
    calls.startAfresh();
    await restoreRoles(calls.db);
    for (const person of ['owner', 'second'] as const) {
      tokens.set(person, await openSession(calls.db, calls.app, person));
    }
  });

  const send = (person: Person, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    calls.app
      .call(method, `${HOUSEHOLD}/${path}`, { token: tokens.get(person), ...(body ? { body } : {}) })
      .then(outcomeOf);
  const remove = (by: Person, who: Person) => send(by, 'DELETE', `member/${accountIdOf(who)}`);

  test.each<[string, () => Promise<string>]>([
    ['invite', () => send('owner', 'POST', 'invitation', FRIEND)],
    [
      'make a member an owner',
      () => send('owner', 'PUT', `member/${accountIdOf('member')}`, { access: 'owner' }),
    ],
    ['remove the one who removes', () => remove('owner', 'second')],
  ])('[T-2] [T-19] does not %s any more', async (_name, late) => {
    let removing = Promise.resolve('');
    let waiting = Promise.resolve('');
    await withLock(second, `select id from house where id = 'housea' for update`, async () => {
      removing = remove('second', 'owner');
      await waitingForLocks(calls.db, 1, [removing]);
      waiting = late();
      await waitingForLocks(calls.db, 2, [removing, waiting]);
    });
    expect(await removing).toBe('204');
    expect(await waiting).toBe('404 not_found');
    expect(await calls.db.selectFrom('invitation').select('id').execute()).toEqual([]);
    const roles = await calls.db
      .selectFrom('accountRole')
      .select(['accountId', 'access'])
      .where('houseId', '=', 'housea')
      .where('accountId', 'in', [accountIdOf('owner'), accountIdOf('second'), accountIdOf('member')])
      .orderBy('accountId')
      .execute();
    expect(roles).toEqual([
      { accountId: accountIdOf('member'), access: 'member' },
      { accountId: accountIdOf('second'), access: 'owner' },
    ]);
  });
});
