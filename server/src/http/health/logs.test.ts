import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { restorePreconditions } from '../../testing/access-matrix/call-preconditions.ts';
import { OWNER_PARAMS, urlOf, withQuery, endpointRows } from '../../testing/access-matrix/calls.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { PASSWORD, PHONE, TOTP_SECRET, accountIdOf, emailOf } from '../../testing/test-data.ts';
import { asAppError } from '../errors/problem.ts';
import { providersWithTerms } from '../../testing/provider-terms.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

const CANARY = 'canary-in-the-query';
const AGENT = 'canary-browser/1.0';
const WRONG = 'canary-Wrong42';
const HIDDEN = {
  status: 500,
  code: 'internal',
  title: 'Something went wrong on our side. Please try again.',
  detail: null,
  deviceId: null,
};

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  const refusals: string[] = [];

  beforeAll(async () => {
    const { folder: providersFolder, remove } = providersWithTerms();
    const houses = await openTestHouses(open, { logLevel: 'debug', providersFolder });
    ({ database, app } = houses);
    return async () => {
      await houses.close();
      remove();
    };
  });
  beforeEach(() => {
    app.lines.length = 0;
    refusals.length = 0;
    app.clock.advance(16 * MINUTE);
  });

  const call = async (...[method, path, options]: Parameters<TestApp['call']>): Promise<Answer> => {
    const headers = { 'user-agent': AGENT, referer: `https://home.example/?${CANARY}`, ...options?.headers };
    const answer = await app.call(method, path, { ...options, headers });
    if (answer.status >= 400) refusals.push(answer.text);
    return answer;
  };
  const login = (password: string, email = emailOf('owner'), headers = {}) =>
    call('POST', `/api/auth/login?next=${CANARY}`, { body: { email, password }, headers });

  /** Log lines, metrics and the bodies of refusals. */
  const allOutput = async (): Promise<string> =>
    [...app.lines, await app.metrics.render(), ...refusals].join('\n');
  const expectNoCanary = async (...more: string[]) => {
    const everything = await allOutput();
    const shared = [
      PASSWORD,
      WRONG,
      emailOf('owner'),
      '@home.example',
      PHONE,
      TOTP_SECRET,
      CANARY,
      AGENT,
      '$argon2',
    ];
    for (const canary of [...shared, ...more]) {
      expect(everything.toLowerCase(), canary).not.toContain(canary.toLowerCase());
    }
  };

  test('[T-37] of an error of the database its statement and values are not logged', async () => {
    const err = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${emailOf('owner')}) already exists.`,
      query: `insert into account values ('${CANARY}')`,
      parameters: [PASSWORD],
    });
    app.server.log.error({ err }, 'request failed');
    expect(app.lines).toHaveLength(1);
    expect(JSON.parse(app.lines[0] ?? '').err).toMatchObject({ message: 'duplicate key', code: '23505' });
    await expectNoCanary();
  });

  test('[T-37] a full run at debug level leaves no secret and no person in log, metrics or refusals', async () => {
    const signedIn = await login(PASSWORD);
    const { token } = signedIn.body;
    const secret = String(signedIn.headers['set-cookie']).replace(/^.*?=|;.*$/gs, '');
    expect(secret).toHaveLength(43);
    for (const row of endpointRows.filter(({ method }) => method === 'GET')) {
      await restorePreconditions(database.db, app, row.name);
      const address = withQuery(urlOf(row), `${CANARY}=1&email=${emailOf('owner')}&token=${token}`);
      expect((await call('GET', address, { token })).status).toBe(row.access === 'operator' ? 404 : 200);
      await call('GET', address);
      await call('GET', address, { token: `${token}x` });
      await call('GET', address.replace('housea', 'houseb'), { token });
    }
    const cookie = `porchlight-browser=${secret}`;
    for (let attempt = 0; attempt < 6; attempt += 1) await login(WRONG, emailOf('owner'), { cookie });
    await login(PASSWORD, emailOf('inactive'));
    await login(PASSWORD, emailOf('withTotp'));
    await login(WRONG, 'nobody@home.example');
    const odd: object[] = [
      { email: emailOf('owner'), password: PASSWORD, phone: PHONE },
      { email: [emailOf('owner')], password: PASSWORD },
      { email: 'own\u0000er@home.example', password: PASSWORD },
    ];
    for (const body of odd) expect((await call('POST', '/api/auth/login', { body })).status).toBe(400);
    const json = { 'content-type': 'application/json' };
    for (const body of [`{"email":"${emailOf('owner')}",`, `{"password":"${PASSWORD}"} x`]) {
      expect((await call('POST', '/api/auth/login', { body, headers: json })).status).toBe(400);
    }
    await call('GET', `/api/provider-config?pid=${CANARY}`);
    await call('GET', `/api/nothing?${CANARY}`, { token });
    await call('GET', `/api/phonenumber/${PHONE}`, { token });
    for (const row of endpointRows.filter(({ path }) => path.includes('{phone}'))) {
      const body = row.method === 'DELETE' ? {} : { body: row.method === 'PUT' ? { code: '123456' } : {} };
      await call(row.method, urlOf(row), { token, ...body });
      await call(row.method, urlOf(row, { ...OWNER_PARAMS, phone: PHONE.slice(1) }), { token, ...body });
    }
    await call('POST', `/api/auth/logout?${CANARY}`, { token });
    await call('GET', '/api/house/housea', { token });

    expect(app.lines.length).toBeGreaterThan(2 * 40);
    expect(await allOutput()).toContain('"/api/house/:houseId/dashboard"');
    expect(await allOutput()).toContain('"/api/account/:id/phonenumber/:phone/verify"');
    expect(refusals.length).toBeGreaterThan(40);
    await expectNoCanary(token, secret, PHONE.slice(1));
    for (const line of app.lines) expect(line).not.toContain('?');
  });

  test('[T-37] the metrics name routes, never houses, accounts or devices', async () => {
    const text = await app.metrics.render();
    expect(text).toContain('route="/api/house/:houseId/dashboard",status="200"');
    for (const id of ['housea', accountIdOf('owner'), 'houseatstat']) expect(text).not.toContain(id);
  });

  test('[T-37] an internal error gives the caller no details and the log no values', async () => {
    const { token } = (await login(PASSWORD, emailOf('second'))).body;
    await database.db.schema.dropTable('deviceState').execute();
    const broken = await call('GET', '/api/house/housea/dashboard', { token });
    expect([broken.status, broken.body]).toEqual([500, HIDDEN]);
    expect(broken.headers['retry-after']).toBeUndefined();
    const lines = app.lines.filter((line) => line.includes('request failed'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ code: 'internal', err: { code: '42P01' } });
    expect(lines[0]).not.toContain('housea');
    await expectNoCanary(token);
    const spanish = await call('GET', '/api/house/housea/dashboard', {
      token,
      headers: { 'accept-language': 'es' },
    });
    expect(spanish.body.title).toBe('Algo falló de nuestro lado. Intente de nuevo.');
  });

  test('[T-37] a row that the database refuses does not reach the log', async () => {
    const { db } = database;
    await db.schema
      .alterTable('session')
      .addUniqueConstraint('one_browser', ['userAgent', 'accountId'])
      .execute();
    expect((await login(PASSWORD, emailOf('neighbour'))).status).toBe(200);
    const refused = await login(PASSWORD, emailOf('neighbour'));
    expect([refused.status, refused.body]).toEqual([500, HIDDEN]);
    expect(app.lines.join('')).toContain('one_browser');
    await expectNoCanary(accountIdOf('neighbour'));
  });

  test('[T-37] nor does the e-mail address of a sign-in that failed with an internal error', async () => {
    await database.db.schema.dropTable('account').cascade().execute();
    const broken = await login(PASSWORD);
    expect([broken.status, broken.body]).toEqual([500, HIDDEN]);
    await expectNoCanary();
  });
});

test('[T-37] of a driver error the log gets what happened and not to whom', () => {
  const thrown = Object.assign(new Error('broken'), {
    code: '23505',
    detail: 'Key (email)=(owner@home.example) already exists.',
    params: ['owner@home.example'],
    where: 'owner@home.example',
    query: 'select',
  });
  const { code, extras } = asAppError(thrown);
  expect(code).toBe('internal');
  expect(Object.keys(extras.cause as object).toSorted()).toEqual(['code', 'name']);
  expect(extras.cause).toMatchObject({ message: 'broken', code: '23505', stack: thrown.stack });
  expect(asAppError('a text').code).toBe('internal');
});
