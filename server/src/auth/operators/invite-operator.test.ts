import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import { asDeclared } from '../../testing/access-matrix/declared-errors.ts';
import { tokenIn } from '../../testing/messages/mailbox.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { countOf, inTurn, openSignInCalls, outcomeOf } from '../../testing/auth/sign-in-calls.ts';
import type { SignInCalls } from '../../testing/auth/sign-in-calls.ts';
import { accountIdOf, emailOf } from '../../testing/test-data.ts';

const ADA = 'ada@utility.example';
const NEW_PASSWORD = 'A new lamp on the porch 7';

describe.each(databases)('operators who add operators, on %s', (_name, open) => {
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
    await calls.db.deleteFrom('account').where('email', 'like', '%@utility.example').execute();
    token = await openSession(calls.db, app, 'operator');
  });

  const add = (asked: object = {}) => {
    const body = { email: ADA, firstName: 'Ada', lastName: 'Lovelace', ...asked };
    return asDeclared(
      'POST',
      '/api/operator/operator',
      app.call('POST', '/api/operator/operator', { token, body }),
    );
  };
  const setPassword = (link: string | undefined) =>
    calls.call('PUT', 'password-reset', { token: tokenIn(link), newPassword: NEW_PASSWORD });
  const linkTo = (email = ADA) => calls.mailbox.lastTo(email)?.values['link'];
  const limitsOf = (accountId: string) =>
    calls.db
      .selectFrom('operator')
      .select(['providerId', 'largestKw', 'largestHomes'])
      .where('accountId', '=', accountId)
      .executeTakeFirst();

  test('[T-40] the link in the mail sets the password once, and the new one is an operator', async () => {
    const answer = await add({ email: ` ${ADA.toUpperCase()}` });
    const { accountId } = answer.body as { accountId: string };
    const expiresAt = new Date(app.clock.now().getTime() + DAY).toISOString();
    expect([answer.status, answer.body]).toEqual([201, { accountId, email: ADA, expiresAt }]);
    const link = linkTo();
    expect(answer.text).not.toContain(tokenIn(link));
    expect(link).toContain('#/logon/password-reset?token=');
    expect(await limitsOf(accountId)).toEqual(await limitsOf(accountIdOf('operator')));
    const [audited] = await calls.db
      .selectFrom('audit')
      .select(['accountId', 'detail'])
      .where('action', '=', 'operator-added')
      .execute();
    expect(audited).toEqual({ accountId: accountIdOf('operator'), detail: { operatorId: accountId } });

    expect(outcomeOf(await setPassword(link))).toBe('204');
    expect(outcomeOf(await setPassword(link))).toBe('410 link_expired');
    const { body } = await calls.call('POST', 'login', { email: ADA, password: NEW_PASSWORD });
    expect(body.user.firstName).toBe('Ada');
    // Somebody who is no operator gets 404.
    const early = await app.call('GET', '/api/operator/program', { token: body.token });
    expect(early.body.code).toBe('second_factor_required');
  });

  test('[LANG-6] the mail is in the language of the new one', async () => {
    await add({ language: 'es' });
    expect(calls.mailbox.lastTo(ADA)).toMatchObject({ name: 'operatorInvitation', language: 'es' });
    await add({ email: 'grace@utility.example' });
    expect(calls.mailbox.lastTo('grace@utility.example')?.language).toBe('en');
    expect(outcomeOf(await add({ email: 'joan@utility.example', language: 'xx' }))).toBe('400 bad_request');
  });

  test('[T-40] a link that was not used expires after a day', async () => {
    await add();
    app.clock.advance(DAY);
    expect(outcomeOf(await setPassword(linkTo()))).toBe('410 link_expired');
  });

  test('[ERR-1] none is made of an account that exists, a bad address or name, or after an old confirmation', async () => {
    expect(outcomeOf(await add({ email: emailOf('owner') }))).toBe('409 email_taken');
    expect(await limitsOf(accountIdOf('owner'))).toBeUndefined();
    expect(outcomeOf(await add({ email: 'a@b.example,c@d.example' }))).toBe('422 email_invalid');
    expect(outcomeOf(await add({ firstName: 'A\u202Eda' }))).toBe('400 name_invalid');
    expect(outcomeOf(await add({ lastName: 'me@bank.example' }))).toBe('400 name_unlikely');
    app.clock.advance(11 * MINUTE);
    expect(outcomeOf(await add())).toBe('409 confirm_identity');
    expect(calls.mailbox.sent).toEqual([]);
  });

  test('[T-40] one operator makes ten a day', async () => {
    const answers = await inTurn(11, (index) => add({ email: `${index}@utility.example` }));
    expect(countOf(answers)).toEqual({ '201': 10, '429 too_many_requests': 1 });
  });
});
