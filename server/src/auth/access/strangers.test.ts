import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import { createMailbox } from '../../testing/messages/mailbox.ts';
import { PASSWORD, emailOf } from '../../testing/test-data.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

/** What strangers can do to the sign-in of an owner, or of everybody. */
describe.each(postgresOnly)('%s', (_name, open) => {
  let app: TestApp;
  const mailbox = createMailbox();
  const owner = emailOf('owner');
  const HOME = '203.0.113.7';
  /** A /24 of its own for each number. */
  const network = (number: number) => `10.${number >> 8}.${number & 255}.9`;

  beforeAll(async () => {
    const houses = await openTestHouses(open, { jobs: mailbox.jobs });
    ({ app } = houses);
    return houses.close;
  });
  beforeEach(() => {
    app.clock.advance(DAY + HOUR);
    mailbox.sent.length = 0;
  });

  const outcomeOf = ({ status, body }: Answer) => (body?.code ? `${status} ${body.code}` : String(status));
  const call = (method: 'POST' | 'PUT', path: string, body: object, ip: string, cookie = '') =>
    app.call(method, `/api/auth/${path}?pid=sunvale`, { body, ip, headers: cookie ? { cookie } : {} });
  /** Returns how many mails the call led to. */
  const askFor = async (path: 'password-reset' | 'magic-link' | 'pin', ip: string, cookie?: string) => {
    const before = mailbox.delivered().length;
    expect((await call('POST', path, { email: owner }, ip, cookie)).status).toBe(202);
    return mailbox.delivered().length - before;
  };
  const knownBrowser = async (): Promise<string> => {
    const { headers } = await call('POST', 'login', { email: owner, password: PASSWORD }, HOME);
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };

  describe.each(['password-reset', 'magic-link', 'pin'] as const)('%s', (path) => {
    test('[T-10] a stranger who asks all day does not use up what the owner may ask for', async () => {
      let sent = 0;
      for (let ask = 0; ask < 48; ask += 1) {
        sent += await askFor(path, network(1));
        app.clock.advance(4 * MINUTE);
      }
      expect(sent).toBeGreaterThanOrEqual(10);
      expect(sent).toBeLessThanOrEqual(10 + 4);
      // From a browser that nobody knows, at home.
      expect([await askFor(path, HOME), await askFor(path, HOME)]).toEqual([1, 1]);
    });

    test('[T-10] strangers in many networks fill no mailbox; a known browser gets its mail, any other one an hour', async () => {
      const cookie = await knownBrowser();
      let sent = 0;
      for (let ask = 0; ask < 120; ask += 1) {
        sent += await askFor(path, network(ask));
        if (ask % 2) app.clock.advance(MINUTE);
      }
      expect(sent).toBe(20 + 1);
      expect(await askFor(path, HOME)).toBe(0);
      expect(await askFor(path, HOME, cookie)).toBe(1);
      app.clock.advance(HOUR);
      expect(await askFor(path, HOME)).toBe(1);
      let hourly = 0;
      for (let ask = 0; ask < 12 * 4; ask += 1) {
        hourly += await askFor(path, network(200 + ask));
        app.clock.advance(15 * MINUTE);
      }
      expect(hourly).toBeLessThanOrEqual(12);
      expect(hourly).toBeGreaterThanOrEqual(11);
    });

    test('[T-10] a cookie that never signed in to the account is worth nothing', async () => {
      for (let ask = 0; ask < 40; ask += 1) {
        const planted = `porchlight-browser=${String(ask).padStart(43, 'x')}`;
        await askFor(path, network(7), planted);
        app.clock.advance(MINUTE);
      }
      expect(mailbox.delivered().length).toBeLessThanOrEqual(3 * 3);
    });
  });

  test('[T-12] a PIN mail for each of many networks gives no more guesses than one', async () => {
    const outcomes: string[] = [];
    for (let ask = 0; ask < 8; ask += 1) {
      const { body } = await call('POST', 'pin', { email: owner }, network(ask));
      for (let guess = 0; guess < 3; guess += 1) {
        const given = { challenge: body.challenge, pin: '00000' };
        outcomes.push(outcomeOf(await call('PUT', 'pin', given, network(ask))));
      }
    }
    expect(mailbox.delivered()).toHaveLength(8);
    expect(outcomes.filter((outcome) => outcome === '401 login_failed')).toHaveLength(5);
    expect(outcomes.at(-1)).toBe('429 locked_out');
  });

  test('[T-12] wrong PINs for invented addresses do not turn the PIN off', async () => {
    const outcomes = new Map<string, number>();
    for (let address = 0; address < 70; address += 1) {
      const ip = network(address % 10);
      const { body } = await call('POST', 'pin', { email: `nobody${address}@home.example` }, ip);
      for (let guess = 0; guess < 3; guess += 1) {
        const outcome = outcomeOf(await call('PUT', 'pin', { challenge: body.challenge, pin: '00000' }, ip));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      app.clock.advance(MINUTE / 2);
    }
    expect(Object.fromEntries(outcomes)).toEqual({ '401 login_failed': 210 });
    const { body } = await call('POST', 'pin', { email: owner }, HOME);
    const pin = mailbox.lastTo(owner)?.values['pin'] ?? '';
    expect(outcomeOf(await call('PUT', 'pin', { challenge: body.challenge, pin }, HOME))).toBe('200');
  });

  test('[T-12] one network has thirty wrong PINs an hour; others are not concerned', async () => {
    const outcomes: string[] = [];
    for (let address = 0; address < 11; address += 1) {
      const email = `nobody${address}@home.example`;
      const { body } = await call('POST', 'pin', { email }, network(1));
      for (let guess = 0; guess < 3; guess += 1) {
        outcomes.push(
          outcomeOf(await call('PUT', 'pin', { challenge: body.challenge, pin: '00000' }, network(1))),
        );
      }
      app.clock.advance(MINUTE);
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 30 }, () => '401 login_failed'),
      ...Array.from({ length: 3 }, () => '429 too_many_requests'),
    ]);
    const second = emailOf('second');
    const { body } = await call('POST', 'pin', { email: second }, HOME);
    const pin = mailbox.lastTo(second)?.values['pin'] ?? '';
    expect(outcomeOf(await call('PUT', 'pin', { challenge: body.challenge, pin }, HOME))).toBe('200');
  });

  test('[T-10] wrong passwords from its network do not lock out a known browser', async () => {
    const cookie = await knownBrowser();
    for (let guess = 0; guess < 55; guess += 1) {
      await call('POST', 'login', { email: `nobody${guess}@home.example`, password: 'WrongHorse42' }, HOME);
      if (guess % 10 === 9) app.clock.advance(MINUTE);
    }
    const credentials = { email: owner, password: PASSWORD };
    expect(outcomeOf(await call('POST', 'login', credentials, HOME))).toBe('429 too_many_requests');
    expect(outcomeOf(await call('POST', 'login', credentials, HOME, cookie))).toBe('200');
  });
});
