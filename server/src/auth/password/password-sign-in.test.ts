import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { User } from '#contract/entities/account.ts';
import { Problem } from '#contract/entities/problem.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import { createTestPasswords, startApp } from '../../testing/app.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { dump } from '../../db/testing/dump.ts';
import { PASSWORD, TOTP_SECRET, accountIdOf, insertTestData, emailOf } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';

const hashing = { verified: 0 };
const countingPasswords = () =>
  createTestPasswords((hashed, password) => {
    hashing.verified += 1;
    return verify(hashed, password);
  });

const LOCKED_OUT =
  'You have been locked out because of too many failed attempts. You can try again in 15 minutes.';
const UNKNOWN = 'nobody@home.example';
const WRONG = 'WrongHorse42';
const COOKIE = 'porchlight-browser';

interface Try {
  readonly email?: string;
  readonly password?: string;
  readonly pid?: string;
  readonly ip?: string;
  readonly host?: string;
  readonly headers?: Record<string, string>;
}

const countOf = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = `${status} ${body.code ?? 'ok'}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

const oneNetwork = () => '198.51.100.7';
const otherNetworks = (index: number) => `10.20.${index}.1`;

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let db: RootDb;
  let app: TestApp;
  const statements: string[] = [];

  beforeAll(async () => {
    database = await open();
    db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    app = await startApp(db, { passwords: countingPasswords() });
    await insertTestData(db, app);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  // Every test begins with no lock and no failure in any window.
  beforeEach(() => app.clock.advance(HOUR));

  const attempt = ({ email, password, pid, ...rest }: Try = {}): Promise<Answer> =>
    app.call('POST', `/api/auth/login${pid === undefined ? '' : `?pid=${pid}`}`, {
      body: { email: email ?? emailOf('owner'), password: password ?? PASSWORD },
      ...rest,
    });
  const attempts = (count: number, of: (index: number) => Try): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => attempt(of(index))));
  const inTurn = async (count: number, of: (index: number) => Try): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let index = 0; index < count; index += 1) answers.push(await attempt(of(index)));
    return answers;
  };
  const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const sessionsOf = async (person: Person): Promise<number> =>
    (await db.selectFrom('session').select('id').where('accountId', '=', accountIdOf(person)).execute())
      .length;
  const actionsSince = async (from: Date): Promise<string[]> => {
    const entries = await db
      .selectFrom('audit')
      .select(['action', 'accountId'])
      .where('at', '>=', from)
      .execute();
    return entries.map(({ action, accountId }) => `${action} ${accountId ?? 'nobody'}`).toSorted();
  };

  describe('the right password', () => {
    test('[AUTH-1] [API-4] gives a token and the user, every field as spelled in the contract', async () => {
      const answer = await attempt();
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).toSorted()).toEqual(['token', 'user']);
      expect(answer.body.token).toMatch(/^[\w-]{43}$/);
      expect(answer.body.user).toEqual({
        id: accountIdOf('owner'),
        firstName: 'owner',
        lastName: 'Tester',
        email: emailOf('owner'),
        alias: null,
        language: null,
        temperatureUnit: null,
        agreedTerms: null,
        roles: [{ role: 'house', houseId: 'housea', access: 'owner' }],
        sessionCount: 0,
        hasPassword: true,
        totp: { enabled: false },
      });
      expect(Object.keys(answer.body.user).toSorted()).toEqual(Object.keys(User.shape).toSorted());
      const again = await attempt();
      expect(again.body.user.sessionCount).toBe(1);
      expect(again.body.token).not.toBe(answer.body.token);
    });

    test('[T-19] neither token, browser secret nor password stands in the database', async () => {
      const answer = await attempt();
      const held = await dump(db);
      const secret = cookieOf(answer).slice(COOKIE.length + 1);
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(held).toContain(emailOf('owner'));
      for (const canary of [answer.body.token, secret, PASSWORD]) expect(held).not.toContain(canary);
    });

    test('[AUTH-1] the e-mail address is taken in any case, with spaces around it', async () => {
      const spellings = ['OWNER@Home.Example', '  owner@home.example ', 'ｏｗｎｅｒ@home.example'];
      for (const email of spellings) {
        expect((await attempt({ email })).body.user?.id, email).toBe(accountIdOf('owner'));
      }
    });

    test('[T-1] [AUTH-1] the same address at two providers is two people', async () => {
      await db
        .updateTable('account')
        .set({ passwordHash: null })
        .where('id', '=', accountIdOf('foreign'))
        .execute();
      const atOther = await attempt({ pid: 'harbour' });
      expect(atOther.body.code).toBe('login_failed');
      const { passwordHash } = await db
        .selectFrom('account')
        .select('passwordHash')
        .where('id', '=', accountIdOf('owner'))
        .executeTakeFirstOrThrow();
      await db
        .updateTable('account')
        .set({ passwordHash })
        .where('id', '=', accountIdOf('foreign'))
        .execute();
      expect((await attempt({ pid: 'harbour' })).body.user.id).toBe(accountIdOf('foreign'));
      expect((await attempt({ pid: 'sunvale' })).body.user.id).toBe(accountIdOf('owner'));
    });

    test('[T-1] [BRAND-2] on a host bound to a provider pid is ignored; an unknown pid is not found', async () => {
      const bound = await attempt({ pid: 'harbour', host: 'home.sunvale.example' });
      expect(bound.body.user.id).toBe(accountIdOf('owner'));
      expect((await attempt({ host: 'HOME.Harbour.example:8443' })).body.user.id).toBe(
        accountIdOf('foreign'),
      );
      const unknown = await attempt({ pid: 'nobody' });
      expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    });

    test('[T-10] the browser gets a secret that no script can read and no other path receives', async () => {
      const answer = await attempt();
      const parts = String(answer.headers['set-cookie']).split('; ');
      expect(parts.slice(1).toSorted()).toEqual([
        'HttpOnly',
        'Max-Age=31536000',
        'Path=/api/auth',
        'SameSite=Strict',
      ]);
      const secure = await attempt({ headers: { 'x-forwarded-proto': 'https' } });
      expect(String(secure.headers['set-cookie'])).toContain('; Secure');
      const again = await attempt({ headers: { cookie: `other=1; ${cookieOf(answer)}` } });
      expect(cookieOf(again)).toBe(cookieOf(answer));
      expect((await attempt({ password: WRONG })).headers['set-cookie']).toBeUndefined();
    });

    test('[T-10] a browser secret that we cannot have made is replaced', async () => {
      for (const planted of ['x', 'a'.repeat(44), `${'a'.repeat(42)}=`]) {
        const answer = await attempt({ headers: { cookie: `${COOKIE}=${planted}` } });
        expect(cookieOf(answer)).toMatch(new RegExp(`^${COOKIE}=[\\w-]{43}$`));
      }
    });

    test('[T-10] one that somebody planted is replaced, even if it is that of another account, which the browser still knows', async () => {
      const planted = `${COOKIE}=${'a'.repeat(43)}`;
      const first = cookieOf(await attempt({ headers: { cookie: planted } }));
      expect(first).not.toBe(planted);
      const second = await attempt({ email: emailOf('second'), headers: { cookie: first } });
      expect(second.status).toBe(200);
      expect(cookieOf(second)).not.toBe(first);
      // The first account knows the browser by the new secret too.
      expect(cookieOf(await attempt({ headers: { cookie: cookieOf(second) } }))).toBe(cookieOf(second));
    });
  });

  describe('guessing', () => {
    const guessed = [
      { who: 'a known address', email: emailOf('second'), from: 'one address', ip: oneNetwork },
      { who: 'a known address', email: emailOf('second'), from: '60 networks', ip: otherNetworks },
      { who: 'an unknown address', email: UNKNOWN, from: 'one address', ip: oneNetwork },
      { who: 'an unknown address', email: UNKNOWN, from: '60 networks', ip: otherNetworks },
    ];

    test.each(guessed)(
      '[T-9] [AUTH-8] 60 parallel wrong passwords for $who from $from: 5 are looked at, 55 refused',
      async ({ email, ip }) => {
        const before = hashing.verified;
        const answers = await attempts(60, (index) => ({ email, password: WRONG, ip: ip(index) }));
        expect(countOf(answers)).toEqual({ '401 login_failed': 5, '429 locked_out': 55 });
        expect(hashing.verified - before).toBe(5);
        for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
          expect(Problem.strict().parse(body).title).toBe(LOCKED_OUT);
          expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
          expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
        }
      },
    );

    test('[T-9] [AUTH-8] the lock holds against the right password for 15 minutes, not longer', async () => {
      await inTurn(5, () => ({ password: WRONG }));
      app.clock.advance(15 * MINUTE - SECOND);
      const early = await attempt({ ip: '203.0.113.9' });
      expect([early.status, early.body.code, early.headers['retry-after']]).toEqual([429, 'locked_out', '1']);
      app.clock.advance(2 * SECOND);
      expect((await attempt({ ip: '203.0.113.9' })).status).toBe(200);
    });

    test('[T-9] refused tries do not make the lock longer', async () => {
      await inTurn(5, () => ({ password: WRONG }));
      app.clock.advance(14 * MINUTE);
      await inTurn(10, () => ({ password: WRONG }));
      app.clock.advance(MINUTE + SECOND);
      expect((await attempt()).status).toBe(200);
    });

    test('[T-9] after the lock there are five tries again', async () => {
      await inTurn(5, () => ({ password: WRONG }));
      app.clock.advance(15 * MINUTE + SECOND);
      const answers = await attempts(20, (index) => ({ password: WRONG, ip: otherNetworks(index) }));
      expect(countOf(answers)).toEqual({ '401 login_failed': 5, '429 locked_out': 15 });
    });

    test('[T-9] every spelling of an address shares one budget', async () => {
      const spellings = [
        'owner@home.example',
        'OWNER@home.example',
        ' Owner@Home.Example',
        'ｏwner@home.example',
      ];
      const answers = await inTurn(8, (index) => ({ email: spellings[index % 4] ?? '', password: WRONG }));
      expect(countOf(answers)).toEqual({ '401 login_failed': 5, '429 locked_out': 3 });
    });

    test('[T-9] a lock at one provider is none at another', async () => {
      await inTurn(6, () => ({ password: WRONG }));
      expect((await attempt()).status).toBe(429);
      expect((await attempt({ pid: 'harbour' })).status).toBe(200);
    });

    test('[T-9] failures of more than 15 minutes ago do not count', async () => {
      await inTurn(4, () => ({ password: WRONG }));
      app.clock.advance(16 * MINUTE);
      expect(countOf(await inTurn(4, () => ({ password: WRONG })))).toEqual({ '401 login_failed': 4 });
      expect((await attempt()).status).toBe(200);
    });

    test('[T-9] a success forgets the failures before it', async () => {
      for (let round = 0; round < 3; round += 1) {
        expect(countOf(await inTurn(4, () => ({ password: WRONG })))).toEqual({ '401 login_failed': 4 });
        expect((await attempt()).status).toBe(200);
      }
    });

    test('[T-9] refused tries and successes count toward no other budget', async () => {
      await attempts(20, () => ({ password: WRONG, ip: oneNetwork() }));
      await inTurn(3, () => ({ email: emailOf('second'), ip: oneNetwork() }));
      const others = await attempts(46, (index) => ({
        email: `other${index}@home.example`,
        password: WRONG,
        ip: oneNetwork(),
      }));
      expect(countOf(others)).toEqual({ '401 login_failed': 45, '429 too_many_requests': 1 });
    });

    test('[T-9] a try whose password was not compared, because too many are, does not count', async () => {
      const passwords = createTestPasswords();
      const busy = await startApp(db, { passwords, seed: 'busy', clock: app.clock });
      const guess = async (address: number) => {
        const body = { email: `busy${address}@home.example`, password: WRONG };
        return (await busy.call('POST', '/api/auth/login', { body, ip: otherNetworks(address) })).body.code;
      };
      const over = new AbortController();
      const keepBusy = async (): Promise<void> => {
        while (!over.signal.aborted) await passwords.matches(null, WRONG).catch(yieldToEventLoop);
      };
      const keeping = Promise.all(Array.from({ length: 80 }, keepBusy));
      let calls = 0;
      // Others are compared: the hasher is free for a moment now and then.
      while (calls < 200 && (await guess(calls)) !== 'busy') calls += 1;
      over.abort();
      await keeping;
      const codes: string[] = [];
      for (let time = 0; time < 6; time += 1) codes.push(await guess(calls));
      expect(codes).toEqual([...Array.from({ length: 5 }, () => 'login_failed'), 'locked_out']);
      await busy.close();
    });

    test('[T-9] 50 failures over many addresses shut a network out, and no other network', async () => {
      const spread = (network: string) => (index: number) => ({
        email: `spread${index}@home.example`,
        password: WRONG,
        ip: `${network}.${index}`,
      });
      const answers = await attempts(53, spread('198.51.100'));
      expect(countOf(answers)).toEqual({ '401 login_failed': 50, '429 too_many_requests': 3 });
      for (const { headers } of answers.filter(({ status }) => status === 429)) {
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
      }
      const inside = await inTurn(7, () => ({ ip: '198.51.100.250' }));
      expect(countOf(inside)).toEqual({ '429 too_many_requests': 7 });
      // What the network was refused has cost the account nothing.
      const outside = await inTurn(4, () => ({ password: WRONG, ip: '198.51.101.1' }));
      expect(countOf(outside)).toEqual({ '401 login_failed': 4 });
      expect((await attempt({ ip: '198.51.101.1' })).status).toBe(200);
      app.clock.advance(15 * MINUTE + SECOND);
      expect((await attempt({ ip: '198.51.100.250' })).status).toBe(200);
    });

    test('[T-9] right and wrong at once: no more guesses are compared than the successes gave attempts back for', async () => {
      for (const rights of [1, 3]) {
        app.clock.advance(HOUR);
        const answers = await attempts(30, (index) => ({
          password: index % 10 === 2 && index < rights * 10 ? PASSWORD : WRONG,
          ip: otherNetworks(index),
        }));
        const { '200 ok': passed = 0, '401 login_failed': failed = 0, ...refused } = countOf(answers);
        expect(Object.keys(refused)).toEqual(['429 locked_out']);
        expect(passed).toBeLessThanOrEqual(rights);
        expect(failed).toBeLessThanOrEqual(5 + 5 * passed);
        const more = await attempts(20, (index) => ({ password: WRONG, ip: otherNetworks(index) }));
        expect(countOf(more)['401 login_failed'] ?? 0).toBeLessThanOrEqual(5);
      }
    });

    test('[AUTH-8] the sentence comes in the language asked for', async () => {
      const spanish = { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, password: WRONG };
      const answers = await inTurn(6, () => spanish);
      expect(answers[0]?.body.title).toBe('No se pudo iniciar sesión.');
      expect(answers[5]?.body.title).toBe(
        'Su acceso se bloqueó por demasiados intentos fallidos. Puede volver a intentarlo en 15 minutos.',
      );
    });
  });

  describe('a browser that signed in before', () => {
    test('[T-10] [AUTH-8] signs in while a stranger has locked the account', async () => {
      const headers = { cookie: cookieOf(await attempt({ ip: '203.0.113.1' })) };
      await attempts(10, (index) => ({ password: WRONG, ip: otherNetworks(index) }));
      expect((await attempt({ ip: '203.0.113.1' })).body.code).toBe('locked_out');
      expect((await attempt({ ip: '203.0.113.1', headers })).status).toBe(200);
      // The stranger stays locked out.
      expect((await attempt({ ip: otherNetworks(1) })).body.code).toBe('locked_out');
    });

    test('[T-10] [T-9] has five tries of its own, also in parallel, and leaves those of strangers alone', async () => {
      const headers = { cookie: cookieOf(await attempt()) };
      const answers = await attempts(20, (index) => ({ password: WRONG, headers, ip: otherNetworks(index) }));
      expect(countOf(answers)).toEqual({ '401 login_failed': 5, '429 locked_out': 15 });
      expect((await attempt({ headers })).body.code).toBe('locked_out');
      expect((await attempt()).status).toBe(200);
    });

    test('[T-10] known to two accounts, wrong tries for one leave those for the other', async () => {
      const first = { cookie: cookieOf(await attempt()) };
      const headers = { cookie: cookieOf(await attempt({ email: emailOf('second'), headers: first })) };
      await inTurn(6, () => ({ email: emailOf('second'), password: WRONG, headers }));
      expect((await attempt({ email: emailOf('second'), headers })).body.code).toBe('locked_out');
      expect((await attempt({ headers })).status).toBe(200);
    });

    test('[T-10] is known to the account it signed in to and to no other', async () => {
      const headers = { cookie: cookieOf(await attempt()) };
      await inTurn(6, () => ({ email: emailOf('second'), password: WRONG }));
      expect((await attempt({ email: emailOf('second'), headers })).body.code).toBe('locked_out');
      await inTurn(6, () => ({ pid: 'harbour', password: WRONG }));
      expect((await attempt({ pid: 'harbour', headers })).body.code).toBe('locked_out');
    });
  });

  describe('an account that may not sign in', () => {
    test('[AUTH-8] inactive is told after the right password only', async () => {
      const email = emailOf('inactive');
      expect((await attempt({ email, password: WRONG })).body.code).toBe('login_failed');
      const told = await attempt({ email });
      expect([told.status, told.body.code]).toEqual([403, 'account_inactive']);
      expect(told.body.title).toBe(
        'Your account is inactive. Please contact support, if you think this is in error.',
      );
      expect(told.headers['set-cookie']).toBeUndefined();
    });

    test('[AUTH-8] an account without a password fails like any other', async () => {
      const answer = await attempt({ email: emailOf('noPassword') });
      expect([answer.status, answer.body.code]).toEqual([401, 'login_failed']);
    });

    test('[T-11] [T-7] a second factor is not passed over: no session, no secret in the answer', async () => {
      const answer = await attempt({ email: emailOf('withTotp') });
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['next', 'challenge']]);
      expect(answer.body.next).toBe('totp');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.text).not.toContain(TOTP_SECRET);
      expect((await attempt({ email: emailOf('withTotp'), password: WRONG })).body.code).toBe('login_failed');
    });

    test('[T-11] none of them ever got a session', async () => {
      for (const person of ['inactive', 'withTotp', 'noPassword'] as const) {
        expect(await sessionsOf(person), person).toBe(0);
      }
    });
  });

  describe('known and unknown', () => {
    const costOf = async (given: Try) => {
      const [hashes, asked] = [hashing.verified, statements.length];
      const { status, text, headers } = await attempt({ password: WRONG, ...given });
      return {
        status,
        text,
        headers: Object.keys(headers).toSorted(),
        hashes: hashing.verified - hashes,
        statements: statements.slice(asked),
      };
    };
    const cookie = `${COOKIE}=${'a'.repeat(43)}`;
    const people = (['inactive', 'withTotp', 'noPassword'] as const).map(emailOf);

    test.each([emailOf('second'), ...people])(
      '[T-18] %s: the same answer for the same work',
      async (email) => {
        for (const headers of [{}, { cookie }] as Record<string, string>[]) {
          const known = await costOf({ email, headers });
          const unknown = await costOf({ email: UNKNOWN, headers });
          expect(known).toEqual(unknown);
          expect(known.hashes).toBe(1);
          expect(known.statements.length).toBeGreaterThanOrEqual(5);
        }
      },
    );

    test('[T-18] also once they are locked', async () => {
      await inTurn(5, () => ({ email: emailOf('second'), password: WRONG }));
      await inTurn(5, () => ({ email: UNKNOWN, password: WRONG }));
      const known = await costOf({ email: emailOf('second') });
      expect(known).toEqual(await costOf({ email: UNKNOWN }));
      expect([known.status, known.hashes]).toEqual([429, 0]);
    });
  });

  test('[T-9] [AUTH-9] sign-in, failure, lock and sign-out are audited, without the address', async () => {
    const from = app.clock.now();
    const { body } = await attempt({ email: emailOf('second') });
    await app.call('POST', '/api/auth/logout', { token: body.token });
    await inTurn(7, () => ({ email: emailOf('second'), password: WRONG }));
    await inTurn(1, () => ({ email: UNKNOWN, password: WRONG }));
    const id = accountIdOf('second');
    expect(await actionsSince(from)).toEqual([
      `locked-out ${id}`,
      'sign-in-failed nobody',
      ...Array.from({ length: 4 }, () => `sign-in-failed ${id}`),
      `signed-in ${id}`,
      `signed-out ${id}`,
    ]);
    expect(JSON.stringify(await db.selectFrom('audit').selectAll().execute())).not.toContain('@');
  });

  test('[T-2] an address with a character that no database holds is refused, not a fault', async () => {
    const answer = await attempt({ email: 'own\u0000er@home.example' });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
  });
});
