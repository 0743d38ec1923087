import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '#contract/entities/problem.ts';
import { errors } from '#contract/errors.ts';
import { MINUTE } from '#domain/time.ts';
import { createViewedHouses } from '../lib/viewed-houses.ts';
import { readProviders } from '../providers/registry.ts';
import { TestClock, startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import {
  OWNER_PARAMS,
  urlOf,
  withQuery,
  sampleBodyOf,
  successStatusOf,
  createRecordingJobs,
  callerOf,
  endpointRows,
} from '../testing/calls.ts';
import type { EndpointRow } from '../testing/calls.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { restorePreconditions } from '../testing/call-preconditions.ts';
import { openSession } from '../testing/sessions.ts';
import {
  PASSWORD,
  TOTP_SECRET,
  accountIdOf,
  insertTestData,
  emailOf,
  signIn,
  reportAllDevices,
} from '../testing/test-data.ts';
import { mountRoutes } from './mount-routes.ts';
import { createRateLimiter } from './rate-limit.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/** The alternatives of a schema, each with one type. */
const optionsOf = (schema: Schema): (Schema & { readonly type: string })[] => {
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives
    ? alternatives.flatMap(optionsOf)
    : [schema.type ?? []].flat().map((type) => ({ ...schema, type }));
};

/** Whether the fixed values of an alternative, such as a code, are those of the object. */
const isTagged = ({ properties = {} }: Schema, value: unknown): boolean =>
  Object.entries(properties).every(([key, { const: only, enum: some }]) => {
    const own = (value as Record<string, unknown> | null)?.[key];
    return (only === undefined || own === only) && (some === undefined || some.includes(own));
  });

/** Where an answer has a field too many or too few: a value not known is null, never left out. */
const misfits = (schema: Schema, value: unknown, at: string): string[] => {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const options = optionsOf(schema).filter(({ type }) => (type === 'integer' ? 'number' : type) === kind);
  const fitting = options.length > 1 ? options.find((option) => isTagged(option, value)) : options[0];
  if (!fitting) return [`${at} is ${kind}`];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => misfits(fitting.items ?? {}, one, `${at}[${index}]`));
  }
  if (kind !== 'object') return [];
  const { additionalProperties } = fitting;
  if (typeof additionalProperties === 'object') {
    return Object.entries(value as object).flatMap(([key, one]) =>
      misfits(additionalProperties, one, `${at}.${key}`),
    );
  }
  const properties = fitting.properties ?? {};
  const given = Object.keys(value as object).toSorted();
  // The body of a command is told back as it was sent: there, what was not sent is left out.
  const isEcho = at.endsWith('.body') || /\.steps\[\d+\]\.command$/.test(at);
  const declared = Object.keys(properties).filter((key) => !isEcho || given.includes(key));
  if (declared.toSorted().join() !== given.join())
    return [`${at} has ${given.join()}, not ${declared.join()}`];
  return declared.flatMap((key) =>
    misfits(properties[key] ?? {}, (value as Record<string, unknown>)[key], `${at}.${key}`),
  );
};

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** As much of a build of the web application as the server reads. */
const makeBuild = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-web-'));
  await Promise.all(['web/.vite', 'boot'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
  await Promise.all(
    ['web/.vite/manifest.json', 'web/.vite/locales.json', 'boot/boot.js'].map((name) =>
      writeFile(path.join(folder, name), '{}'),
    ),
  );
  return folder;
};

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let build: string;
  let token: string;

  beforeAll(async () => {
    [database, build] = await Promise.all([open(), makeBuild()]);
    app = await startApp(database.db, {
      jobs: createRecordingJobs().jobs,
      webBuild: path.join(build, 'web'),
    });
    await insertTestData(database.db, app);
    token = await signIn(app, 'owner');
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([database.close(), rm(build, { recursive: true })]);
  });
  beforeEach(async () => {
    app.clock.advance(MINUTE);
    await reportAllDevices(database.db, app.clock.now());
  });

  const get = (address: string, headers: Record<string, string> = {}) =>
    app.call('GET', address, { token, headers });
  /** The token of somebody who may make the call, after what the call needs was restored. */
  const tokenFor = async (row: EndpointRow): Promise<string> => {
    const person = callerOf(row);
    const own = person === 'owner' ? token : await openSession(database.db, app, person);
    await restorePreconditions(database.db, app, row.name, person);
    return own;
  };

  describe('answers', () => {
    const answering = endpointRows.filter(({ response }) => response !== null);

    test.each(answering)('[API-4] $name has exactly the declared fields', async (row) => {
      const { method, query, response, name } = row;
      const schema = z.toJSONSchema(response ?? z.null(), { io: 'output', reused: 'inline' }) as Schema;
      const switches = Object.keys(query?.shape ?? {}).filter((key) => key.startsWith('include'));
      for (const value of ['', 'true']) {
        const asked = value === '' ? '' : switches.map((key) => `${key}=${value}`).join('&');
        const body = sampleBodyOf(row, OWNER_PARAMS, app.clock.now());
        const own = await tokenFor(row);
        const answer = await app.call(method, withQuery(urlOf(row), asked), { token: own, ...body });
        expect(answer.status).toBe(successStatusOf(row));
        // Some calls give the session another token.
        if (row.access !== 'public' && answer.body.token) ({ token } = answer.body);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(misfits(schema, answer.body, name)).toEqual([]);
      }
    });

    test('[API-4] the check above sees a field too many, too few and a null out of place', () => {
      const schema = z.toJSONSchema(
        z.object({ a: z.string(), b: z.array(z.object({ c: z.int().nullable() })) }),
      );
      const faults = (value: unknown) => misfits(schema as Schema, value, 'x').length;
      expect(faults({ a: '', b: [{ c: null }, { c: 1 }] })).toBe(0);
      for (const wrong of [{ a: '' }, { a: '', b: [], d: 1 }, { a: null, b: [] }, { a: '', b: [{}] }]) {
        expect(faults(wrong)).toBe(1);
      }
    });

    test('[API-4] what a handler gives beyond the declared fields does not leave the server', async () => {
      const clock = new TestClock();
      const server = fastify();
      const read = {
        method: 'GET',
        path: '/thing',
        summary: 'A thing',
        access: 'public',
        budget: 'read',
        repeat: 'safe',
        response: z.object({ name: z.string(), inner: z.object({ shown: z.boolean() }) }),
      } as const;
      const answer = { name: 'a', passwordHash: 'secret', inner: { shown: true, pinHash: 'secret' } };
      mountRoutes(
        server,
        {
          db: database.db,
          clock,
          providers: readProviders(),
          rateLimit: createRateLimiter(clock),
          viewedHouses: createViewedHouses(clock),
          demo: false,
          localDemo: false,
        },
        { things: { table: { read }, handlers: { read: (async () => answer) as never } } },
      );
      const { payload } = await server.inject('/thing');
      expect(JSON.parse(payload)).toEqual({ name: 'a', inner: { shown: true } });
      await server.close();
    });

    test('[API-4] what is asked for with a switch is there, else null', async () => {
      const house = '/api/house/housea';
      expect((await get(house)).body.programParticipants).toBeNull();
      const programs = (await get(`${house}?includePrograms=true`)).body.programParticipants;
      expect(programs).toEqual(
        ['summer-cooling', 'water-heater', 'winter-heating'].map((programId) => ({ programId })),
      );
      const [plain] = (await get(`${house}/device`)).body;
      expect([plain.commandModes, plain.deviceSettings]).toEqual([null, null]);
      const [full] = (await get(`${house}/device?includeSettings=true&includeCommandModes=1`)).body;
      expect(full.deviceSettings).toEqual([{ key: 'sub-brand', value: 'Lyric' }]);
      expect(full.commandModes).toBeInstanceOf(Array);
      const me = `/api/account/${accountIdOf('owner')}`;
      await restorePreconditions(database.db, app, 'account.enrolTotp');
      expect(await get(me).then(({ body }) => [body.totp, body.hasPassword])).toEqual([null, null]);
      const told = (await get(`${me}?includeTotp=true&includeHasPassword=true`)).body;
      expect([told.totp, told.hasPassword]).toEqual([{ enabled: false }, true]);
    });

    test('[API-4] a setting that is not set is null; an unknown one is not found', async () => {
      const device = '/api/house/housea/device/houseatstat';
      const unset = await get(`${device}/setting/vehicle-make`);
      expect(unset.body).toEqual({ key: 'vehicle-make', value: null });
      expect((await get(`${device}/setting/constructor`)).status).toBe(404);
    });

    test('[API-4] a device that never reported has no readings', async () => {
      const { db } = database;
      await db.deleteFrom('deviceState').where('houseId', '=', 'houseb').execute();
      const neighbour = await signIn(app, 'neighbour');
      const dashboard = await app.call('GET', '/api/house/houseb/dashboard', { token: neighbour });
      expect(dashboard.body.devices[0].realtime).toEqual([]);
      const realtime = await app.call('GET', '/api/house/houseb/device/housebtstat/realtime', {
        token: neighbour,
      });
      expect([realtime.status, realtime.body]).toEqual([200, []]);
    });

    test('[T-7] the TOTP secret is in no answer', async () => {
      const { db } = database;
      const withSecret = (totpSecret: string | null) =>
        db.updateTable('account').set({ totpSecret }).where('id', '=', accountIdOf('owner')).execute();
      await withSecret(TOTP_SECRET);
      const everything = 'includeTotp=true&includeHasPassword=true&includeSettings=true&includePrograms=true';
      const asked = endpointRows.filter(({ method }) => method === 'GET');
      for (const row of asked) {
        const own = await tokenFor(row);
        const { status, text, headers } = await app.call('GET', withQuery(urlOf(row), everything), {
          token: own,
        });
        expect(status).toBe(200);
        expect(text + JSON.stringify(headers)).not.toContain(TOTP_SECRET);
      }
      const me = await get(`/api/account/${accountIdOf('owner')}?${everything}`);
      expect(me.body.totp).toEqual({ enabled: true });
      expect(asked.length).toBeGreaterThanOrEqual(11);
      await withSecret(null);
    });
  });

  describe('the document of the API', () => {
    test('[API-1] lists every call with method, path, query, security and refusals', async () => {
      const { body } = await app.call('GET', '/api/openapi.json');
      expect(body.openapi).toBe('3.1.0');
      const listed = Object.entries(body.paths as Record<string, Record<string, never>>).flatMap(
        ([route, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
      );
      expect(listed.toSorted()).toEqual(endpointRows.map((row) => `${row.method} ${row.path}`).toSorted());
      for (const row of endpointRows) {
        const operation = body.paths[row.path][row.method.toLowerCase()];
        const named = (place: string): string[] =>
          operation.parameters
            .filter((one: { in: string }) => one.in === place)
            .map((one: { name: string }) => one.name);
        expect(named('query'), row.name).toEqual(Object.keys(row.query?.shape ?? {}));
        expect(named('path'), row.name).toEqual(row.path.match(/(?<=\{)\w+(?=\})/g) ?? []);
        expect(operation.security, row.name).toEqual(row.access === 'public' ? [] : [{ bearer: [] }]);
        expect(Object.hasOwn(operation, 'requestBody'), row.name).toBe(row.body !== undefined);
        expect(operation.responses[String(successStatusOf(row))], row.name).toBeDefined();
        const codes = Object.values(operation.responses as Record<string, { $ref?: string }>)
          .map(({ $ref }) => $ref ?? '')
          .join('.');
        for (const code of row.errors ?? []) expect(codes, row.name).toContain(code);
      }
    });

    test('[API-1] the HTML page lists every call and needs no scripts', async () => {
      const { status, headers, text } = await app.call('GET', '/api/docs');
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      for (const row of endpointRows) expect(text).toContain(`<code>/api${row.path}</code>`);
      expect(text).not.toContain('<script');
      expect((await app.call('GET', '/api/docs.css')).headers['content-type']).toMatch(/^text\/css/);
    });

    test('[API-1] every refusal has a wording in both languages', async () => {
      const title = async (language: string) =>
        (await app.call('GET', '/api/nothing', { headers: { 'accept-language': language } })).body.title;
      expect(await title('en')).toBe('This page was not found. (Error 404)');
      expect(await title('es')).toBe('No se encontró esta página. (Error 404)');
      expect(Object.keys(errors).length).toBeGreaterThan(10);
    });
  });

  describe('requests', () => {
    test('[ROUTE-1] an unknown URL redirects a browser to the root, and is 404 for an API client', async () => {
      const page = await get('/nope?x=1', { accept: 'text/html,*/*;q=0.8' });
      expect([page.status, page.headers['location']]).toEqual([302, '/']);
      expect((await get('/nope', { accept: '*/*' })).status).toBe(404);
      expect((await get('/api/nope', { accept: 'text/html' })).status).toBe(404);
    });

    test.each(endpointRows.filter(({ method }) => method === 'GET'))(
      '[API-1] $name is served with a slash at its end and with unknown parameters',
      async (row) => {
        const own = await tokenFor(row);
        const ask = (address: string) => app.call('GET', address, { token: own });
        const plain = await ask(urlOf(row));
        expect(plain.status).toBe(200);
        const slashed = await ask(urlOf(row).replace(/(?=\?|$)/, '/'));
        expect([slashed.status, slashed.text]).toEqual([200, plain.text]);
        const extra = await ask(withQuery(urlOf(row), 'utm_source=mail&constructor=1&x[]=2'));
        expect([extra.status, extra.text]).toEqual([200, plain.text]);
      },
    );

    const refused: [string, string, string, { body?: unknown; type?: string }, number, string][] = [
      ['an unknown call', 'GET', '/api/nothing', {}, 404, 'not_found'],
      ['the bare prefix', 'GET', '/api', {}, 404, 'not_found'],
      ['another method', 'DELETE', '/api/house/housea', {}, 405, 'method_not_allowed'],
      ['another method with a body', 'PUT', '/api/auth/login', { body: {} }, 405, 'method_not_allowed'],
      [
        'broken JSON',
        'POST',
        '/api/auth/login',
        { body: '{"email":', type: 'application/json' },
        400,
        'bad_request',
      ],
      [
        'a polluted prototype',
        'POST',
        '/api/auth/login',
        { body: '{"__proto__":{"a":1}}', type: 'application/json' },
        400,
        'bad_request',
      ],
      [
        'a list for a body',
        'POST',
        '/api/auth/login',
        { body: '[]', type: 'application/json' },
        400,
        'bad_request',
      ],
      [
        'null for a body',
        'POST',
        '/api/auth/login',
        { body: 'null', type: 'application/json' },
        400,
        'bad_request',
      ],
      ['no body', 'POST', '/api/auth/login', {}, 400, 'bad_request'],
      [
        'an empty body',
        'POST',
        '/api/auth/login',
        { body: '', type: 'application/json' },
        400,
        'bad_request',
      ],
      [
        'a form',
        'POST',
        '/api/auth/login',
        { body: 'email=a', type: 'application/x-www-form-urlencoded' },
        415,
        'unsupported_media_type',
      ],
      ['text', 'POST', '/api/auth/login', { body: '{}', type: 'text/plain' }, 415, 'unsupported_media_type'],
      [
        'the same parameter twice',
        'GET',
        '/api/provider-config?pid=sunvale&pid=harbour',
        {},
        400,
        'bad_request',
      ],
      ['no token', 'GET', '/api/house/housea', {}, 401, 'sign_in_required'],
    ];
    test.each(refused)(
      '[API-1] %s is refused as a problem',
      async (_what, method, address, sent, status, code) => {
        const answer = await app.call(method, address, {
          ...(sent.body === undefined ? {} : { body: sent.body }),
          ...(sent.type ? { headers: { 'content-type': sent.type } } : {}),
        });
        expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        const problem = z.strictObject(Problem.shape).parse(answer.body);
        expect([answer.status, problem.status, problem.code]).toEqual([status, status, code]);
        expect(answer.headers).toMatchObject(SECURITY);
        expect(answer.headers['cache-control']).toBe('no-store');
      },
    );

    const known = { email: emailOf('owner'), password: PASSWORD };
    const fields: [string, object][] = [
      ['providerId', { ...known, providerId: 'harbour' }],
      ['roles', { ...known, roles: [{ role: 'admin', houseId: null }] }],
      ['email', { ...known, email: 7 }],
      ['email', { ...known, email: 'a'.repeat(255) }],
      ['email', { ...known, email: '' }],
      ['email', { ...known, email: ['owner@home.example'] }],
      ['password', { email: known.email }],
      ['password', { ...known, password: 'a'.repeat(513) }],
      ['password', { ...known, password: null }],
    ];
    test.each(fields)('[T-6] the field %s is refused by name: %o', async (field, body) => {
      const answer = await app.call('POST', '/api/auth/login', { body });
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
      expect(answer.body.detail).toContain(field);
      expect(answer.text).not.toContain(PASSWORD);
    });

    test('[API-1] a call without a body may have the JSON content type', async () => {
      const spent = await signIn(app, 'second');
      const headers = { 'content-type': 'application/json' };
      expect((await app.call('POST', '/api/auth/logout', { token: spent, headers, body: '' })).status).toBe(
        204,
      );
    });
  });

  describe('what has not changed', () => {
    const dashboard = '/api/house/housea/dashboard';

    test('[API-1] the dashboard is not sent twice, and is sent again when a reading changes', async () => {
      const first = await get(dashboard);
      const etag = String(first.headers['etag']);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const same = await get(dashboard, { 'if-none-match': etag });
      expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag]);
      const time = app.clock.now().toISOString();
      await database.db
        .updateTable('deviceState')
        .set({ entries: JSON.stringify({ status: { value: 'OFFLINE', time } }) })
        .where('deviceId', '=', OWNER_PARAMS['deviceId'] ?? '')
        .execute();
      const changed = await get(dashboard, { 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers['etag']).not.toBe(etag);
      const heater = changed.body.devices.find(({ id }: { id: string }) => id === OWNER_PARAMS['deviceId']);
      expect(heater.realtime).toEqual([{ key: 'status', value: 'OFFLINE', status: 'OFFLINE', time }]);
    });

    test('[API-3] an ETag does not bypass the access rule', async () => {
      const etag = String((await get(dashboard)).headers['etag']);
      const neighbour = await signIn(app, 'neighbour');
      const headers = { 'if-none-match': etag };
      expect((await app.call('GET', dashboard, { token: neighbour, headers })).status).toBe(404);
      expect((await app.call('GET', dashboard, { headers })).status).toBe(401);
    });

    test('[API-1] the ETag of the readings is the version of the device', async () => {
      const realtime = `/api/house/housea/device/${OWNER_PARAMS['deviceId']}/realtime`;
      const before = (await get(realtime)).headers['etag'];
      expect(before).toMatch(/^"\d+"$/);
      expect(before).not.toBe('"7"');
      await database.db
        .updateTable('device')
        .set({ version: 7 })
        .where('id', '=', OWNER_PARAMS['deviceId'] ?? '')
        .execute();
      expect((await get(realtime)).headers['etag']).toBe('"7"');
    });
  });

  describe('compression', () => {
    const raw = async (accept: string, url = '/api/openapi.json') => {
      const { headers, rawPayload } = await app.server.inject({
        url,
        headers: { 'accept-encoding': accept },
      });
      return { encoding: headers['content-encoding'], vary: headers['vary'], rawPayload };
    };

    test('a large answer is compressed in the requested encoding', async () => {
      const plain = await raw('identity');
      expect(plain.encoding).toBeUndefined();
      const br = await raw('gzip, deflate, br, zstd');
      expect([br.encoding, br.vary]).toEqual(['br', 'accept-encoding']);
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      const gzip = await raw('gzip');
      expect(gzip.encoding).toBe('gzip');
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    });

    test('an encoding with weight 0 is not used', async () => {
      expect((await raw('br;q=0, gzip')).encoding).toBe('gzip');
      expect((await raw('br;q=0, gzip;q=0.0')).encoding).toBeUndefined();
      expect((await raw('abracadabra')).encoding).toBeUndefined();
    });

    test('a small answer is left as it is', async () => {
      expect((await raw('br', '/healthz')).encoding).toBeUndefined();
    });
  });

  describe('headers', () => {
    test.each(['/api/docs', '/', '/?pid=harbour', '/?pid=nobody'])(
      '[T-23] %s cannot be framed',
      async (page) => {
        const { status, headers } = await app.call('GET', page);
        expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        const policy = String(headers['content-security-policy']).split('; ');
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("default-src 'none'");
        expect(policy.join()).not.toMatch(/unsafe-|\*/);
        expect(headers).toMatchObject(SECURITY);
      },
    );

    test('[T-21] scripts of the page may turn no text into HTML but by the policy of the cleaner', async () => {
      const { headers } = await app.call('GET', '/');
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain('trusted-types dompurify');
    });

    test('[T-23] nor any other answer', async () => {
      for (const address of [
        '/api/house/housea',
        '/api/nothing',
        '/nothing',
        '/healthz',
        '/api/openapi.json',
      ]) {
        const { headers } = await get(address);
        expect(headers['content-security-policy'], address).toContain("frame-ancestors 'none'");
        expect(headers, address).toMatchObject(SECURITY);
      }
    });

    test('personal data is not cached by proxies', async () => {
      for (const address of ['/api/house/housea', '/api/account/ownerid', '/api/nothing']) {
        expect((await get(address)).headers['cache-control'], address).toBe('no-store');
      }
    });

    test('over https the answer has Strict-Transport-Security', async () => {
      expect((await get('/healthz')).headers['strict-transport-security']).toBeUndefined();
      const secure = await get('/healthz', { 'x-forwarded-proto': 'https' });
      expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
    });
  });
});
