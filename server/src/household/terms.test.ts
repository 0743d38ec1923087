import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/time/time.ts';
import { isEnrolledAt } from '../stores/events/enrolment.ts';
import { startApp } from '../testing/app.ts';
import type { Answer } from '../testing/app.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { outcomeOf } from '../testing/auth/sign-in-calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { HOMES, homeLines, openImportCalls } from '../testing/import-calls.ts';
import type { ImportCalls } from '../testing/import-calls.ts';
import { invitationCodeIn } from '../testing/messages/mailbox.ts';
import { TERMS_VERSION, providersWithTerms, textOf } from '../testing/provider-terms.ts';
import { openTestHouses } from '../testing/test-houses.ts';
import { PASSWORD, accountIdOf } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';

const AGREED = { version: TERMS_VERSION, language: 'es' };
const NEXT = '2026-11-01';
const DEVICES = 'premise_id,link,maker_device_id,kind,maker,model';
const HEATER = 'rheem,Heat Pump Water Heater Gen 5';

describe.each(databases)('terms on %s', (_name, open) => {
  const providers = providersWithTerms();
  let database: TestDatabase;
  let calls: ImportCalls;

  beforeAll(async () => {
    database = await open();
    calls = await openImportCalls(database, { providersFolder: providers.folder });
  });
  beforeEach(async () => {
    await calls.startAfresh();
    await database.db.deleteFrom('agreement').execute();
    await database.db.deleteFrom('account').where('email', 'like', '%@new.example').execute();
    await calls.imported('homes', HOMES, ...homeLines(2));
    await calls.imported('devices', DEVICES, ...[0, 1].map((n) => `P-${n},simulator,u-${n},hwh,${HEATER}`));
    await calls.imported(
      'enrolments',
      'premise_id,program_id,from',
      ...[0, 1].map((n) => `P-${n},water-heater,2026-01-01`),
    );
  });
  afterAll(async () => {
    await calls.app.close();
    await database.close();
    providers.remove();
  });

  type Method = 'GET' | 'POST';
  const call = (method: Method, path: string, options: { token?: string; body?: object } = {}) =>
    calls.app.call(method, `/api${path}`, options);
  /** The code of the mail to somebody whom a file invites. */
  const invited = async (access = 'owner', email = 'ann@new.example', account = 'A-0') => {
    await calls.imported('people', 'account_number,email,access,invite', `${account},${email},${access},yes`);
    return invitationCodeIn(calls.mails().findLast(({ to }) => to === email)?.values['link']);
  };
  const register = (code: string, agreed?: object, email = 'ann@new.example'): Promise<Answer> =>
    call('POST', '/auth/register', {
      body: {
        code,
        email,
        firstName: 'Ann',
        lastName: 'Ortiz',
        password: PASSWORD,
        ...(agreed && { agreed }),
      },
    });
  const enrolments = (premiseId = 'P-0') =>
    database.db
      .selectFrom('enrolment as e')
      .innerJoin('house as h', 'h.id', 'e.houseId')
      .select(['e.state', 'e.consentAt', 'e.consentSource'])
      .where('premiseId', '=', premiseId)
      .execute();
  const PENDING = { state: 'pending', consentAt: null, consentSource: null };
  const active = () => ({
    state: 'active',
    consentAt: calls.app.clock.now(),
    consentSource: `portal, ${TERMS_VERSION}`,
  });
  const as = async (person: Person) => ({ token: await openSession(database.db, calls.app, person) });
  const pathOf = (accountId: string) => `/account/${accountId}/agreement`;

  test('[AUTH-7] [LANG-1] whoever opens an invitation reads the texts, in each language of the provider', async () => {
    const { body } = await call('GET', '/auth/terms?language=es');
    expect(body).toEqual({ ...AGREED, terms: textOf('terms', 'es'), privacy: textOf('privacy', 'es') });
    expect((await call('GET', '/auth/terms?language=fr')).body.language).toBe('en');
    expect((await call('GET', '/provider-config')).body.terms).toBe(TERMS_VERSION);
    const code = await invited();
    expect((await call('POST', '/auth/invitation', { body: { code } })).body.programs).toEqual([
      expect.objectContaining({ programId: 'water-heater', programName: 'Water Heater Saver' }),
    ]);
  });

  test('[AUTH-7] nobody comes in without agreeing to those in force, and nothing is written then', async () => {
    const code = await invited();
    expect(outcomeOf(await register(code))).toBe('409 terms_not_agreed');
    expect(outcomeOf(await register(code, { ...AGREED, version: '2025-01-01' }))).toBe(
      '409 terms_not_agreed',
    );
    expect(outcomeOf(await register(code, { ...AGREED, language: 'fr' }))).toBe('409 terms_not_agreed');
    const joins = { ...(await as('neighbour')), body: { code } };
    expect(outcomeOf(await call('POST', '/auth/link-house', joins))).toBe('409 terms_not_agreed');
    expect(await database.db.selectFrom('agreement').selectAll().execute()).toEqual([]);
    expect(await enrolments()).toEqual([PENDING]);
    expect((await register(code, AGREED)).status).toBe(200);
  });

  test('[AUTH-7] who agrees is kept with version, language and time, and an owner’s programs begin', async () => {
    const { body } = await register(await invited(), AGREED);
    const { id, agreedTerms } = body.user;
    expect(agreedTerms).toBe(TERMS_VERSION);
    expect(await enrolments()).toEqual([active()]);
    expect(await enrolments('P-1')).toEqual([PENDING]);
    const { token } = body;
    const list = (await call('GET', pathOf(id), { token })).body;
    const agreedAt = calls.app.clock.now().toISOString();
    expect(list).toEqual([{ id: expect.any(String), ...AGREED, agreedAt }]);
    const own = await call('GET', `${pathOf(id)}/${list[0].id}`, { token });
    expect(own.body).toEqual({ ...AGREED, terms: textOf('terms', 'es'), privacy: textOf('privacy', 'es') });
    const other = await call('GET', `${pathOf(accountIdOf('owner'))}/${list[0].id}`, await as('owner'));
    expect(outcomeOf(other)).toBe('404 not_found');
    const audited = await database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'terms-agreed')
      .where('accountId', '=', id)
      .execute();
    expect(audited).toEqual([{ detail: { ...AGREED, programs: ['water-heater'] } }]);
    const programs = await call('GET', `/house/${body.user.roles[0].houseId}/program`, { token });
    expect(programs.body).toEqual([expect.objectContaining({ state: 'active', since: agreedAt })]);
  });

  test('[AUTH-7] a program counts from the agreement on: an event that runs then goes without the home', async () => {
    const before = calls.app.clock.now().getTime();
    calls.app.clock.advance(HOUR);
    await calls.signIn();
    await register(await invited(), AGREED);
    const now = calls.app.clock.now().getTime();
    const enrolledAt = (time: number) =>
      database.db
        .selectFrom('enrolment as n')
        .innerJoin('house as h', 'h.id', 'n.houseId')
        .select('n.deviceId')
        .where('premiseId', '=', 'P-0')
        .where(isEnrolledAt('n', time).$castTo<boolean>())
        .execute();
    expect(await enrolledAt(before)).toHaveLength(0);
    expect(await enrolledAt(now + HOUR)).toHaveLength(1);
    // What the utility says again is what it said before.
    const lines = ['premise_id,program_id,from', 'P-0,water-heater,2026-01-01'];
    expect(await calls.imported('enrolments', ...lines)).toMatchObject({ unchanged: 1 });
    expect(await enrolledAt(before)).toHaveLength(0);
  });

  test('[AUTH-7] who is no owner agrees for themselves alone', async () => {
    const { body } = await register(await invited('member'), AGREED);
    expect(await enrolments()).toEqual([PENDING]);
    const [{ houseId }] = body.user.roles;
    const again = { token: body.token, body: { ...AGREED, houseId } };
    expect((await call('POST', pathOf(body.user.id), again)).status).toBe(200);
    expect(await enrolments()).toEqual([PENDING]);
    expect(
      outcomeOf(
        await call('POST', pathOf(body.user.id), { ...again, body: { ...AGREED, houseId: 'houseb' } }),
      ),
    ).toBe('404 not_found');
  });

  test('[AUTH-7] somebody with an account agrees with each home that they join, and begins later what comes later', async () => {
    const { body: first } = await register(await invited(), AGREED);
    calls.app.clock.advance(HOUR);
    await calls.signIn();
    const { token } = first;
    const code = await invited('owner', 'ann@new.example', 'A-1');
    const joined = await call('POST', '/auth/link-house', { token, body: { code, agreed: AGREED } });
    expect(joined.status).toBe(200);
    expect(await enrolments('P-1')).toEqual([active()]);
    await calls.imported('devices', DEVICES, 'P-1,simulator,u-9,hwh,' + HEATER);
    await calls.imported(
      'enrolments',
      'premise_id,link,maker_device_id,program_id,from',
      'P-1,simulator,u-9,water-heater,2026-01-01',
    );
    expect(await enrolments('P-1')).toContainEqual(PENDING);
    const { houseId } = joined.body.roles.find(
      (role: { houseId: string }) => role.houseId !== first.user.roles[0].houseId,
    );
    await call('POST', pathOf(first.user.id), { token, body: { ...AGREED, houseId } });
    expect(await enrolments('P-1')).toEqual([active(), active()]);
  });

  test('[AUTH-7] a new version is asked for until it is agreed to; what was agreed before stays readable as it was', async () => {
    const { body } = await register(await invited(), AGREED);
    const { token } = body;
    const { id } = body.user;
    providers.write(NEXT);
    const next = await startApp(database.db, {
      providersFolder: providers.folder,
      clock: calls.app.clock,
      seed: 'next',
    });
    const ask = (method: Method, path: string, given?: object) =>
      next.call(method, `/api${path}`, { token, ...(given && { body: given }) });
    expect((await ask('GET', `/account/${id}`)).body.agreedTerms).toBe(TERMS_VERSION);
    expect((await ask('GET', '/provider-config')).body.terms).toBe(NEXT);
    expect(outcomeOf(await ask('POST', pathOf(id), AGREED))).toBe('409 terms_not_agreed');
    next.clock.advance(HOUR);
    const agreed = await ask('POST', pathOf(id), { ...AGREED, version: NEXT });
    expect(agreed.body.agreedTerms).toBe(NEXT);
    const { body: list } = await ask('GET', pathOf(id));
    expect(list.map(({ version }: { version: string }) => version)).toEqual([NEXT, TERMS_VERSION]);
    expect((await ask('GET', `${pathOf(id)}/${list[1].id}`)).body.terms).toBe(textOf('terms', 'es'));
    await next.close();
    providers.write(TERMS_VERSION);
  });

  test('[AUTH-7] a provider without terms asks nobody', async () => {
    const plain = await openTestHouses(open, { seed: 'plain' });
    expect((await plain.app.call('GET', '/api/auth/terms')).status).toBe(404);
    expect((await plain.app.call('GET', '/api/provider-config')).body.terms).toBeNull();
    const token = await openSession(plain.database.db, plain.app, 'owner');
    const path = `/api${pathOf(accountIdOf('owner'))}`;
    expect(outcomeOf(await plain.app.call('POST', path, { token, body: AGREED }))).toBe('404 not_found');
    await plain.close();
  });
});
