import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HouseAccess } from '#contract/entities/account.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import { asDeclared } from '../testing/access-matrix/declared-errors.ts';
import { restoreHousehold } from '../testing/access-matrix/household-preconditions.ts';
import { invitationCodeIn } from '../testing/messages/mailbox.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { countOf, inTurn, openSignInCalls, outcomeOf } from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { PASSWORD, accountIdOf, emailOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';

const FRIEND = 'friend@elsewhere.example';

describe.each(databases)('invitations of an operator on %s', (_name, open) => {
  let calls: SignInCalls;
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
    ({ app } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    calls.startAfresh();
    await restoreHousehold(calls.db, FRIEND);
    await calls.db.deleteFrom('accountRole').where('houseId', '=', 'housea').execute();
    token = await openSession(calls.db, app, 'operator');
  });

  const invite = (asked: object = {}, houseId = 'housea') => {
    const path = `/api/operator/house/${houseId}/invitation`;
    const body = { email: FRIEND, access: 'owner', ...asked };
    return asDeclared('POST', path, app.call('POST', path, { token, body }));
  };
  const revoke = (id: string, houseId = 'housea') =>
    app.call('DELETE', `/api/operator/house/${houseId}/invitation/${id}`, { token });
  const putIn = (person: Person, access: HouseAccess) => {
    const role = {
      providerId: 'sunvale',
      id: `in${person}`,
      role: 'house',
      houseId: 'housea',
      access,
    } as const;
    return calls.db
      .insertInto('accountRole')
      .values({ ...role, accountId: accountIdOf(person) })
      .execute();
  };
  const register = () =>
    calls.call('POST', 'register', {
      code: invitationCodeIn(calls.mailbox.lastTo(FRIEND)?.values['link']),
      email: FRIEND,
      firstName: 'Fran',
      lastName: 'Ortiz',
      password: PASSWORD,
    });

  test('[AUTH-7] [T-40] open an empty home: who comes sees it from that day on, once', async () => {
    const answer = await invite();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      email: FRIEND,
      access: 'owner',
      expiresAt: new Date(app.clock.now().getTime() + 7 * DAY).toISOString(),
    });
    const mail = calls.mailbox.lastTo(FRIEND);
    expect([mail?.name, mail?.values['address']]).toEqual(['providerInvitation', '1 Test Street']);
    expect(answer.text).not.toContain(invitationCodeIn(mail?.values['link']));
    const { body } = await register();
    expect(body.user.roles).toEqual([{ role: 'house', houseId: 'housea', access: 'owner' }]);
    expect(outcomeOf(await register())).toBe('410 invitation_used');
    const { householdSince } = await calls.db
      .selectFrom('house')
      .select('householdSince')
      .where('id', '=', 'housea')
      .executeTakeFirstOrThrow();
    expect(householdSince).toEqual(app.clock.now());
    const audited = await calls.db
      .selectFrom('audit')
      .select(['accountId', 'houseId', 'detail'])
      .where('action', '=', 'invited')
      .where('at', '=', app.clock.now())
      .execute();
    const detail = { invitationId: answer.body.id, access: 'owner', role: 'admin' };
    expect(audited).toEqual([{ accountId: accountIdOf('operator'), houseId: 'housea', detail }]);
  });

  test('[T-40] [API-3] none is made for a home with an owner who can sign in: those who live there decide who comes in', async () => {
    const setActive = (active: boolean) =>
      calls.db.updateTable('account').set({ active }).where('id', '=', accountIdOf('second')).execute();
    await putIn('second', 'owner');
    await putIn('member', 'member');
    expect(outcomeOf(await invite())).toBe('409 home_has_owner');
    expect(outcomeOf(await invite({ email: emailOf('operator'), access: 'viewer' }))).toBe(
      '409 home_has_owner',
    );
    expect(calls.mailbox.sent).toEqual([]);
    expect(await calls.db.selectFrom('invitation').select('id').execute()).toEqual([]);
    expect(await calls.actions()).not.toContain('invited');
    await setActive(false);
    const { status } = await invite();
    await setActive(true);
    expect(status).toBe(201);
    const member = { token: await openSession(calls.db, app, 'member') };
    const { body: acts } = await app.call('GET', '/api/house/housea/provider-access', member);
    const time = app.clock.now().toISOString();
    expect(acts).toContainEqual({ time, name: 'operator Tester', act: 'changed' });
  });

  test('[T-40] [API-3] they end when the home has its first owner, so that nobody keeps a code to an occupied home', async () => {
    const spare = 'spare@elsewhere.example';
    await invite({ email: spare, access: 'viewer' });
    await invite();
    expect((await register()).status).toBe(200);
    const code = invitationCodeIn(calls.mailbox.lastTo(spare)?.values['link']);
    expect(outcomeOf(await calls.call('POST', 'invitation', { code }))).toBe('410 invitation_expired');
    const neighbour = { token: await openSession(calls.db, app, 'neighbour'), body: { code } };
    expect(outcomeOf(await app.call('POST', '/api/auth/link-house', neighbour))).toBe(
      '410 invitation_expired',
    );
  });

  test('[LANG-6] the mail is in the language of the account, else in the given one, else in the provider’s', async () => {
    const languageTo = (email: string) => calls.mailbox.lastTo(email)?.language;
    const neighbour = emailOf('neighbour');
    await calls.db.updateTable('account').set({ language: 'es' }).where('email', '=', neighbour).execute();
    await invite({ email: neighbour, language: 'en' });
    expect(languageTo(neighbour)).toBe('es');
    await invite({ language: 'es' });
    expect(languageTo(FRIEND)).toBe('es');
    await invite();
    expect(languageTo(FRIEND)).toBe('en');
    expect(outcomeOf(await invite({ language: 'xx' }))).toBe('400 bad_request');
    await calls.db.updateTable('account').set({ language: null }).where('email', '=', neighbour).execute();
  });

  test('[AUTH-7] a withdrawn, replaced or expired one opens nothing', async () => {
    const first = await invite();
    const { body } = await invite();
    expect(outcomeOf(await revoke(first.body.id))).toBe('404 not_found');
    expect(outcomeOf(await revoke(body.id, 'houseb'))).toBe('404 not_found');
    expect(outcomeOf(await revoke(body.id))).toBe('204');
    expect(outcomeOf(await revoke(body.id))).toBe('404 not_found');
    expect(outcomeOf(await register())).toBe('410 invitation_expired');
    await invite();
    app.clock.advance(7 * DAY);
    expect(outcomeOf(await register())).toBe('410 invitation_expired');
  });

  test('[AUTH-7] none is made for a closed home, one of another provider, a member, a bad address or an old confirmation', async () => {
    expect(outcomeOf(await invite({}, 'housec'))).toBe('404 not_found');
    expect(outcomeOf(await invite({}, 'nothing'))).toBe('404 not_found');
    await putIn('member', 'member');
    expect(outcomeOf(await invite({ email: emailOf('member') }))).toBe('409 already_member');
    expect(outcomeOf(await invite({ email: 'a@b.example,c@d.example' }))).toBe('422 email_invalid');
    const closedAt = app.clock.now();
    await calls.db.updateTable('house').set({ closedAt }).where('id', '=', 'housea').execute();
    expect(outcomeOf(await invite())).toBe('404 not_found');
    app.clock.advance(11 * MINUTE);
    expect(outcomeOf(await invite({}, 'houseb'))).toBe('409 confirm_identity');
    expect(await calls.db.selectFrom('invitation').select('id').execute()).toEqual([]);
    expect(calls.mailbox.sent).toEqual([]);
  });

  test('[AUTH-7] an address gets five a day', async () => {
    const counts = countOf(await inTurn(6, () => invite()));
    expect(counts).toEqual({ '201': 5, '429 too_many_requests': 1 });
  });
});
