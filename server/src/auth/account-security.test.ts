import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { ME, openAccountCalls } from '../testing/account/account-calls.ts';
import type { AccountCalls } from '../testing/account/account-calls.ts';
import type { TestApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { tokenIn } from '../testing/messages/mailbox.ts';
import { outcomeOf } from '../testing/auth/sign-in-calls.ts';
import { PASSWORD, accountIdOf, emailOf, signIn } from '../testing/test-data.ts';

const WRONG = 'WrongHorse42';
const NEXT = 'FreshStable77';

describe.each(postgresOnly)('%s', (_name, open) => {
  let calls: AccountCalls;
  let db: RootDb;
  let app: TestApp;
  let mailbox: AccountCalls['mailbox'];
  let passwordHash: AccountCalls['passwordHash'];
  let changeOwner: AccountCalls['changeOwner'];
  let isAlive: AccountCalls['isAlive'];
  let login: AccountCalls['login'];
  let noticeNames: AccountCalls['noticeNames'];

  beforeAll(async () => {
    calls = await openAccountCalls(await open());
    ({ db, app, mailbox, passwordHash, changeOwner, isAlive, login, noticeNames } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  const reset = (token: string, newPassword: string) =>
    app.call('PUT', '/api/auth/password-reset', { body: { token, newPassword } });
  const askReset = async () => {
    await app.call('POST', '/api/auth/password-reset', { body: { email: emailOf('owner') } });
    return tokenIn(mailbox.lastTo(emailOf('owner'))?.values['link']);
  };

  describe('password reset', () => {
    test('[AUTH-5] [T-19] sets the password, signs nobody in and everybody out, and says so by mail', async () => {
      const old = await signIn(app, 'owner');
      const pending = await app.call('POST', '/api/auth/magic-link', { body: { email: emailOf('owner') } });
      const link = tokenIn(mailbox.lastTo(emailOf('owner'))?.values['link']);
      const token = await askReset();
      const answer = await reset(token, NEXT);
      expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([204, '', undefined]);
      expect(await isAlive(old)).toBe(false);
      const { challenge } = pending.body;
      const late = await app.call('PUT', '/api/auth/magic-link', { body: { challenge, token: link } });
      expect(outcomeOf(late)).toBe('410 link_expired');
      expect(outcomeOf(await login(PASSWORD))).toBe('401 login_failed');
      expect(outcomeOf(await login(NEXT))).toBe('200');
      expect(outcomeOf(await reset(token, NEXT))).toBe('410 link_expired');
      expect(noticeNames()).toEqual(['link', 'reset', 'passwordChanged']);
    });

    test('[AUTH-5] [AUTH-8] unlocks an account that strangers have locked', async () => {
      for (let time = 0; time < 6; time += 1) await login(WRONG);
      expect(outcomeOf(await login(PASSWORD))).toBe('429 locked_out');
      expect(outcomeOf(await reset(await askReset(), NEXT))).toBe('204');
      expect(outcomeOf(await login(NEXT))).toBe('200');
    });

    test('[AUTH-5] [PWD-1] a password that breaks a rule is named, and the link still works', async () => {
      const token = await askReset();
      const broken = [
        ['Short1a', 'length'],
        ['alllowercase1', 'upper'],
        ['ALLUPPERCASE1', 'lower'],
        ['NoDigitsInHere', 'digit'],
        ['Password1234', 'common'],
        [`Aa1${'x'.repeat(126)}`, 'length'],
      ];
      for (const [password = '', rule] of broken) {
        const answer = await reset(token, password);
        expect([outcomeOf(answer), answer.body.detail]).toEqual(['422 password_rejected', rule]);
      }
      // Somebody who knows the present one may be the reason for the reset.
      const present = await reset(token, PASSWORD);
      expect([outcomeOf(present), present.body.detail]).toEqual(['422 password_rejected', 'notOld']);
      expect(outcomeOf(await reset(token, NEXT))).toBe('204');
    });

    const deadLinks = () =>
      db
        .selectFrom('audit')
        .select(['accountId', 'detail'])
        .where('action', '=', 'sign-in-failed')
        .where('at', '=', app.clock.now())
        .execute();

    test('[AUTH-5] after fifteen minutes, with a wrong token or at another provider: expired', async () => {
      const token = await askReset();
      const elsewhere = await app.call('PUT', '/api/auth/password-reset?pid=harbour', {
        body: { token, newPassword: NEXT },
      });
      expect(outcomeOf(elsewhere)).toBe('410 link_expired');
      expect(outcomeOf(await reset('x'.repeat(43), NEXT))).toBe('410 link_expired');
      app.clock.advance(15 * MINUTE);
      expect(outcomeOf(await reset(token, NEXT))).toBe('410 link_expired');
      // Only what we once sent says anything about an account.
      expect(await deadLinks()).toEqual([{ accountId: accountIdOf('owner'), detail: { path: 'reset' } }]);
    });

    const check = (token: string, pid = 'sunvale') =>
      app.call('POST', `/api/auth/password-reset/check?pid=${pid}`, { body: { token } });
    /** Everything of the account that a reset changes. */
    const stateOf = async () => ({
      challenges: await db.selectFrom('authChallenge').selectAll().orderBy('secretHash').execute(),
      account: await db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', accountIdOf('owner'))
        .executeTakeFirstOrThrow(),
      audit: await db.selectFrom('audit').select('id').orderBy('id').execute(),
      mails: [...noticeNames()],
    });

    test('[AUTH-5] [AUTH-8] a link is checked without using it up or changing anything; dead ones are refused', async () => {
      const session = await signIn(app, 'owner');
      const token = await askReset();
      const before = await stateOf();
      for (let time = 0; time < 3; time += 1) expect(outcomeOf(await check(token))).toBe('204');
      expect(outcomeOf(await check('x'.repeat(43)))).toBe('410 link_expired');
      expect(outcomeOf(await check(token, 'harbour'))).toBe('410 link_expired');
      expect(await stateOf()).toEqual(before);
      expect(await isAlive(session)).toBe(true);
      await changeOwner({ active: false });
      expect(outcomeOf(await check(token))).toBe('403 account_inactive');
      await changeOwner({ active: true });
      expect(outcomeOf(await reset(token, NEXT))).toBe('204');
      expect(outcomeOf(await check(token))).toBe('410 link_expired');
    });

    test('[T-19] ten at once with one link: one sets the password', async () => {
      const token = await askReset();
      const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token, NEXT)));
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    });
  });

  describe('password change', () => {
    const change = (token: string, body: object) => app.call('POST', `${ME}/password`, { token, body });

    test('[PWD-2] [T-19] needs the old one, and ends all other sessions', async () => {
      const [mine, others] = [await signIn(app, 'owner'), await signIn(app, 'owner')];
      const wrong = await change(mine, { oldPassword: WRONG, newPassword: NEXT });
      expect([outcomeOf(wrong), wrong.body.detail]).toEqual([
        '422 old_password_mismatch',
        'The old password does not match',
      ]);
      expect(outcomeOf(await change(mine, { newPassword: NEXT }))).toBe('422 old_password_mismatch');
      expect(await isAlive(others)).toBe(true);
      expect(outcomeOf(await change(mine, { oldPassword: PASSWORD, newPassword: NEXT }))).toBe('204');
      expect([await isAlive(mine), await isAlive(others)]).toEqual([true, false]);
      expect(noticeNames()).toEqual(['passwordChanged']);
    });

    test('[PWD-1] the password rules know the names of the person', async () => {
      await changeOwner({ firstName: 'Bartholomew77' });
      const token = await signIn(app, 'owner');
      const named = await change(token, { oldPassword: PASSWORD, newPassword: 'bartholomeW77' });
      expect([outcomeOf(named), named.body.detail]).toEqual(['422 password_rejected', 'notName']);
      await changeOwner({ firstName: 'owner', email: 'owner12@home.example' });
      const mailed = await change(token, { oldPassword: PASSWORD, newPassword: 'Owner12@Home.Example' });
      expect([outcomeOf(mailed), mailed.body.detail]).toEqual(['422 password_rejected', 'notEmail']);
      await changeOwner({ email: emailOf('owner') });
    });

    test('[PWD-2] [T-19] the old password is no new one: nothing changes, and nobody is told that it did', async () => {
      const [mine, others] = [await signIn(app, 'owner'), await signIn(app, 'owner')];
      const same = await change(mine, { oldPassword: PASSWORD, newPassword: PASSWORD });
      expect([outcomeOf(same), same.body.detail]).toEqual(['422 password_rejected', 'notOld']);
      expect([await isAlive(mine), await isAlive(others)]).toEqual([true, true]);
      expect(noticeNames()).toEqual([]);
    });

    test('[T-9] 60 guesses of the old password at once: five are compared', async () => {
      const token = await signIn(app, 'owner');
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => change(token, { oldPassword: WRONG, newPassword: NEXT })),
      );
      const outcomes = answers.map(outcomeOf);
      expect(outcomes.filter((one) => one === '422 old_password_mismatch')).toHaveLength(5);
      expect(outcomes.filter((one) => one === '429 locked_out')).toHaveLength(55);
    });

    test('[PWD-2] who has none sets one, if the sign-in is fresh', async () => {
      await changeOwner({ passwordHash: null });
      await app.call('POST', '/api/auth/pin', { body: { email: emailOf('owner') } });
      const token = await db
        .updateTable('account')
        .set({ passwordHash })
        .where('id', '=', accountIdOf('owner'))
        .execute()
        .then(() => signIn(app, 'owner'));
      await changeOwner({ passwordHash: null });
      app.clock.advance(10 * MINUTE);
      expect(outcomeOf(await change(token, { newPassword: NEXT }))).toBe('409 confirm_identity');
      const answer = await app.call('POST', '/api/auth/pin', { body: { email: emailOf('owner') } });
      const pin = mailbox.lastTo(emailOf('owner'))?.values['pin'];
      const { challenge } = answer.body;
      const confirmed = await app.call('POST', '/api/auth/confirm', { token, body: { pin, challenge } });
      expect(outcomeOf(confirmed)).toBe('200');
      expect(outcomeOf(await change(confirmed.body.token, { newPassword: NEXT }))).toBe('204');
      expect(outcomeOf(await login(NEXT))).toBe('200');
    });
  });

  describe('sign-ins', () => {
    const list = (token: string) => app.call('GET', `${ME}/session`, { token });

    test('[AUTH-9] are listed, ended one by one, and all others at once', async () => {
      await db.deleteFrom('session').execute();
      const tokens: string[] = [];
      for (let time = 0; time < 3; time += 1) {
        app.clock.advance(MINUTE);
        tokens.push(await signIn(app, 'owner'));
      }
      const [first = '', second = '', third = ''] = tokens;
      const { body } = await list(third);
      expect(body.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false]);
      expect(Object.keys(body[0]).toSorted()).toEqual(['createdAt', 'current', 'id', 'seenAt', 'userAgent']);
      const end = (id: string, token: string) => app.call('DELETE', `${ME}/session/${id}`, { token });
      expect(outcomeOf(await end(body[1].id, third))).toBe('204');
      expect([await isAlive(first), await isAlive(second), await isAlive(third)]).toEqual([
        true,
        false,
        true,
      ]);
      expect(outcomeOf(await end(body[1].id, third))).toBe('404 not_found');
      const stranger = await signIn(app, 'second');
      const theirs = await app.call('GET', `/api/account/${accountIdOf('second')}/session`, {
        token: stranger,
      });
      expect(outcomeOf(await end(theirs.body[0].id, third))).toBe('404 not_found');
      expect(outcomeOf(await app.call('DELETE', `${ME}/session`, { token: third }))).toBe('204');
      expect([await isAlive(first), await isAlive(third)]).toEqual([false, true]);
      expect((await list(third)).body).toHaveLength(1);
    });
  });

  test('[AUTH-9] sign-ins that have ended by themselves are not listed', async () => {
    await db.deleteFrom('session').execute();
    await signIn(app, 'owner');
    app.clock.advance(7 * DAY);
    await signIn(app, 'owner');
    const now = app.clock.now();
    await db.updateTable('session').set({ expiresAt: now }).where('createdAt', '=', now).execute();
    const token = await signIn(app, 'owner');
    const { body } = await app.call('GET', `${ME}/session`, { token });
    expect(body.map(({ current }: { current: boolean }) => current)).toEqual([true]);
  });

  describe('profile', () => {
    test('[PROF-1] [T-6] the name can be changed, and nothing else', async () => {
      const token = await signIn(app, 'owner');
      const put = (body: object) => app.call('PUT', ME, { token, body });
      const answer = await put({ firstName: '  Ada ', lastName: 'Byron' });
      expect([answer.status, answer.body.firstName, answer.body.lastName]).toEqual([200, 'Ada', 'Byron']);
      const names = { firstName: 'Ada', lastName: 'Byron' };
      const more = [
        { roles: [] },
        { email: 'x@y.example' },
        { hasPassword: false },
        { tenantId: 'harbour' },
        { alias: 'x' },
      ];
      for (const field of more) expect(outcomeOf(await put({ ...names, ...field }))).toBe('400 bad_request');
      expect(outcomeOf(await put({ ...names, firstName: ' ' }))).toBe('400 bad_request');
      expect((await app.call('GET', ME, { token })).body.roles).toEqual([
        { role: 'house', houseId: 'housea', access: 'owner' },
      ]);
      for (const strange of ['A\u202Eda', 'A\u200Bda', 'A\u0007da', 'A\nda']) {
        const refused = await put({ ...names, lastName: strange });
        expect([outcomeOf(refused), refused.body.detail]).toEqual(['400 name_invalid', 'lastName']);
      }
      const address = await put({ ...names, firstName: 'Verify at bank.example' });
      expect([outcomeOf(address), address.body.detail]).toEqual(['400 name_unlikely', 'firstName']);
      expect((await app.call('GET', ME, { token })).body.lastName).toBe('Byron');
      await put({ firstName: 'owner', lastName: 'Tester' });
    });
  });

  describe('message settings', () => {
    const settings = `${ME}/house/housea/messageSettings`;

    test('[NOTIF-1] five messages with three channels; a choice is kept, in either form of the payload', async () => {
      const token = await signIn(app, 'owner');
      const first = await app.call('GET', settings, { token });
      const start = { email: true, sms: false, voice: false };
      expect(first.body).toEqual(
        ['offline_devices', 'peak_demand', 'general_notification', 'direct_message', 'incentive_message'].map(
          (key) => ({ key, ...start }),
        ),
      );
      const put = (key: string, body: object) => app.call('PUT', `${settings}/${key}`, { token, body });
      const one = await put('peak_demand', { type: 'sms', bool: true });
      expect(one.body).toEqual({ key: 'peak_demand', email: true, sms: true, voice: false });
      const two = await put('peak_demand', { data: { type: 'email', bool: false } });
      expect(two.body).toEqual({ key: 'peak_demand', email: false, sms: true, voice: false });
      expect((await app.call('GET', settings, { token })).body[1]).toEqual(two.body);
      for (const body of [{}, { type: 'sms' }, { type: 'fax', bool: true }, { type: 'sms', bool: 'yes' }]) {
        expect(outcomeOf(await put('peak_demand', body))).toBe('400 bad_request');
      }
      const sms = { type: 'sms', bool: true };
      const twice = [
        { ...sms, data: { type: 'sms', bool: false } },
        { ...sms, data: { type: 'voice', bool: true } },
        { bool: false, data: sms },
      ];
      for (const body of twice) expect(outcomeOf(await put('peak_demand', body))).toBe('400 bad_request');
      expect(outcomeOf(await put('peak_demand', { ...sms, data: sms }))).toBe('200');
      expect(outcomeOf(await put('weather', { type: 'sms', bool: true }))).toBe('404 not_found');
    });

    test('[NOTIF-2] mails about rewards cannot be turned off', async () => {
      const token = await signIn(app, 'owner');
      const put = (body: object) => app.call('PUT', `${settings}/incentive_message`, { token, body });
      expect(outcomeOf(await put({ type: 'email', bool: false }))).toBe('422 setting_locked');
      expect(outcomeOf(await put({ type: 'email', bool: true }))).toBe('200');
      expect((await put({ type: 'voice', bool: true })).body.email).toBe(true);
    });
  });
});
