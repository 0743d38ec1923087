import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time.ts';
import type { RootDb } from '../db/connection.ts';
import { startApp } from '../testing/app.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { dump } from '../testing/dump.ts';
import { createMailbox, tokenIn } from '../testing/mailbox.ts';
import { codeAt } from '../testing/call-preconditions.ts';
import { PASSWORD, accountIdOf, insertTestData, emailOf, signIn } from '../testing/test-data.ts';

const WRONG = 'WrongHorse42';
const NEXT = 'FreshStable77';

const outcomeOf = ({ status, body }: Answer): string =>
  body?.code ? `${status} ${body.code}` : String(status);

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let db: RootDb;
  let app: TestApp;
  const mailbox = createMailbox();

  beforeAll(async () => {
    database = await open();
    db = database.db;
    app = await startApp(db, { jobs: mailbox.jobs });
    await insertTestData(db, app);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const keep = async (person: 'owner' | 'second', set: object) => {
    await db.updateTable('account').set(set).where('id', '=', accountIdOf(person)).execute();
  };
  let passwordHash: string | null;
  beforeEach(async () => {
    app.clock.advance(DAY + HOUR);
    mailbox.sent.length = 0;
    passwordHash ??= (
      await db
        .selectFrom('account')
        .select('passwordHash')
        .where('id', '=', accountIdOf('owner'))
        .executeTakeFirstOrThrow()
    ).passwordHash;
    await keep('owner', { passwordHash, totpSecret: null, totpPending: null, totpLastStep: null });
  });

  const me = `/api/account/${accountIdOf('owner')}`;
  const isAlive = async (token: string) => (await app.call('GET', me, { token })).status === 200;
  const login = (password: string) =>
    app.call('POST', '/api/auth/login', { body: { email: emailOf('owner'), password } });
  const reset = (token: string, newPassword: string) =>
    app.call('PUT', '/api/auth/password-reset', { body: { token, newPassword } });
  const askReset = async () => {
    await app.call('POST', '/api/auth/password-reset', { body: { email: emailOf('owner') } });
    return tokenIn(mailbox.lastTo(emailOf('owner'))?.values['link']);
  };
  const noticeNames = () => mailbox.delivered().map(({ order }) => order.name);

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

    test('[T-19] ten at once with one link: one sets the password', async () => {
      const token = await askReset();
      const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token, NEXT)));
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    });
  });

  describe('password change', () => {
    const change = (token: string, body: object) => app.call('POST', `${me}/password`, { token, body });

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
      await keep('owner', { firstName: 'Bartholomew77' });
      const token = await signIn(app, 'owner');
      const named = await change(token, { oldPassword: PASSWORD, newPassword: 'bartholomeW77' });
      expect([outcomeOf(named), named.body.detail]).toEqual(['422 password_rejected', 'notName']);
      await keep('owner', { firstName: 'owner', email: 'owner12@home.example' });
      const mailed = await change(token, { oldPassword: PASSWORD, newPassword: 'Owner12@Home.Example' });
      expect([outcomeOf(mailed), mailed.body.detail]).toEqual(['422 password_rejected', 'notEmail']);
      await keep('owner', { email: emailOf('owner') });
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
      await keep('owner', { passwordHash: null });
      await app.call('POST', '/api/auth/pin', { body: { email: emailOf('owner') } });
      const token = await db
        .updateTable('account')
        .set({ passwordHash })
        .where('id', '=', accountIdOf('owner'))
        .execute()
        .then(() => signIn(app, 'owner'));
      await keep('owner', { passwordHash: null });
      app.clock.advance(10 * MINUTE);
      expect(outcomeOf(await change(token, { newPassword: NEXT }))).toBe('409 confirm_identity');
      const asked = await app.call('POST', '/api/auth/pin', { body: { email: emailOf('owner') } });
      const pin = mailbox.lastTo(emailOf('owner'))?.values['pin'];
      const { challenge } = asked.body;
      const confirmed = await app.call('POST', '/api/auth/confirm', { token, body: { pin, challenge } });
      expect(outcomeOf(confirmed)).toBe('200');
      expect(outcomeOf(await change(confirmed.body.token, { newPassword: NEXT }))).toBe('204');
      expect(outcomeOf(await login(NEXT))).toBe('200');
    });
  });

  describe('two-factor codes', () => {
    const enrol = (token: string) => app.call('POST', `${me}/totp`, { token });
    const confirm = (token: string, code: string) => app.call('PUT', `${me}/totp`, { token, body: { code } });
    const disable = (token: string, password?: string) =>
      app.call('DELETE', `${me}/totp`, { token, body: password === undefined ? {} : { password } });
    const turnOn = async (token: string) => {
      const { body } = await enrol(token);
      const answer = await confirm(token, codeAt(body.secret, app.clock.now()));
      return { secret: body.secret as string, answer, token: answer.body.token as string };
    };
    const second = async (code: string) => {
      const { body } = await login(PASSWORD);
      return app.call('POST', '/api/auth/totp', { body: { challenge: body.challenge, code } });
    };

    test('[AUTH-2] enrolment shows the secret once, and a first code turns it on', async () => {
      const [token, others] = [await signIn(app, 'owner'), await signIn(app, 'owner')];
      const first = await enrol(token);
      expect(first.body.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(first.body.uri).toContain(`secret=${first.body.secret}`);
      expect(first.body.uri).toMatch(/^otpauth:\/\/totp\/Sunvale%20Energy:owner%40home\.example\?/);
      // Until the first code nothing changes.
      expect(outcomeOf(await login(PASSWORD))).toBe('200');
      expect(outcomeOf(await confirm(token, '000000'))).toBe('422 code_incorrect');
      const on = await confirm(token, codeAt(first.body.secret, app.clock.now()));
      const next = on.body.token as string;
      expect(on.body.recoveryCodes).toHaveLength(10);
      expect(new Set(on.body.recoveryCodes).size).toBe(10);
      for (const code of on.body.recoveryCodes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/);
      expect([await isAlive(token), await isAlive(others), await isAlive(next)]).toEqual([
        false,
        false,
        true,
      ]);
      expect(noticeNames()).toEqual(['totpOn']);
      expect((await login(PASSWORD)).body.next).toBe('totp');
      expect(outcomeOf(await enrol(next))).toBe('409 totp_already_on');
      // The code that turned it on is used up.
      expect(outcomeOf(await second(codeAt(first.body.secret, app.clock.now())))).toBe('401 login_failed');
      app.clock.advance(30 * SECOND);
      expect(outcomeOf(await second(codeAt(first.body.secret, app.clock.now())))).toBe('200');
    });

    test('[T-7] neither the secret nor a recovery code stands in the database or in another answer', async () => {
      const { secret, answer, token } = await turnOn(await signIn(app, 'owner'));
      const held = await dump(db);
      for (const canary of [secret, ...answer.body.recoveryCodes]) {
        expect(held).not.toContain(canary);
        expect(held).not.toContain(canary.replaceAll('-', ''));
      }
      const told = await app.call('GET', `${me}?includeTotp=true`, { token });
      expect(told.body.totp).toEqual({ enabled: true });
      expect(told.text).not.toContain(secret);
    });

    test('[AUTH-2] each recovery code works once, in any spelling, and the owner gets a mail', async () => {
      const token = await signIn(app, 'owner');
      const { answer } = await turnOn(token);
      const [one = '', two = ''] = answer.body.recoveryCodes as string[];
      mailbox.sent.length = 0;
      expect(outcomeOf(await second(` ${one.toUpperCase().replaceAll('-', ' ')}`))).toBe('200');
      expect(noticeNames()).toEqual(['recoveryCodeUsed']);
      expect(outcomeOf(await second(one))).toBe('401 login_failed');
      expect(outcomeOf(await second(`${two.slice(0, -1)}${two.endsWith('2') ? '3' : '2'}`))).toBe(
        '401 login_failed',
      );
      expect(outcomeOf(await second(two))).toBe('200');
    });

    test('[T-13] 60 guessed recovery codes at once: five are compared', async () => {
      const token = await signIn(app, 'owner');
      const { answer } = await turnOn(token);
      const [code = ''] = answer.body.recoveryCodes as string[];
      const { body } = await login(PASSWORD);
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          app.call('POST', '/api/auth/totp', {
            body: { challenge: body.challenge, code: `${code.slice(0, 4)}-aaaa-aa${String(index + 10)}` },
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    });

    test('[AUTH-2] [T-19] turning it off needs the password and ends the other sessions', async () => {
      const { secret, token } = await turnOn(await signIn(app, 'owner'));
      app.clock.advance(30 * SECOND);
      const others = (await second(codeAt(secret, app.clock.now()))).body.token as string;
      expect(outcomeOf(await disable(token))).toBe('422 password_mismatch');
      expect(outcomeOf(await disable(token, WRONG))).toBe('422 password_mismatch');
      expect(outcomeOf(await disable(token, PASSWORD))).toBe('204');
      expect([await isAlive(token), await isAlive(others)]).toEqual([true, false]);
      expect((await login(PASSWORD)).body.token).toBeDefined();
      expect(noticeNames()).toEqual(['totpOn', 'totpOff']);
    });

    test('[AUTH-2] off and on again within half a minute, the code of the new secret is taken', async () => {
      const { token } = await turnOn(await signIn(app, 'owner'));
      expect(outcomeOf(await disable(token, PASSWORD))).toBe('204');
      expect(outcomeOf((await turnOn(token)).answer)).toBe('200');
    });

    test('[T-13] wrong codes at enrolment are audited, and the last of them locks', async () => {
      const token = await signIn(app, 'owner');
      await enrol(token);
      for (let time = 0; time < 5; time += 1) await confirm(token, '000000');
      const rows = await db.selectFrom('audit').select('action').where('at', '=', app.clock.now()).execute();
      const actions = rows.map(({ action }) => action);
      expect(actions.filter((action) => action === 'totp-not-confirmed')).toHaveLength(4);
      expect(actions.filter((action) => action === 'locked-out')).toHaveLength(1);
    });

    test('[AUTH-2] changes ask for a sign-in of the last ten minutes, or for a confirmation', async () => {
      const token = await signIn(app, 'owner');
      app.clock.advance(10 * MINUTE);
      expect(outcomeOf(await enrol(token))).toBe('409 confirm_identity');
      expect(outcomeOf(await confirm(token, '000000'))).toBe('409 confirm_identity');
      const prove = (body: object, by = token) => app.call('POST', '/api/auth/confirm', { token: by, body });
      expect(outcomeOf(await prove({ password: WRONG }))).toBe('422 password_mismatch');
      expect(outcomeOf(await prove({}))).toBe('400 bad_request');
      expect(outcomeOf(await enrol(token))).toBe('409 confirm_identity');
      const proved = await prove({ password: PASSWORD });
      expect(outcomeOf(proved)).toBe('200');
      const { secret, token: next } = await turnOn(proved.body.token);
      app.clock.advance(11 * MINUTE);
      expect(outcomeOf(await prove({ totp: '000000' }, next))).toBe('422 code_incorrect');
      expect(outcomeOf(await prove({ totp: codeAt(secret, app.clock.now()) }, next))).toBe('200');
    });

    test('[AUTH-2] [T-19] each confirmation rotates the session token, and the previous one is invalid at once', async () => {
      await db.deleteFrom('session').execute();
      const first = await signIn(app, 'owner');
      const session = () =>
        db.selectFrom('session').select(['id', 'createdAt', 'expiresAt']).executeTakeFirstOrThrow();
      const before = await session();
      app.clock.advance(MINUTE);
      const confirmed = await app.call('POST', '/api/auth/confirm', {
        token: first,
        body: { password: PASSWORD },
      });
      const { token: second } = confirmed.body;
      expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
      const { token: third } = await turnOn(second);
      expect([await isAlive(second), await isAlive(third)]).toEqual([false, true]);
      expect(new Set([first, second, third]).size).toBe(3);
      // The same sign-in otherwise.
      expect(await session()).toEqual(before);
      const refused = await app.call('POST', '/api/auth/confirm', {
        token: third,
        body: { password: WRONG },
      });
      expect([refused.status, await isAlive(third)]).toEqual([422, true]);
    });

    test('[AUTH-2] a fresh session can renew the recovery codes: the old ones are invalid, a mail is sent, and it is audited', async () => {
      const { answer, token } = await turnOn(await signIn(app, 'owner'));
      const renewCodes = (by: string) => app.call('POST', `${me}/totp/recovery-codes`, { token: by });
      app.clock.advance(11 * MINUTE);
      expect(outcomeOf(await renewCodes(token))).toBe('409 confirm_identity');
      const proof = { token, body: { password: PASSWORD } };
      const { token: fresh } = (await app.call('POST', '/api/auth/confirm', proof)).body;
      mailbox.sent.length = 0;
      const renewed = await renewCodes(fresh);
      expect(Object.keys(renewed.body)).toEqual(['recoveryCodes']);
      expect(new Set([...renewed.body.recoveryCodes, ...answer.body.recoveryCodes]).size).toBe(20);
      expect(noticeNames()).toEqual(['recoveryCodesRenewed']);
      const audited = await db
        .selectFrom('audit')
        .select('action')
        .where('at', '=', app.clock.now())
        .execute();
      expect(audited.map(({ action }) => action)).toContain('recovery-codes-renewed');
      expect(outcomeOf(await second(answer.body.recoveryCodes[0]))).toBe('401 login_failed');
      expect(outcomeOf(await second(renewed.body.recoveryCodes[0]))).toBe('200');
      expect(outcomeOf(await disable(fresh, PASSWORD))).toBe('204');
      expect(outcomeOf(await renewCodes(fresh))).toBe('409 totp_off');
    });

    test("[T-11] somebody else's PIN confirms nothing", async () => {
      const token = await signIn(app, 'owner');
      const asked = await app.call('POST', '/api/auth/pin', { body: { email: emailOf('second') } });
      const pin = mailbox.lastTo(emailOf('second'))?.values['pin'];
      const { challenge } = asked.body;
      const answer = await app.call('POST', '/api/auth/confirm', { token, body: { pin, challenge } });
      expect(outcomeOf(answer)).toBe('422 code_incorrect');
    });
  });

  describe('sign-ins', () => {
    const list = (token: string) => app.call('GET', `${me}/session`, { token });

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
      const end = (id: string, token: string) => app.call('DELETE', `${me}/session/${id}`, { token });
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
      expect(outcomeOf(await app.call('DELETE', `${me}/session`, { token: third }))).toBe('204');
      expect([await isAlive(first), await isAlive(third)]).toEqual([false, true]);
      expect((await list(third)).body).toHaveLength(1);
    });
  });

  describe('profile', () => {
    test('[PROF-1] [T-6] the name can be changed, and nothing else', async () => {
      const token = await signIn(app, 'owner');
      const put = (body: object) => app.call('PUT', me, { token, body });
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
      expect((await app.call('GET', me, { token })).body.roles).toEqual([
        { role: 'house', houseId: 'housea' },
      ]);
      for (const strange of ['A\u202Eda', 'A\u200Bda', 'A\u0007da', 'A\nda']) {
        const refused = await put({ ...names, lastName: strange });
        expect([outcomeOf(refused), refused.body.detail]).toEqual(['400 name_invalid', 'lastName']);
      }
      expect((await app.call('GET', me, { token })).body.lastName).toBe('Byron');
      await put({ firstName: 'owner', lastName: 'Tester' });
    });
  });

  describe('message settings', () => {
    const settings = `${me}/house/housea/messageSettings`;

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
