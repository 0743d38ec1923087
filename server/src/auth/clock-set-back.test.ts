import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { createMailbox } from '../testing/messages/mailbox.ts';
import { PASSWORD, accountIdOf, emailOf, signIn } from '../testing/test-data.ts';
import { openTestHouses } from '../testing/test-houses.ts';

describe.each(postgresOnly)('%s', (_name, open) => {
  let app: TestApp;
  const mailbox = createMailbox();

  beforeAll(async () => {
    const houses = await openTestHouses(open, { jobs: mailbox.jobs });
    ({ app } = houses);
    return houses.close;
  });

  const outcomeOf = ({ status, body }: Answer) => (body?.code ? `${status} ${body.code}` : String(status));
  const call = async (method: 'POST' | 'PUT', path: string, body: object) =>
    app.call(method, `/api/auth/${path}?pid=sunvale`, { body });

  test('[T-35] when the clock is set back by days, sessions stay; locks, codes and fresh sign-ins do not last longer', async () => {
    const [owner, second] = [emailOf('owner'), emailOf('second')];
    const token = await signIn(app, 'owner');
    for (let guess = 0; guess < 5; guess += 1)
      await call('POST', 'login', { email: owner, password: 'wrong' });
    const locked = await call('POST', 'login', { email: owner, password: PASSWORD });
    expect(outcomeOf(locked)).toBe('429 locked_out');
    for (let ask = 0; ask < 3; ask += 1) await call('POST', 'pin', { email: second });
    const { challenge } = (await call('POST', 'pin', { email: second })).body;
    expect(mailbox.delivered()).toHaveLength(3);
    const pin = mailbox.lastTo(second)?.values['pin'] ?? '';

    app.clock.advance(-3 * DAY);
    const account = `/api/account/${accountIdOf('owner')}`;
    expect((await app.call('GET', account, { token })).status).toBe(200);
    expect(outcomeOf(await app.call('POST', `${account}/totp`, { token }))).toBe('409 confirm_identity');
    expect(outcomeOf(await call('POST', 'login', { email: owner, password: PASSWORD }))).toBe('200');
    expect(outcomeOf(await call('PUT', 'pin', { challenge, pin }))).toBe('410 code_expired');
    await call('POST', 'pin', { email: second });
    expect(mailbox.delivered()).toHaveLength(4);
    app.clock.advance(3 * DAY + HOUR);
    expect((await app.call('GET', account, { token })).status).toBe(200);
  });
});
