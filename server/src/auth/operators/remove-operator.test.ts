import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import { asDeclared } from '../../testing/access-matrix/declared-errors.ts';
import {
  colleague,
  restoreRoles,
  withoutPeople,
} from '../../testing/access-matrix/household-preconditions.ts';
import { invitationCodeIn, tokenIn } from '../../testing/messages/mailbox.ts';
import { openAccountSession, openSession } from '../../testing/auth/sessions.ts';
import { countOf, openSignInCalls, outcomeOf } from '../../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../../testing/auth/sign-in-calls.ts';
import { PASSWORD, accountIdOf } from '../../testing/test-data.ts';

const FRIEND = 'friend@elsewhere.example';
const OTHER = { providerId: 'sunvale', accountId: 'sunvalecolleague' };

describe.each(databases)('operators who remove operators, on %s', (_name, open) => {
  let calls: SignInCalls;
  let app: TestApp;
  const own = { providerId: 'sunvale', accountId: accountIdOf('operator') };
  let tokens: { readonly own: string; readonly other: string };

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
    ({ app } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.startAfresh();
    await colleague(calls.db, app, own);
    await calls.db
      .insertInto('operator')
      .values({ ...own, largestKw: 1_000, largestHomes: 1_000, createdAt: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Codes of the second factor are those of somebody else: the guard looks whether they are on.
    const { totpSecret } = await calls.db
      .selectFrom('account')
      .select('totpSecret')
      .where('id', '=', own.accountId)
      .executeTakeFirstOrThrow();
    await calls.db.updateTable('account').set({ totpSecret }).where('id', '=', OTHER.accountId).execute();
    tokens = {
      own: await openSession(calls.db, app, 'operator'),
      other: await openAccountSession(calls.db, app, OTHER),
    };
  });

  const remove = (operatorId: string, token = tokens.own, on = app) => {
    const path = `/api/operator/operator/${operatorId}`;
    return asDeclared('DELETE', path, on.call('DELETE', path, { token }));
  };
  const list = async (token = tokens.own): Promise<string[]> => {
    const { body } = await app.call('GET', '/api/operator/operator', { token });
    return (body as { accountId: string }[]).map(({ accountId }) => accountId);
  };

  test('[T-19] [T-40] the right and every session end with the next call; it is audited and told', async () => {
    expect((await list()).toSorted()).toEqual([own.accountId, OTHER.accountId].toSorted());
    expect(outcomeOf(await remove(OTHER.accountId))).toBe('204');
    expect(await list()).toEqual([own.accountId]);
    for (const node of [app, calls.other]) {
      const late = await node.call('GET', '/api/operator/program', { token: tokens.other });
      expect(outcomeOf(late)).toBe('401 session_expired');
    }
    const again = await openAccountSession(calls.db, app, OTHER);
    expect(outcomeOf(await app.call('GET', '/api/operator/program', { token: again }))).toBe('404 not_found');
    expect(outcomeOf(await remove(OTHER.accountId))).toBe('404 not_found');
    const audited = await calls.db
      .selectFrom('audit')
      .select(['accountId', 'detail'])
      .where('action', '=', 'operator-removed')
      .where('at', '=', app.clock.now())
      .execute();
    expect(audited).toEqual([{ accountId: own.accountId, detail: { operatorId: OTHER.accountId } }]);
    expect(calls.mailbox.lastTo('sunvalecolleague@utility.example')?.name).toBe('operatorRemoved');
  });

  test('[T-40] what the removed one left behind opens nothing: invitations, and a link that sets a password', async () => {
    await withoutPeople(calls.db, app, own);
    const body = { email: FRIEND, access: 'owner' };
    const path = '/api/operator/house/housea/invitation';
    expect((await app.call('POST', path, { token: tokens.other, body })).status).toBe(201);
    const person = { email: 'ada@utility.example', firstName: 'Ada', lastName: 'Lovelace' };
    const added = await app.call('POST', '/api/operator/operator', { token: tokens.own, body: person });
    const link = calls.mailbox.lastTo(person.email)?.values['link'];
    expect(outcomeOf(await remove(added.body.accountId))).toBe('204');
    expect(outcomeOf(await remove(OTHER.accountId))).toBe('204');
    const code = invitationCodeIn(calls.mailbox.lastTo(FRIEND)?.values['link']);
    expect(outcomeOf(await calls.call('POST', 'invitation', { code }))).toBe('410 invitation_expired');
    const reset = { token: tokenIn(link), newPassword: PASSWORD };
    expect(outcomeOf(await calls.call('PUT', 'password-reset', reset))).toBe('410 link_expired');
    await restoreRoles(calls.db);
  });

  test('[T-40] the last one who can sign in stays, also when two remove each other at the same moment', async () => {
    const both = [remove(OTHER.accountId, tokens.own), remove(own.accountId, tokens.other, calls.other)];
    const counts = countOf(await Promise.all(both));
    expect(counts['204']).toBe(1);
    const left = await calls.db
      .selectFrom('operator')
      .select('accountId')
      .where('providerId', '=', 'sunvale')
      .execute();
    expect(left.length).toBe(1);
    const [last] = left;
    const token = await openAccountSession(calls.db, app, { ...own, accountId: last?.accountId ?? '' });
    expect(outcomeOf(await remove(last?.accountId ?? '', token))).toBe('409 last_operator');
  });

  test('[T-40] [T-1] not after an old confirmation, not somebody who is none, not of another provider', async () => {
    expect(outcomeOf(await remove(accountIdOf('owner')))).toBe('404 not_found');
    expect(outcomeOf(await remove(accountIdOf('operatorOther')))).toBe('404 not_found');
    app.clock.advance(11 * MINUTE);
    expect(outcomeOf(await remove(OTHER.accountId))).toBe('409 confirm_identity');
    expect((await list()).length).toBe(2);
  });
});
