import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { newToken } from '../lib/secrets/random.ts';
import * as challenges from '../stores/auth/challenge.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { codeAt } from '../testing/access-matrix/call-preconditions.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import {
  UNKNOWN_EMAIL,
  WRONG_PASSWORD,
  inTurn,
  openSignInCalls,
  otherThan,
  outcomeOf,
} from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { PASSWORD, TOTP_SECRET, accountIdOf, emailOf } from '../testing/test-data.ts';
import { SIGN_ON_COOKIE } from './rules.ts';

const NEW_PASSWORD = 'FreshStable77';

describe.each(postgresOnly)('%s', (_name, open) => {
  let calls: SignInCalls;
  let db: RootDb;
  let app: TestApp;
  let mailbox: SignInCalls['mailbox'];
  let statements: SignInCalls['statements'];
  let call: SignInCalls['call'];
  let ask: SignInCalls['ask'];
  let firstStep: SignInCalls['firstStep'];
  let actions: SignInCalls['actions'];

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
    ({ db, app, mailbox, statements, call, ask, firstStep, actions } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  const sessionCount = async (): Promise<number> =>
    (await db.selectFrom('session').select('id').execute()).length;

  /** Each path with the right secret; `lock` uses up its own tries first. */
  const paths: Readonly<
    Record<
      string,
      { go: (email: string, pid: string) => Promise<Answer>; lock: (email: string) => Promise<unknown> }
    >
  > = {
    password: {
      go: (email, pid) => call('POST', 'login', { email, password: PASSWORD }, pid),
      lock: (email) => inTurn(5, () => call('POST', 'login', { email, password: WRONG_PASSWORD })),
    },
    pin: {
      go: async (email, pid) => {
        const { challenge, pin } = await ask('pin', email, pid);
        return call('PUT', 'pin', { challenge, pin }, pid);
      },
      lock: async (email) => {
        for (const tries of [3, 2]) {
          const { challenge, pin } = await ask('pin', email);
          await inTurn(tries, () => call('PUT', 'pin', { challenge, pin: otherThan(pin) }));
        }
      },
    },
    link: {
      go: async (email, pid) => {
        const { challenge, token } = await ask('magic-link', email, pid);
        return call('PUT', 'magic-link', { challenge, token: token || 'x' }, pid);
      },
      // Whoever guesses passwords does not close this way.
      lock: (email) => inTurn(5, () => call('POST', 'login', { email, password: WRONG_PASSWORD })),
    },
    'PIN of a link': {
      go: async (email, pid) => {
        const { challenge, pin } = await ask('magic-link', email, pid);
        return call('PUT', 'pin', { challenge, pin }, pid);
      },
      lock: async (email) => {
        for (const tries of [3, 2]) {
          const { challenge, pin } = await ask('magic-link', email);
          await inTurn(tries, () => call('PUT', 'pin', { challenge, pin: otherThan(pin) }));
        }
      },
    },
    totp: {
      go: async (email, pid) => {
        const { body } = await call('POST', 'login', { email, password: PASSWORD }, pid);
        const code = codeAt(TOTP_SECRET, app.clock.now());
        return call('POST', 'totp', { challenge: body.challenge ?? 'none', code }, pid);
      },
      lock: async () => {
        const challenge = await firstStep('withTotp');
        await inTurn(5, () => call('POST', 'totp', { challenge, code: '000000' }));
      },
    },
    'provider sign-on': {
      // Back from the issuer with a one-time code, as somebody that this account is linked with, or as nobody that is known.
      go: async (email, pid) => {
        const identity = { issuer: 'https://id.example', subject: `subject of ${email}` };
        const account = await db
          .selectFrom('account')
          .select('id')
          .where('providerId', '=', 'sunvale')
          .where('email', '=', email)
          .executeTakeFirst();
        const createdAt = app.clock.now();
        if (account) {
          const link = { providerId: 'sunvale', accountId: account.id, ...identity, createdAt };
          await db
            .insertInto('providerIdentity')
            .values(link)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        const [code, secret] = [newToken(app.random), newToken(app.random)];
        await challenges.insert(db, {
          providerId: 'sunvale',
          secretHash: hashSecret(code),
          kind: 'sign-on-code',
          accountId: null,
          subject: '',
          tokenHash: hashSecret(secret),
          identity: { ...identity, email: null },
          createdAt,
          expiresAt: new Date(createdAt.getTime() + MINUTE),
        });
        return app.call('POST', `/api/auth/proxy/finish?pid=${pid}`, {
          body: { code },
          headers: { cookie: `${SIGN_ON_COOKIE}=${secret}` },
        });
      },
      lock: (email) => inTurn(5, () => call('POST', 'login', { email, password: WRONG_PASSWORD })),
    },
    reset: {
      go: async (email, pid) => {
        const { token } = await ask('password-reset', email, pid);
        const answer = await call(
          'PUT',
          'password-reset',
          { token: token || 'x', newPassword: NEW_PASSWORD },
          pid,
        );
        await db
          .updateTable('account')
          .set({
            passwordHash: (
              await db
                .selectFrom('account')
                .select('passwordHash')
                .where('id', '=', accountIdOf('owner'))
                .executeTakeFirstOrThrow()
            ).passwordHash,
          })
          .where('email', '=', email)
          .where('id', '!=', accountIdOf('noPassword'))
          .execute();
        return answer;
      },
      lock: (email) => inTurn(5, () => call('POST', 'login', { email, password: WRONG_PASSWORD })),
    },
  };

  const states = ['active', 'inactive', 'locked', 'TOTP on', 'unknown', 'other provider'] as const;
  type State = (typeof states)[number];
  const EXPECTED: Readonly<Record<string, Readonly<Record<State, string>>>> = {
    password: {
      active: '200',
      inactive: '403 account_inactive',
      locked: '429 locked_out',
      'TOTP on': '200 totp',
      unknown: '401 login_failed',
      'other provider': '401 login_failed',
    },
    pin: {
      active: '200',
      inactive: '403 account_inactive',
      locked: '429 locked_out',
      'TOTP on': '200 totp',
      unknown: '401 login_failed',
      'other provider': '401 login_failed',
    },
    link: {
      active: '200',
      inactive: '403 account_inactive',
      locked: '200',
      'TOTP on': '200 totp',
      unknown: '410 link_expired',
      'other provider': '410 link_expired',
    },
    'PIN of a link': {
      active: '200',
      inactive: '403 account_inactive',
      locked: '429 locked_out',
      'TOTP on': '200 totp',
      unknown: '401 login_failed',
      'other provider': '401 login_failed',
    },
    totp: {
      active: '410 code_expired',
      inactive: '410 code_expired',
      locked: '429 locked_out',
      'TOTP on': '200',
      unknown: '410 code_expired',
      'other provider': '410 code_expired',
    },
    'provider sign-on': {
      active: '200',
      inactive: '403 account_inactive',
      // Nobody guesses at the issuer by guessing passwords here.
      locked: '200',
      'TOTP on': '200 totp',
      unknown: '200 link',
      'other provider': '410 sign_on_expired',
    },
    reset: {
      active: '204',
      inactive: '403 account_inactive',
      locked: '204',
      'TOTP on': '204',
      unknown: '410 link_expired',
      'other provider': '410 link_expired',
    },
  };
  const WHO: Readonly<Record<State, string>> = {
    active: emailOf('second'),
    inactive: emailOf('inactive'),
    locked: emailOf('locked'),
    'TOTP on': emailOf('withTotp'),
    unknown: UNKNOWN_EMAIL,
    'other provider': emailOf('second'),
  };
  const cases = Object.keys(paths).flatMap((path) => states.map((state) => ({ path, state })));

  describe('every path for every state', () => {
    test.each(cases)('[T-11] by $path, $state', async ({ path, state }) => {
      const way = paths[path];
      if (!way) throw new Error(path);
      const email = path === 'totp' && state === 'locked' ? emailOf('withTotp') : WHO[state];
      if (state === 'locked') await way.lock(email);
      const before = await sessionCount();
      const answer = await way.go(email, state === 'other provider' ? 'harbour' : 'sunvale');
      expect(outcomeOf(answer)).toBe(EXPECTED[path]?.[state]);
      const signedIn = answer.status === 200 && answer.body.token !== undefined;
      expect(answer.headers['set-cookie'] !== undefined).toBe(signedIn);
      const made = (await sessionCount()) - before;
      // Without a second factor the first step was the whole of it.
      const first = path === 'totp' && state === 'active' ? 1 : 0;
      // A reset ends sessions and makes none.
      expect(path === 'reset' ? Math.max(0, made) : made).toBe(signedIn ? 1 : first);
    });

    test.each(['password', 'pin', 'link'])(
      '[T-11] by %s, what an inactive account showed is audited',
      async (path) => {
        await paths[path]?.go(emailOf('inactive'), 'sunvale');
        const rows = await db
          .selectFrom('audit')
          .select(['accountId', 'detail'])
          .where('at', '=', app.clock.now())
          .where('action', '=', 'sign-in-failed')
          .execute();
        expect(rows).toEqual([{ accountId: accountIdOf('inactive'), detail: { path, inactive: true } }]);
      },
    );

    test('[T-11] the table has a row for each', () => {
      expect(cases).toHaveLength(42);
      expect(Object.keys(EXPECTED)).toEqual(Object.keys(paths));
    });
  });

  describe('known and unknown', () => {
    const costOf = async (path: 'pin' | 'magic-link' | 'password-reset', email: string) => {
      const [asked, posted] = [statements.length, mailbox.sent.length];
      const { status, body, headers } = await call('POST', path, { email });
      return {
        status,
        fields: Object.keys(body),
        headers: Object.keys(headers).toSorted(),
        statements: statements.slice(asked),
        jobs: mailbox.sent.length - posted,
      };
    };

    test.each(['pin', 'magic-link', 'password-reset'] as const)(
      '[T-18] [AUTH-5] %s: the same answer for the same work',
      async (path) => {
        const known = await costOf(path, emailOf('owner'));
        expect(known).toEqual(await costOf(path, UNKNOWN_EMAIL));
        expect(known).toEqual(await costOf(path, emailOf('inactive')));
        expect([known.status, known.jobs]).toEqual([202, 1]);
        expect(known.statements.length).toBeGreaterThan(4);
        expect(mailbox.delivered().map(({ order }) => order.to)).toEqual([
          emailOf('owner'),
          emailOf('inactive'),
        ]);
      },
    );

    test('[T-18] a wrong PIN gets the same answer whether or not the account exists', async () => {
      const cost = async (email: string) => {
        const { challenge } = await ask('pin', email);
        const before = statements.length;
        const { status, text } = await call('PUT', 'pin', { challenge, pin: 'wrong' });
        return { status, text, statements: statements.slice(before) };
      };
      expect(await cost(emailOf('owner'))).toEqual(await cost(UNKNOWN_EMAIL));
    });
  });

  test('[T-9] [AUTH-3] every step is audited, without the address', async () => {
    const { challenge, pin } = await ask('pin', emailOf('withTotp'));
    await call('PUT', 'pin', { challenge, pin: otherThan(pin) });
    const { body } = await call('PUT', 'pin', { challenge, pin });
    await call('POST', 'totp', { challenge: body.challenge, code: '000000' });
    await call('POST', 'totp', { challenge: body.challenge, code: codeAt(TOTP_SECRET, app.clock.now()) });
    expect(await actions()).toEqual(['sign-in-failed', 'sign-in-failed', 'sign-in-mail', 'signed-in']);
    expect(JSON.stringify(await db.selectFrom('audit').selectAll().execute())).not.toContain('@');
  });
});
