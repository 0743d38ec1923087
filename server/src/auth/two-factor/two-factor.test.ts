import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { ME, openAccountCalls } from '../../testing/account/account-calls.ts';
import type { AccountCalls } from '../../testing/account/account-calls.ts';
import type { TestApp } from '../../testing/app.ts';
import { codeAt } from '../../testing/access-matrix/call-preconditions.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import { dump } from '../../db/testing/dump.ts';
import { outcomeOf } from '../../testing/auth/sign-in-calls.ts';
import { PASSWORD, emailOf, signIn } from '../../testing/test-data.ts';

const WRONG = 'WrongHorse42';

describe.each(postgresOnly)('%s', (_name, open) => {
  let calls: AccountCalls;
  let db: RootDb;
  let app: TestApp;
  let mailbox: AccountCalls['mailbox'];
  let isAlive: AccountCalls['isAlive'];
  let login: AccountCalls['login'];
  let noticeNames: AccountCalls['noticeNames'];

  beforeAll(async () => {
    calls = await openAccountCalls(await open());
    ({ db, app, mailbox, isAlive, login, noticeNames } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  describe('two-factor codes', () => {
    const enrol = (token: string) => app.call('POST', `${ME}/totp`, { token });
    const confirm = (token: string, code: string) => app.call('PUT', `${ME}/totp`, { token, body: { code } });
    const disable = (token: string, password?: string) =>
      app.call('DELETE', `${ME}/totp`, { token, body: password === undefined ? {} : { password } });
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
      const told = await app.call('GET', `${ME}?includeTotp=true`, { token });
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
      const renewCodes = (by: string) => app.call('POST', `${ME}/totp/recovery-codes`, { token: by });
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
      const mailed = await app.call('POST', '/api/auth/pin', { body: { email: emailOf('second') } });
      const pin = mailbox.lastTo(emailOf('second'))?.values['pin'];
      const { challenge } = mailed.body;
      const answer = await app.call('POST', '/api/auth/confirm', { token, body: { pin, challenge } });
      expect(outcomeOf(answer)).toBe('422 code_incorrect');
    });
  });
});
