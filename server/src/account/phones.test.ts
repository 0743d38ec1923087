import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { LANGUAGES, translatorFor } from '../lib/text/i18n.ts';
import { optIn, optOut } from '../stores/account/phones.ts';
import { startApp } from '../testing/app.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { createMailbox } from '../testing/messages/mailbox.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { PHONE, accountIdOf, insertTestData, signIn } from '../testing/test-data.ts';
import { canReceiveTexts } from './phones.ts';

const NEW = '3035550177';
const outcomeOf = ({ status, body }: Answer): string =>
  body?.code ? `${status} ${body.code}` : String(status);

describe('numbers', () => {
  const accepted = ['+13035550142', '+14165550163', '+61491570156'];
  const refused = [
    ['+18765550123', 'Jamaica'],
    ['+18095550123', 'the Dominican Republic'],
    ['+19005550123', 'a premium number'],
    ['+18005550123', 'a toll-free number'],
    ['+61255501234', 'an Australian landline'],
    ['+447700900123', 'the United Kingdom'],
    ['+1303555014', 'one digit too few'],
    ['+130355501422', 'one digit too many'],
    ['', 'nothing'],
  ];
  test.each(accepted)('[T-14] %s takes texts', (number) => {
    expect(canReceiveTexts(number)).toBe(true);
  });
  test.each(refused)('[T-14] %s does not: %s', (number) => {
    expect(canReceiveTexts(number)).toBe(false);
  });
});

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let db: RootDb;
  let app: TestApp;
  let token: string;
  /** A person of an Australian provider. */
  let australian: string;
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
  beforeEach(async () => {
    app.clock.advance(DAY + HOUR);
    mailbox.sent.length = 0;
    await db.deleteFrom('phoneNumber').where('phone', '!=', PHONE).execute();
    token = await signIn(app, 'owner');
    australian = await openSession(db, app, 'foreign');
  });

  const list = `/api/account/${accountIdOf('owner')}/phonenumber`;
  const add = (phone: string, countryCode = '1', more: object = {}) =>
    app.call('POST', list, { token, body: { phone, countryCode, ...more } });
  /** The list and the session of somebody in the country with this code. */
  const inCountry = (code: string) =>
    code === '61'
      ? { path: `/api/account/${accountIdOf('foreign')}/phonenumber`, as: australian }
      : { path: list, as: token };
  const addIn = (phone: string, countryCode: string) => {
    const { path, as } = inCountry(countryCode);
    return app.call('POST', path, { token: as, body: { phone, countryCode } });
  };
  const send = (phone = NEW, as = token, path = list) =>
    app.call('POST', `${path}/${phone}/verify?countryCode=1`, { token: as, body: { providerId: 'sunvale' } });
  const verify = (code: string, phone = NEW) =>
    app.call('PUT', `${list}/${phone}/verify?countryCode=1`, {
      token,
      body: { code, houseId: 'housea', providerId: 'sunvale' },
    });
  const codeSent = (): string => /\b(\d{6})\b/.exec(mailbox.sent.at(-1)?.order.text ?? '')?.[1] ?? '';
  const wrong = (step = 1): string => String((Number(codeSent()) + step) % 1_000_000).padStart(6, '0');

  test('[PHONE-1] added, code sent, verified, deleted', async () => {
    const added = await add('(303) 555-0177');
    expect([added.status, added.body]).toEqual([
      200,
      { phone: NEW, countryCode: '1', verified: false, optout: false },
    ]);
    expect(mailbox.sent).toEqual([]);
    expect(outcomeOf(await send())).toBe('202');
    expect(mailbox.sent[0]?.order).toMatchObject({ to: `+1${NEW}`, language: 'en' });
    expect(codeSent()).toMatch(/^\d{6}$/);
    expect(outcomeOf(await verify(wrong()))).toBe('422 code_incorrect');
    expect((await app.call('GET', list, { token })).body[1].verified).toBe(false);
    const done = await verify(codeSent());
    expect([done.status, done.body.verified]).toEqual([200, true]);
    expect(outcomeOf(await app.call('DELETE', `${list}/${NEW}?countryCode=1`, { token }))).toBe('204');
    expect((await app.call('GET', list, { token })).body).toHaveLength(1);
    const rows = await db.selectFrom('audit').select('action').where('at', '=', app.clock.now()).execute();
    expect(
      rows
        .map(({ action }) => action)
        .filter((one) => one.startsWith('phone-'))
        .toSorted(),
    ).toEqual(['phone-added', 'phone-code-sent', 'phone-code-wrong', 'phone-deleted', 'phone-verified']);
  });

  test('[PHONE-1] [T-14] a number deleted while its code is being sent: not found, and no text counts', async () => {
    await add(NEW);
    for (let time = 0; time < 8; time += 1) {
      const [sent] = await Promise.all([
        send(),
        app.call('DELETE', `${list}/${NEW}?countryCode=1`, { token }),
      ]);
      expect(['202', '404 not_found']).toContain(outcomeOf(sent));
      if (outcomeOf(sent) === '202') break;
      await add(NEW);
    }
    const budgets = await db
      .selectFrom('authBudget')
      .select('tries')
      .where('kind', '=', 'sms-account')
      .where('subject', '=', accountIdOf('owner'))
      .execute();
    const counted = budgets[0]?.tries.filter((time) => time.getTime() === app.clock.now().getTime()) ?? [];
    expect(counted).toHaveLength(mailbox.sent.length);
  });

  test('[T-14] who has used up the texts of a day is told for how long', async () => {
    await add(NEW);
    for (let time = 0; time < 3; time += 1) await send();
    expect((await send()).body.title).toBe('Too many requests. Please try again in 1 hour.');
    app.clock.advance(HOUR);
    for (let time = 0; time < 2; time += 1) await send();
    expect((await send()).body.title).toBe('Too many requests. Please try again in 23 hours.');
  });

  test('[PHONE-4] [T-14] a number twice, and numbers that take no texts, are refused with 400 and reach nobody', async () => {
    expect(outcomeOf(await add(PHONE))).toBe('400 phone_duplicate');
    for (const [phone, code] of [
      ['8765550123', '1'],
      ['9005550123', '1'],
      ['8005550123', '1'],
      ['0255501234', '61'],
    ]) {
      expect(outcomeOf(await addIn(phone ?? '', code ?? ''))).toBe('400 phone_invalid');
    }
    expect(outcomeOf(await add(NEW, '44'))).toBe('400 bad_request');
    expect(mailbox.sent).toEqual([]);
    expect((await addIn('0491 570 156', '61')).body.phone).toBe('0491570156');
  });

  test('[PHONE-2] [T-14] a number of another country than the provider’s is refused, as by the form', async () => {
    expect(outcomeOf(await add('0491 570 156', '61'))).toBe('400 phone_invalid');
    const { path, as } = inCountry('61');
    const body = { phone: NEW, countryCode: '1' };
    expect(outcomeOf(await app.call('POST', path, { token: as, body }))).toBe('400 phone_invalid');
    const { body: own } = await app.call('GET', path, { token: as });
    expect(own).not.toContainEqual(expect.objectContaining({ phone: NEW }));
  });

  const writings: [string, string][] = [
    ['0491570156', '61'],
    ['491570156', '61'],
    ['+61 491 570 156', '61'],
    ['+61 (0)491 570 156', '61'],
    ['0011 61 491 570 156', '61'],
    ['(303) 555-0177', '1'],
    ['1-303-555-0177', '1'],
    ['+1 303.555.0177', '1'],
    ['011 1 303 555 0177', '1'],
  ];
  test.each(writings)('[PHONE-4] %s in +%s is the number it is in any other writing', async (phone, code) => {
    const kept = code === '61' ? '0491570156' : NEW;
    const { path, as } = inCountry(code);
    expect((await addIn(phone, code)).body.phone).toBe(kept);
    for (const [other, country] of writings.filter(([, country]) => country === code)) {
      expect(outcomeOf(await addIn(other, country))).toBe('400 phone_duplicate');
    }
    const at = `${path}/${encodeURIComponent(phone)}`;
    const sent = await app.call('POST', `${at}/verify?countryCode=${code}`, { token: as, body: {} });
    expect(outcomeOf(sent)).toBe('202');
    expect(outcomeOf(await app.call('DELETE', `${at}?countryCode=${code}`, { token: as }))).toBe('204');
  });

  test('[PHONE-1] the country code may be a JSON number, and is stored as text', async () => {
    const body = { phone: '(303) 555-0178', countryCode: 1 };
    const added = await app.call('POST', list, { token, body });
    expect([added.status, added.body]).toMatchObject([200, { phone: '3035550178', countryCode: '1' }]);
    const unknown = await app.call('POST', list, { token, body: { ...body, countryCode: 44 } });
    expect(unknown.status).toBe(400);
  });

  test('[PHONE-4] a number with more digits, or with letters in it, is none', async () => {
    for (const phone of ['30355501770', '303555017', '3035550177x', '303/5550177', '04915701561']) {
      expect(outcomeOf(await add(phone)), phone).toBe('400 phone_invalid');
    }
    expect(outcomeOf(await addIn('04915701561', '61'))).toBe('400 phone_invalid');
  });

  test.each(LANGUAGES)('[PHONE-1] what is said of such a number names no country in %s', (language) => {
    const sentence = translatorFor(language)('error.phone_invalid');
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const countries = ['US', 'CA', 'AU', 'MX', 'GB', 'NZ'].map((region) => names.of(region));
    expect(countries).toContain(language === 'es' ? 'Estados Unidos' : 'United States');
    for (const country of countries) expect(sentence).not.toContain(country);
    expect(sentence).not.toMatch(/\b(?:US|USA|U\.S\.|EE\. ?UU\.)|North America|Norteam[eé]rica/);
  });

  describe('texts that hardly ever lead to a verified number', () => {
    const past = async (kind: 'sms-provider' | 'sms-verified', count: number, minutesAgo = 30) => {
      const at = new Date(app.clock.now().getTime() - minutesAgo * MINUTE);
      const row = { providerId: 'sunvale', kind, subject: 'all', lockedUntil: null, touchedAt: at };
      await db
        .insertInto('authBudget')
        .values({ ...row, tries: Array.from({ length: count }, () => at) })
        .execute();
    };
    const pauses = () =>
      db.selectFrom('audit').select(['providerId', 'detail']).where('action', '=', 'texts-paused').execute();
    beforeEach(async () => {
      await db.deleteFrom('authBudget').where('kind', 'like', 'sms-%').execute();
      await add(NEW);
    });

    test('[T-14] stop for an hour once they are fifty, and that is audited once', async () => {
      await past('sms-provider', 50);
      await past('sms-verified', 9);
      const before = await pauses();
      const refused = [await send(), await send()];
      expect(refused.map(outcomeOf)).toEqual(['429 texts_paused', '429 texts_paused']);
      expect(refused[0]?.headers['retry-after']).toBe('3600');
      expect(mailbox.sent).toEqual([]);
      expect((await pauses()).slice(before.length)).toEqual([
        { providerId: 'sunvale', detail: { sent: 50, verified: 9 } },
      ]);
      app.clock.advance(HOUR);
      expect(outcomeOf(await send())).toBe('202');
    });

    test.each([
      ['a fifth of them verified', 50, 10, 30],
      ['too few to tell', 49, 0, 30],
      ['an hour ago', 500, 0, 60],
    ])('[T-14] go on: %s', async (_why, sent, verified, minutesAgo) => {
      await past('sms-provider', sent, minutesAgo);
      await past('sms-verified', verified, minutesAgo);
      expect(outcomeOf(await send())).toBe('202');
    });

    test('[T-14] each verified number counts', async () => {
      await past('sms-provider', 49);
      await past('sms-verified', 9);
      expect(outcomeOf(await send())).toBe('202');
      expect(outcomeOf(await verify(codeSent()))).toBe('200');
      await add('3035550178');
      expect(outcomeOf(await send('3035550178'))).toBe('202');
    });
  });

  test('[T-1] a provider named in the body must be the own one', async () => {
    expect(outcomeOf(await add(NEW, '1', { providerId: 'harbour' }))).toBe('400 bad_request');
    expect(outcomeOf(await add(NEW, '1', { providerId: 'sunvale' }))).toBe('200');
  });

  test('[T-13] 50 guesses at once, the right one last: five are compared, none verifies', async () => {
    await add(NEW);
    await send();
    const right = codeSent();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => verify(index === 49 ? right : wrong(index + 1))),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((one) => one === '422 code_incorrect')).toHaveLength(5);
    expect(outcomes.filter((one) => one === '410 code_expired')).toHaveLength(45);
    expect(outcomeOf(await verify(right))).toBe('410 code_expired');
  });

  test('[PHONE-1] a code ends after ten minutes, and with the next one', async () => {
    await add(NEW);
    await send();
    const first = codeSent();
    app.clock.advance(10 * MINUTE);
    expect(outcomeOf(await verify(first))).toBe('410 code_expired');
    await send();
    expect(codeSent()).not.toBe(first);
    expect(outcomeOf(await verify(first))).toBe('422 code_incorrect');
    expect(outcomeOf(await verify(codeSent()))).toBe('200');
  });

  test('[T-14] three texts an hour to a number, five a day from an account', async () => {
    await add(NEW);
    const hour = [];
    for (let time = 0; time < 4; time += 1) hour.push(outcomeOf(await send()));
    expect(hour).toEqual(['202', '202', '202', '429 too_many_requests']);
    app.clock.advance(HOUR);
    const day = [];
    for (let time = 0; time < 3; time += 1) day.push(await send());
    expect(day.map(outcomeOf)).toEqual(['202', '202', '429 too_many_requests']);
    expect(Number(day[2]?.headers['retry-after'])).toBeGreaterThan(3600);
    expect(mailbox.sent).toHaveLength(5);
  });

  test('[T-14] fifty texts an hour to one neighbourhood of numbers', async () => {
    const now = app.clock.now();
    await db.deleteFrom('authBudget').where('kind', '=', 'sms-prefix').execute();
    await db
      .insertInto('authBudget')
      .values({
        providerId: 'sunvale',
        kind: 'sms-prefix',
        subject: '+1303555',
        tries: Array.from({ length: 50 }, () => now),
        lockedUntil: null,
        touchedAt: now,
      })
      .execute();
    await add(NEW);
    expect(outcomeOf(await send())).toBe('429 too_many_requests');
    // A text that was not sent counts toward no other limit.
    app.clock.advance(HOUR);
    for (let time = 0; time < 3; time += 1) expect(outcomeOf(await send())).toBe('202');
    expect(mailbox.sent).toHaveLength(3);
  });

  test('[T-15] [PHONE-6] a number of somebody else is not found; one that answered STOP gets nothing', async () => {
    const stranger = await signIn(app, 'second');
    const theirs = `/api/account/${accountIdOf('second')}/phonenumber`;
    await add(NEW);
    expect(outcomeOf(await send(NEW, stranger, theirs))).toBe('404 not_found');
    await optOut(db, `+1${NEW}`, app.clock.now());
    const answer = await send();
    expect(outcomeOf(answer)).toBe('409 phone_opted_out');
    expect(answer.body.title).toBe(
      'This number has opted out of text messages. To get them again, reply START to any text from us.',
    );
    expect(mailbox.sent).toEqual([]);
    // Who adds it anew, here or elsewhere, does not get round it.
    const again = await app.call('POST', theirs, { token: stranger, body: { phone: NEW, countryCode: '1' } });
    expect(again.body.optout).toBe(true);
    for (const [who, path] of [
      [token, list],
      [stranger, theirs],
    ] as const) {
      const gone = await app.call('DELETE', `${path}/${NEW}?countryCode=1`, { token: who });
      expect(outcomeOf(gone)).toBe('204');
    }
    expect((await add(NEW)).body.optout).toBe(true);
    expect(outcomeOf(await send())).toBe('409 phone_opted_out');
    await optIn(db, `+1${NEW}`);
    expect(outcomeOf(await send())).toBe('202');
  });
});
