import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { codeAt } from '../testing/access-matrix/call-preconditions.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { dump } from '../db/testing/dump.ts';
import {
  UNKNOWN_EMAIL,
  countOf,
  inTurn,
  openSignInCalls,
  otherThan,
  outcomeOf,
} from '../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../testing/auth/sign-in-calls.ts';
import { TOTP_SECRET, accountIdOf, emailOf } from '../testing/test-data.ts';

describe.each(postgresOnly)('%s', (_name, open) => {
  let calls: SignInCalls;
  let db: RootDb;
  let app: TestApp;
  let other: TestApp;
  let mailbox: SignInCalls['mailbox'];
  let call: SignInCalls['call'];
  let ask: SignInCalls['ask'];
  let firstStep: SignInCalls['firstStep'];
  let actions: SignInCalls['actions'];

  beforeAll(async () => {
    calls = await openSignInCalls(await open());
    ({ db, app, other, mailbox, call, ask, firstStep, actions } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  describe('PIN by e-mail', () => {
    test('[AUTH-3] five digits, in the language of the visit, once, for ten minutes', async () => {
      const { challenge, pin } = await ask('pin', emailOf('owner'));
      expect(pin).toMatch(/^\d{5}$/);
      const mail = mailbox.lastTo(emailOf('owner'));
      expect([mail?.name, mail?.language]).toEqual(['pin', 'en']);
      app.clock.advance(10 * MINUTE - SECOND);
      const answer = await call('PUT', 'pin', { challenge, pin: `${pin.slice(0, 2)} ${pin.slice(2)}` });
      expect(answer.body.user.id).toBe(accountIdOf('owner'));
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin }))).toBe('410 code_expired');
      const late = await ask('pin', emailOf('owner'));
      app.clock.advance(10 * MINUTE);
      expect(outcomeOf(await call('PUT', 'pin', late))).toBe('400 bad_request');
      const { challenge: old, pin: oldPin } = late;
      expect(outcomeOf(await call('PUT', 'pin', { challenge: old, pin: oldPin }))).toBe('410 code_expired');
    });

    test('[AUTH-3] [T-12] is worth nothing without the challenge of the browser that asked', async () => {
      const mine = await ask('pin', emailOf('owner'));
      const theirs = await ask('pin', emailOf('second'));
      const { challenge } = theirs;
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin: mine.pin }))).toBe(
        mine.pin === theirs.pin ? '200' : '401 login_failed',
      );
      expect(outcomeOf(await call('PUT', 'pin', { challenge: 'x'.repeat(43), pin: mine.pin }))).toBe(
        '410 code_expired',
      );
      expect(
        outcomeOf(await call('PUT', 'pin', { challenge: mine.challenge, pin: mine.pin }, 'harbour')),
      ).toBe('410 code_expired');
    });

    test('[AUTH-3] [T-12] past the limit of mails the last PIN still fits, for the browser that says which it was', async () => {
      const again = (email: string, challenge: string, path = 'pin') =>
        call('POST', path, { email, challenge });
      const first = await ask('pin', emailOf('owner'));
      const second = (await again(emailOf('owner'), first.challenge)).body.challenge as string;
      expect(second).not.toBe(first.challenge);
      const third = (await again(emailOf('owner'), second)).body.challenge as string;
      const pin = mailbox.lastTo(emailOf('owner'))?.values['pin'] ?? '';
      expect(mailbox.delivered()).toHaveLength(3);
      const kept = await again(emailOf('owner'), third);
      expect([kept.status, kept.body]).toEqual([202, { challenge: third }]);
      // Of another address, of nobody, or already ended: a challenge that opens nothing, as ever.
      for (const challenge of ['x'.repeat(43), (await ask('pin', emailOf('second'))).challenge]) {
        expect((await again(emailOf('owner'), challenge)).body.challenge).not.toBe(challenge);
      }
      expect(mailbox.delivered()).toHaveLength(4);
      expect(outcomeOf(await call('PUT', 'pin', { challenge: third, pin }))).toBe('200');
      expect((await again(emailOf('owner'), third)).body.challenge).not.toBe(third);
      // The same for an address that nobody has.
      let nobodys = (await ask('pin', UNKNOWN_EMAIL)).challenge;
      for (let time = 0; time < 2; time += 1) nobodys = (await again(UNKNOWN_EMAIL, nobodys)).body.challenge;
      expect((await again(UNKNOWN_EMAIL, nobodys)).body).toEqual({ challenge: nobodys });
    });

    test('[T-12] 60 guesses at once on two servers: three are compared', async () => {
      const { challenge, pin } = await ask('pin', emailOf('owner'));
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          call(
            'PUT',
            'pin',
            { challenge, pin: otherThan(pin, index + 1) },
            'sunvale',
            index % 2 ? app : other,
          ),
        ),
      );
      expect(countOf(answers)['401 login_failed']).toBe(3);
      expect(answers.filter(({ status }) => ![401, 410, 429].includes(status))).toEqual([]);
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin }))).toBe('410 code_expired');
    });

    test('[T-12] 20 resends with three guesses each: three mails, five compared, then 429', async () => {
      const answers: Answer[] = [];
      for (let round = 0; round < 20; round += 1) {
        const { challenge, pin } = await ask('pin', emailOf('owner'));
        answers.push(...(await inTurn(3, () => call('PUT', 'pin', { challenge, pin: otherThan(pin) }))));
      }
      expect(countOf(answers)).toEqual({ '401 login_failed': 5, '429 locked_out': 55 });
      expect(mailbox.delivered()).toHaveLength(3);
      for (const answer of answers.filter(({ status }) => status === 429)) {
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
      }
    });

    test('[T-12] ten wrong PINs a day for one account, however long one waits between', async () => {
      let evaluated = 0;
      for (let round = 0; round < 12; round += 1) {
        const { challenge, pin } = await ask('pin', emailOf('owner'));
        const answers = await inTurn(3, () => call('PUT', 'pin', { challenge, pin: otherThan(pin) }));
        evaluated += countOf(answers)['401 login_failed'] ?? 0;
        app.clock.advance(HOUR);
      }
      expect(evaluated).toBe(10);
      // When the mails of a day are used up, one an hour is sent all the same.
      expect(mailbox.delivered()).toHaveLength(12);
      // The oldest tries leave the day one after the other.
      app.clock.advance(12 * HOUR);
      const { challenge, pin } = await ask('pin', emailOf('owner'));
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin }))).toBe('200');
    });

    test('[T-12] 200 failures within the hour turn the PIN off for the provider; the link stays', async () => {
      const budget = { providerId: 'sunvale', kind: 'pin-breaker', subject: 'all' };
      const now = app.clock.now();
      await db
        .insertInto('authBudget')
        .values({
          ...budget,
          tries: Array.from({ length: 199 }, () => now),
          lockedUntil: null,
          touchedAt: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['providerId', 'kind', 'subject'])
            .doUpdateSet({ tries: Array.from({ length: 199 }, () => now), lockedUntil: null }),
        )
        .execute();
      const { challenge, pin } = await ask('pin', emailOf('owner'));
      const nobodys = await ask('pin', UNKNOWN_EMAIL);
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin: otherThan(pin) }))).toBe(
        '401 login_failed',
      );
      expect(await actions()).toContain('pin-turned-off');
      // The same for an address that nobody has.
      const guess = { challenge: nobodys.challenge, pin };
      expect(outcomeOf(await call('PUT', 'pin', guess))).toBe('409 use_link');
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin }))).toBe('409 use_link');
      expect(outcomeOf((await ask('pin', emailOf('second'))).answer)).toBe('409 use_link');
      expect(outcomeOf((await ask('pin', emailOf('foreign'), 'harbour')).answer)).toBe('202');
      const link = await ask('magic-link', emailOf('owner'));
      const { token } = link;
      expect(outcomeOf(await call('PUT', 'magic-link', { challenge: link.challenge, token }))).toBe('200');
      app.clock.advance(HOUR + SECOND);
      expect(outcomeOf((await ask('pin', emailOf('second'))).answer)).toBe('202');
    });

    test('[T-18] [T-37] neither PIN, link nor challenge stands in the database', async () => {
      const { challenge, pin, token } = await ask('magic-link', emailOf('owner'));
      const reset = await ask('password-reset', emailOf('owner'));
      const held = await dump(db);
      for (const canary of [challenge, token, reset.token, `"${pin}"`]) {
        expect(canary.length).toBeGreaterThan(5);
        expect(held).not.toContain(canary);
      }
    });
  });

  describe('magic link', () => {
    test('[AUTH-4] [T-16] survives mail scanners that open it, and works once in the requesting browser', async () => {
      const { challenge, token } = await ask('magic-link', emailOf('owner'));
      expect(mailbox.lastTo(emailOf('owner'))?.values['link']).toMatch(
        /^https:\/\/portal\.example\/\?pid=sunvale#\/auth\?token=[\w-]{43}&pin=\d{5}$/,
      );
      for (const method of ['HEAD', 'GET', 'GET', 'GET'] as const) {
        await app.call(method, `/api/auth/magic-link?token=${token}`);
      }
      for (const body of [{ token }, { token, challenge: '' }]) {
        expect((await call('PUT', 'magic-link', body)).status).toBe(400);
      }
      for (const wrong of [token, 'x'.repeat(43), `${challenge}x`]) {
        const answer = await call('PUT', 'magic-link', { challenge: wrong, token });
        expect(outcomeOf(answer)).toBe('410 link_expired');
      }
      const answer = await call('PUT', 'magic-link', { challenge, token });
      expect(answer.body.user.id).toBe(accountIdOf('owner'));
      expect(outcomeOf(await call('PUT', 'magic-link', { challenge, token }))).toBe('410 link_expired');
    });

    test('[AUTH-8] whether a link is open can be asked without its challenge, and changes nothing', async () => {
      const check = async (token: string, pid?: string) =>
        outcomeOf(await call('POST', 'magic-link/check', { token }, pid));
      const { challenge, token } = await ask('magic-link', emailOf('owner'));
      for (let time = 0; time < 3; time += 1) expect(await check(token)).toBe('204');
      expect(await check(challenge)).toBe('410 link_expired');
      expect(await check(token, 'harbour')).toBe('410 link_expired');
      expect(outcomeOf(await call('PUT', 'magic-link', { challenge, token }))).toBe('200');
      expect(await check(token)).toBe('410 link_expired');
      const byPin = await ask('magic-link', emailOf('owner'));
      expect(outcomeOf(await call('PUT', 'pin', { challenge: byPin.challenge, pin: byPin.pin }))).toBe('200');
      expect(await check(byPin.token)).toBe('410 link_expired');
      const late = await ask('magic-link', emailOf('owner'));
      app.clock.advance(15 * MINUTE);
      expect(await check(late.token)).toBe('410 link_expired');
    });

    test('[AUTH-4] expires after fifteen minutes, and two clicks at once sign in once', async () => {
      const late = await ask('magic-link', emailOf('owner'));
      app.clock.advance(15 * MINUTE);
      const { challenge: old, token: oldToken } = late;
      expect(outcomeOf(await call('PUT', 'magic-link', { challenge: old, token: oldToken }))).toBe(
        '410 link_expired',
      );
      const { challenge, token } = await ask('magic-link', emailOf('owner'));
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          call('PUT', 'magic-link', { challenge, token }, 'sunvale', index % 2 ? app : other),
        ),
      );
      expect(countOf(answers)).toEqual({ '200': 1, '410 link_expired': 9 });
    });

    test('[AUTH-3] [AUTH-4] the PIN in its mail ends after ten minutes, the link after fifteen', async () => {
      const { challenge, pin, token } = await ask('magic-link', emailOf('owner'));
      app.clock.advance(10 * MINUTE);
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin }))).toBe('410 code_expired');
      expect(outcomeOf(await call('PUT', 'magic-link', { challenge, token }))).toBe('200');
      const early = await ask('magic-link', emailOf('owner'));
      app.clock.advance(10 * MINUTE - SECOND);
      expect(outcomeOf(await call('PUT', 'pin', { challenge: early.challenge, pin: early.pin }))).toBe('200');
    });

    test('[T-12] three are sent in a quarter of an hour, ten in a day, then one an hour; past that the answer is the same', async () => {
      const answers = await inTurn(5, async () => (await ask('magic-link', emailOf('owner'))).answer);
      expect(countOf(answers)).toEqual({ '202': 5 });
      expect(mailbox.delivered()).toHaveLength(3);
      for (let round = 0; round < 6; round += 1) {
        app.clock.advance(HOUR);
        await inTurn(3, async () => (await ask('magic-link', emailOf('owner'))).answer);
      }
      // Ten by the third round, and one an hour from there on.
      expect(mailbox.delivered()).toHaveLength(10 + 4);
    });
  });

  describe('second factor', () => {
    const signIn = (challenge: string, code: string, on = app) =>
      call('POST', 'totp', { challenge, code }, 'sunvale', on);
    const codeIn = (steps: number) =>
      codeAt(TOTP_SECRET, new Date(app.clock.now().getTime() + steps * 30 * SECOND));

    test('[AUTH-2] [T-13] a code counts once, also in a new challenge, and its predecessor no more', async () => {
      const [one, two] = [await firstStep('withTotp'), await firstStep('withTotp')];
      expect(outcomeOf(await signIn(one, codeIn(0)))).toBe('200');
      expect(outcomeOf(await signIn(one, codeIn(0)))).toBe('410 code_expired');
      expect(outcomeOf(await signIn(two, codeIn(0)))).toBe('401 login_failed');
      expect(outcomeOf(await signIn(two, codeIn(-1)))).toBe('401 login_failed');
      app.clock.advance(30 * SECOND);
      expect(outcomeOf(await signIn(two, codeIn(0)))).toBe('200');
    });

    test('[AUTH-2] the code of the step before is taken, an older or a coming one is not', async () => {
      const challenge = await firstStep('withTotp');
      expect(outcomeOf(await signIn(challenge, codeIn(-2)))).toBe('401 login_failed');
      expect(outcomeOf(await signIn(challenge, codeIn(1)))).toBe('401 login_failed');
      const spaced = `${codeIn(-1).slice(0, 3)} ${codeIn(-1).slice(3)}`;
      expect(outcomeOf(await signIn(challenge, spaced))).toBe('200');
    });

    test('[T-13] the same code in four parallel calls: one signs in', async () => {
      const challenges = await Promise.all(Array.from({ length: 4 }, () => firstStep('withTotp')));
      const answers = await Promise.all(
        challenges.map((challenge, index) => signIn(challenge, codeIn(0), index % 2 ? app : other)),
      );
      expect(countOf(answers)['200']).toBe(1);
    });

    test.each([
      ['two', 2, 3],
      ['twenty', 20, 0],
    ])(
      '[T-13] the right code by %s at once in one challenge, after wrong codes: one signs in',
      async (_words, count, wrong) => {
        const challenge = await firstStep('withTotp');
        const guess = String((Number(codeIn(0)) + 1) % 1_000_000).padStart(6, '0');
        await inTurn(wrong, () => signIn(challenge, guess));
        const answers = await Promise.all(
          Array.from({ length: count }, (_, index) => signIn(challenge, codeIn(0), index % 2 ? app : other)),
        );
        expect(countOf(answers)['200']).toBe(1);
      },
    );

    test('[T-13] 60 guesses at once on two servers with the right one last: five compared, none signs in', async () => {
      const challenge = await firstStep('withTotp');
      const right = codeIn(0);
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => {
          const code =
            index === 59 ? right : String((Number(right) + index + 1) % 1_000_000).padStart(6, '0');
          return signIn(challenge, code, index % 2 ? app : other);
        }),
      );
      const counts = countOf(answers);
      expect(counts['401 login_failed']).toBe(5);
      expect(counts['200']).toBeUndefined();
      expect(answers.filter(({ status }) => ![401, 410, 429].includes(status))).toEqual([]);
      // The challenge died with the lockout, and says so as long as it lasts; a new one waits for its end.
      const dead = await signIn(challenge, right);
      expect(outcomeOf(dead)).toBe('429 locked_out');
      expect(Number(dead.headers['retry-after'])).toBe(900);
      const next = await firstStep('withTotp');
      expect(outcomeOf(await signIn(next, right))).toBe('429 locked_out');
      app.clock.advance(9 * MINUTE);
      expect(outcomeOf(await signIn(challenge, right))).toBe('429 locked_out');
      app.clock.advance(6 * MINUTE + SECOND);
      expect(outcomeOf(await signIn(challenge, codeIn(0)))).toBe('410 code_expired');
      expect(outcomeOf(await signIn(await firstStep('withTotp'), codeIn(0)))).toBe('200');
    });

    test('[AUTH-8] [T-13] a challenge that was open at the lockout stays closed', async () => {
      const challenges = [await firstStep('withTotp'), await firstStep('withTotp')];
      const [first = '', second = ''] = challenges;
      await inTurn(5, () => signIn(first, '000000'));
      for (const one of challenges) expect(outcomeOf(await signIn(one, codeIn(0)))).toBe('429 locked_out');
      await db.deleteFrom('authBudget').where('kind', '=', 'totp').execute();
      expect(outcomeOf(await signIn(second, codeIn(0)))).toBe('410 code_expired');
    });

    test('[T-13] twenty failures a day', async () => {
      let evaluated = 0;
      for (let round = 0; round < 8; round += 1) {
        for (const code of ['000000', '000001', '000002', '000003', '000004', '000005']) {
          const answer = await signIn(await firstStep('withTotp'), code);
          if (answer.status === 401) evaluated += 1;
        }
        app.clock.advance(16 * MINUTE);
      }
      expect(evaluated).toBe(20);
      // Past the quarter of an hour the day still locks.
      const challenge = await firstStep('withTotp');
      expect(outcomeOf(await signIn(challenge, codeIn(0)))).toBe('429 locked_out');
    });

    test('[AUTH-2] [T-11] a challenge is invalid at another provider, after ten minutes and for another kind', async () => {
      const challenge = await firstStep('withTotp');
      const code = codeIn(0);
      expect(outcomeOf(await call('POST', 'totp', { challenge, code }, 'harbour'))).toBe('410 code_expired');
      const pin = await ask('pin', emailOf('withTotp'));
      expect(outcomeOf(await signIn(pin.challenge, code))).toBe('410 code_expired');
      expect(outcomeOf(await call('PUT', 'pin', { challenge, pin: '12345' }))).toBe('410 code_expired');
      app.clock.advance(10 * MINUTE);
      expect(outcomeOf(await signIn(challenge, codeIn(0)))).toBe('410 code_expired');
    });
  });
});
