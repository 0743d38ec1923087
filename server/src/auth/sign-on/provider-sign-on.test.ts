import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { TestClock, startApp } from '../../testing/app.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { codeAt } from '../../testing/access-matrix/call-preconditions.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { startForgingIssuer } from '../../testing/auth/forging-issuer.ts';
import type { ForgingIssuer } from '../../testing/auth/forging-issuer.ts';
import { createMailbox, tokenIn } from '../../testing/messages/mailbox.ts';
import { outcomeOf } from '../../testing/auth/sign-in-calls.ts';
import { PASSWORD, TOTP_SECRET, accountIdOf, emailOf, insertTestData } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';

const NETWORK = '192.0.2.1';

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  /** Of sunvale, and of harbour: two tenants with issuers of their own. */
  let issuer: ForgingIssuer;
  let otherIssuer: ForgingIssuer;
  const mailbox = createMailbox();
  const clock = new TestClock();

  beforeAll(async () => {
    database = await open();
    [issuer, otherIssuer] = await Promise.all([startForgingIssuer(clock), startForgingIssuer(clock)]);
    const urls: Readonly<Record<string, string>> = { sunvale: issuer.url, harbour: otherIssuer.url };
    app = await startApp(database.db, {
      jobs: mailbox.jobs,
      clock,
      signOn: {
        of: (id) => (urls[id] ? { issuer: urls[id] } : null),
        loopback: true,
        timeoutMs: 1_000,
      },
    });
    await insertTestData(database.db, app);
  });
  afterAll(async () => {
    await Promise.all([issuer.close(), otherIssuer.close(), app.close()]);
    await database.close();
  });
  beforeEach(async () => {
    clock.advance(DAY + HOUR);
    issuer.forge({});
    issuer.becomeSubject('subject-1');
    mailbox.sent.length = 0;
    await database.db.deleteFrom('providerIdentity').execute();
  });

  const call = (path: string, body: object, headers: Record<string, string> = {}, pid = 'sunvale') =>
    app.call('POST', `/api/auth/${path}?pid=${pid}`, { body, headers, ip: NETWORK });

  interface Begun {
    readonly answer: Answer;
    readonly location: string;
    readonly cookie: string;
  }
  const begin = async (pid = 'sunvale'): Promise<Begun> => {
    const answer = await call('proxy/start', {}, {}, pid);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { answer, location: answer.body.location ?? '', cookie };
  };

  /** Where the callback leads: a one-time code, or the code of an error. */
  const comeBack = async (query: URLSearchParams, cookie: string, pid = 'sunvale') => {
    const answer = await app.call('GET', `/api/auth/proxy/callback/${pid}?${query.toString()}`, {
      headers: cookie ? { cookie } : {},
    });
    expect(answer.status).toBe(303);
    const target = String(answer.headers['location']);
    expect(target).toMatch(new RegExp(`^/\\?pid=${pid}#/(auth-proxy|logon/error)\\?code=[\\w-]+$`));
    const [, screen, code = ''] = /#\/(.*)\?code=(.*)$/.exec(target) ?? [];
    return screen === 'auth-proxy' ? { code, error: null } : { code: '', error: code };
  };

  const finish = (code: string, cookie: string, pid = 'sunvale') =>
    call('proxy/finish', { code }, { cookie }, pid);

  /** A whole sign-on, up to the answer that carries the session. */
  const signOn = async (): Promise<Answer> => {
    const { location, cookie } = await begin();
    const { code, error } = await comeBack(issuer.authorize(location), cookie);
    expect(error).toBeNull();
    return finish(code, cookie);
  };

  const link = async (person: Person, subject = 'subject-1') => {
    await database.db
      .insertInto('providerIdentity')
      .values({
        providerId: 'sunvale',
        accountId: accountIdOf(person),
        issuer: issuer.url,
        subject,
        createdAt: clock.now(),
      })
      .execute();
  };
  const linkCount = async () =>
    (await database.db.selectFrom('providerIdentity').select('subject').execute()).length;
  const sessionCount = async () => (await database.db.selectFrom('session').select('id').execute()).length;

  test('[AUTH-6] [T-20] a subject that nobody knows is linked by the own sign-in of an account, and signs in alone from then on', async () => {
    // The issuer says that the subject has the owner's address.
    const unknown = await signOn();
    expect(unknown.body).toEqual({
      next: 'link',
      challenge: expect.any(String),
      email: emailOf('owner'),
    });
    expect(await linkCount()).toBe(0);

    const { challenge } = unknown.body;
    expect(outcomeOf(await call('proxy/link', { challenge }))).toBe('401 sign_in_required');
    const withPassword = await call('login', { email: emailOf('second'), password: PASSWORD });
    const authorization = `Bearer ${withPassword.body.token}`;
    expect((await call('proxy/link', { challenge }, { authorization })).status).toBe(204);
    expect(mailbox.sent.map(({ order }) => [order.to, order.name])).toEqual([
      [emailOf('second'), 'signOnLinked'],
    ]);
    expect(outcomeOf(await call('proxy/link', { challenge }, { authorization }))).toBe('410 sign_on_expired');

    const again = await signOn();
    expect(again.status).toBe(200);
    expect(again.body.user.id).toBe(accountIdOf('second'));
    const actions = await database.db
      .selectFrom('audit')
      .select('action')
      .where('at', '=', clock.now())
      .execute();
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'sign-on-linked',
      'signed-in',
      'signed-in',
    ]);
  });

  test('[AUTH-6] [LANG-1] the language of the page that began comes back with the browser, and nothing else a cookie holds', async () => {
    const started = await call('proxy/start', {}, { 'accept-language': 'es' });
    const cookies = [started.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => String(one).split(';')[0] ?? '');
    const back = async (cookie: string) => {
      const query = issuer.authorize(started.body.location);
      const answer = await app.call('GET', `/api/auth/proxy/callback/sunvale?${query.toString()}`, {
        headers: { cookie },
      });
      return String(answer.headers['location']).split('#')[0];
    };
    const [secret = ''] = cookies;
    expect(await back(cookies.join('; '))).toBe('/?pid=sunvale&lang=es');
    // Also where it went wrong, here because it is over.
    expect(await back(cookies.join('; '))).toBe('/?pid=sunvale&lang=es');
    for (const forged of ['fr', 'es%26pid%3Dharbour', 'es&pid=harbour', '//evil.example']) {
      expect(await back(`${secret}; porchlight-sign-on-language=${forged}`)).toBe('/?pid=sunvale');
    }
  });

  test.each(['owner\u0000@home.example', 'owner@home.example <b>', 'owner', 5])(
    '[AUTH-6] an address of the issuer that is none is left out: %j',
    async (email) => {
      issuer.forge({ claims: { email } });
      expect((await signOn()).body).toMatchObject({ next: 'link', email: null });
    },
  );

  test('[T-20] the same address at the issuer with another subject signs nobody in', async () => {
    await link('owner');
    issuer.becomeSubject('subject-2');
    expect((await signOn()).body.next).toBe('link');
  });

  test('[T-20] a subject stays with the account that was linked first; a late link and an old session are refused', async () => {
    const [first, second] = [await signOn(), await signOn()];
    const login = async (person: Person) => {
      const { body } = await call('login', { email: emailOf(person), password: PASSWORD });
      return { authorization: `Bearer ${body.token}` };
    };
    const [owner, neighbour] = [await login('owner'), await login('neighbour')];
    expect((await call('proxy/link', { challenge: first.body.challenge }, owner)).status).toBe(204);
    expect(outcomeOf(await call('proxy/link', { challenge: second.body.challenge }, neighbour))).toBe(
      '410 sign_on_expired',
    );
    issuer.becomeSubject('subject-3');
    clock.advance(11 * MINUTE);
    const third = await signOn();
    expect(outcomeOf(await call('proxy/link', { challenge: third.body.challenge }, neighbour))).toBe(
      '409 confirm_identity',
    );
    clock.advance(16 * MINUTE);
    const fresh = await login('neighbour');
    expect(outcomeOf(await call('proxy/link', { challenge: third.body.challenge }, fresh))).toBe(
      '410 sign_on_expired',
    );
  });

  describe('[T-11] [AUTH-6] what holds for every sign-in holds here', () => {
    test('an inactive account is told so, and gets no session', async () => {
      await link('inactive');
      const before = await sessionCount();
      expect(outcomeOf(await signOn())).toBe('403 account_inactive');
      expect(await sessionCount()).toBe(before);
    });

    test('an account with a second factor is asked for it', async () => {
      await link('withTotp');
      const { body } = await signOn();
      expect(Object.keys(body)).toEqual(['next', 'challenge']);
      const code = codeAt(TOTP_SECRET, clock.now());
      expect((await call('totp', { challenge: body.challenge, code })).status).toBe(200);
    });

    test('a lockout of passwords does not close it', async () => {
      await link('locked');
      for (let wrong = 0; wrong < 6; wrong += 1) {
        await call('login', { email: emailOf('locked'), password: 'WrongHorse42' });
      }
      expect((await signOn()).status).toBe(200);
    });
  });

  test('[T-19] a new password ends the link, which somebody else may have made', async () => {
    await link('second');
    await call('password-reset', { email: emailOf('second') });
    const token = tokenIn(mailbox.lastTo(emailOf('second'))?.values['link']);
    const reset = await app.call('PUT', '/api/auth/password-reset', {
      body: { token, newPassword: `${PASSWORD}new` },
    });
    expect(reset.status).toBe(204);
    expect((await signOn()).body.next).toBe('link');
  });

  describe('[T-20] [AUTH-6] forged and replayed flows are refused', () => {
    const forged = async (claims: object) => {
      await link('owner');
      issuer.forge({ claims: claims as Record<string, string> });
      const { location, cookie } = await begin();
      return (await comeBack(issuer.authorize(location), cookie)).error;
    };
    const seconds = (ms: number) => Math.floor((clock.now().getTime() + ms) / SECOND);

    test('state', async () => {
      const { location, cookie } = await begin();
      const query = issuer.authorize(location);
      const right = query.get('state') ?? '';
      for (const state of ['', 'x'.repeat(43), right.toLowerCase()]) {
        query.set('state', state);
        expect((await comeBack(query, cookie)).error).toBe('sign_on_expired');
      }
      // A link that somebody else wrote does not end the sign-on.
      query.set('state', right);
      expect((await comeBack(query, cookie)).error).toBeNull();
    });

    test('nonce', async () => expect(await forged({ nonce: 'another' })).toBe('sign_on_failed'));
    test('audience', async () => expect(await forged({ aud: 'another' })).toBe('sign_on_failed'));
    test('issuer in the token', async () =>
      expect(await forged({ iss: otherIssuer.url })).toBe('sign_on_failed'));
    test('expiry', async () => expect(await forged({ exp: seconds(-2 * MINUTE) })).toBe('sign_on_clock'));
    test('made for another client, though we are its audience', async () =>
      expect(await forged({ azp: 'another' })).toBe('sign_on_failed'));
    test.each([
      ['none', ''],
      ['with a character that no database stores', 'subject-1\u0000'],
      ['with half a character', 'subject-1\uD800'],
      ['too long', 'x'.repeat(256)],
    ])('subject: %s', async (_what, sub) => expect(await forged({ sub })).toBe('sign_on_failed'));

    test('signature', async () => {
      issuer.forge({ strangeKey: true });
      const { location, cookie } = await begin();
      expect((await comeBack(issuer.authorize(location), cookie)).error).toBe('sign_on_failed');
    });

    test('iss of the answer: of another issuer, or missing', async () => {
      for (const iss of [otherIssuer.url, null]) {
        const { location, cookie } = await begin();
        const query = issuer.authorize(location);
        if (iss === null) query.delete('iss');
        else query.set('iss', iss);
        expect((await comeBack(query, cookie)).error).toBe('sign_on_failed');
      }
    });

    test("another tenant's code, flow and one-time code", async () => {
      const theirs = await begin('harbour');
      const ours = await begin();
      const query = issuer.authorize(ours.location);
      query.set('code', otherIssuer.authorize(theirs.location).get('code') ?? '');
      expect((await comeBack(query, ours.cookie)).error).toBe('sign_on_expired');
      expect((await comeBack(otherIssuer.authorize(theirs.location), theirs.cookie)).error).toBe(
        'sign_on_expired',
      );
      const back = await comeBack(otherIssuer.authorize(theirs.location), theirs.cookie, 'harbour');
      expect(back.error).toBeNull();
      expect(outcomeOf(await finish(back.code, theirs.cookie))).toBe('410 sign_on_expired');
      expect((await finish(back.code, theirs.cookie, 'harbour')).body.next).toBe('link');
    });

    test('a code of another flow: PKCE', async () => {
      const [first, second] = [await begin(), await begin()];
      const query = issuer.authorize(second.location);
      query.set('code', issuer.authorize(first.location).get('code') ?? '');
      expect((await comeBack(query, second.cookie)).error).toBe('sign_on_expired');
    });

    test('the answer in another browser, and the one-time code in another browser', async () => {
      const { location, cookie } = await begin();
      const stranger = await begin();
      const query = issuer.authorize(location);
      expect((await comeBack(query, '')).error).toBe('sign_on_expired');
      expect((await comeBack(query, stranger.cookie)).error).toBe('sign_on_expired');
      const { code } = await comeBack(query, cookie);
      expect(outcomeOf(await finish(code, ''))).toBe('410 sign_on_expired');
      expect(outcomeOf(await finish(code, stranger.cookie))).toBe('410 sign_on_expired');
      // Which does not use it up for the right one.
      expect((await finish(code, cookie)).body.next).toBe('link');
    });

    test('replay of the answer and of the one-time code', async () => {
      const { location, cookie } = await begin();
      const query = issuer.authorize(location);
      const { code } = await comeBack(query, cookie);
      expect((await comeBack(query, cookie)).error).toBe('sign_on_expired');
      expect((await finish(code, cookie)).status).toBe(200);
      expect(outcomeOf(await finish(code, cookie))).toBe('410 sign_on_expired');
    });

    test('too late: the answer after 15 minutes, the one-time code after one', async () => {
      const late = await begin();
      clock.advance(15 * MINUTE);
      expect((await comeBack(issuer.authorize(late.location), late.cookie)).error).toBe('sign_on_expired');
      const { location, cookie } = await begin();
      const { code } = await comeBack(issuer.authorize(location), cookie);
      clock.advance(MINUTE);
      expect(outcomeOf(await finish(code, cookie))).toBe('410 sign_on_expired');
    });

    test('guessed one-time codes are counted by network', async () => {
      const { location, cookie } = await begin();
      const { code } = await comeBack(issuer.authorize(location), cookie);
      for (let guess = 0; guess < 20; guess += 1) {
        expect(outcomeOf(await finish(`guess${guess}`, cookie))).toBe('410 sign_on_expired');
      }
      expect(outcomeOf(await finish(code, cookie))).toBe('429 too_many_requests');
    });
  });

  describe('[AUTH-6] an issuer in trouble', () => {
    const TROUBLES = ['refuses', 'error 500', 'never answers', 'no JSON', 'redirects'] as const;

    test.each(TROUBLES)('that %s is told of at the start and on the way back', async (trouble) => {
      const { location, cookie } = await begin();
      const query = issuer.authorize(location);
      issuer.forge({ trouble });
      expect((await comeBack(query, cookie)).error).toBe('sign_on_unavailable');
      expect(outcomeOf((await begin()).answer)).toBe('502 sign_on_unavailable');
      issuer.forge({});
      expect((await signOn()).body.next).toBe('link');
      expect(issuer.calls).not.toContain('/elsewhere');
    });

    test.each([HOUR, -HOUR])('whose clock is wrong by %d ms', async (off) => {
      const at = Math.floor((clock.now().getTime() + off) / SECOND);
      issuer.forge({ claims: { iat: at, exp: at + 300 } });
      const { location, cookie } = await begin();
      expect((await comeBack(issuer.authorize(location), cookie)).error).toBe('sign_on_clock');
    });

    test('that has new keys between two sign-ons', async () => {
      await link('owner');
      expect((await signOn()).status).toBe(200);
      await issuer.rotateKeys();
      expect((await signOn()).status).toBe(200);
    });

    test('that says that the person refused', async () => {
      const { location, cookie } = await begin();
      const query = issuer.authorize(location);
      query.delete('code');
      query.set('error', 'access_denied');
      expect((await comeBack(query, cookie)).error).toBe('sign_on_refused');
    });
  });

  test('[AUTH-6] a provider without an issuer has no sign-on', async () => {
    expect(outcomeOf((await begin('maple')).answer)).toBe('404 not_found');
    expect((await app.call('GET', '/api/auth/proxy/callback/maple')).status).toBe(404);
    const config = await app.call('GET', '/api/provider-config?pid=maple');
    expect(config.body.signOnName).toBeNull();
    expect((await app.call('GET', '/api/provider-config?pid=sunvale')).body.signOnName).toBe('Sunvale');
  });

  test('[T-17] [T-19] addresses carry neither token nor session, and the database none of the secrets', async () => {
    const { location, cookie, answer } = await begin();
    expect(String(answer.headers['set-cookie'])).toMatch(
      /; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    const query = new URL(location).searchParams;
    expect(query.get('redirect_uri')).toBe('https://portal.example/api/auth/proxy/callback/sunvale');
    expect(query.get('code_challenge_method')).toBe('S256');
    const { code } = await comeBack(issuer.authorize(location), cookie);
    const rows = JSON.stringify(await database.db.selectFrom('authChallenge').selectAll().execute());
    const secret = cookie.split('=')[1] ?? 'none';
    for (const hidden of [code, secret, query.get('state'), query.get('nonce')])
      expect(rows).not.toContain(hidden);
    expect(app.lines.join('')).not.toContain(code);
  });
});
