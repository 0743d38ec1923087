import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '#contract/entities/problem.ts';
import type { RootDb } from '../db/connection.ts';
import { openApiCalls } from '../testing/api-calls.ts';
import type { ApiCalls } from '../testing/api-calls.ts';
import type { TestApp } from '../testing/app.ts';
import { OWNER_PARAMS, endpointRows, urlOf, withQuery } from '../testing/access-matrix/calls.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { PASSWORD, emailOf } from '../testing/test-data.ts';
import { PER_MINUTE } from './limits/client-limits.ts';

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

describe.each(postgresOnly)('%s', (_name, open) => {
  let calls: ApiCalls;
  let db: RootDb;
  let app: TestApp;
  let get: ApiCalls['get'];
  let tokenFor: ApiCalls['tokenFor'];

  beforeAll(async () => {
    calls = await openApiCalls(await open());
    ({ db, app, get, tokenFor } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

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
        const ask = async (address: string) => app.call('GET', address, { token: await tokenFor(row) });
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
      [
        'JSON in Latin-1',
        'POST',
        '/api/auth/login',
        {
          body: Buffer.from(JSON.stringify({ email: 'josé@home.example', password: PASSWORD }), 'latin1'),
          type: 'application/json',
        },
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
      const spent = await openSession(db, app, 'second');
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
      await db
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
      const neighbour = await openSession(db, app, 'neighbour');
      const headers = { 'if-none-match': etag };
      expect((await app.call('GET', dashboard, { token: neighbour, headers })).status).toBe(404);
      expect((await app.call('GET', dashboard, { headers })).status).toBe(401);
    });

    test('[API-1] the ETag of the readings is the version of the device', async () => {
      const realtime = `/api/house/housea/device/${OWNER_PARAMS['deviceId']}/realtime`;
      const before = (await get(realtime)).headers['etag'];
      expect(before).toMatch(/^"\d+"$/);
      expect(before).not.toBe('"7"');
      await db
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

    test('pages that are compressed once are those of their brand', async () => {
      const pages = await Promise.all(
        ['sunvale', 'harbour', 'sunvale'].map(async (pid) => {
          const [plain, br] = [await raw('identity', `/?pid=${pid}`), await raw('br', `/?pid=${pid}`)];
          expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
          return br.rawPayload;
        }),
      );
      expect(new Set(pages.map((page) => page.toString('base64'))).size).toBe(2);
    });

    test('[LANG-1] the page says its own sentences in each language that the provider offers', async () => {
      const page = async (pid: string) => (await raw('identity', `/?pid=${pid}`)).rawPayload.toString();
      const [both, english] = [await page('sunvale'), await page('maple')];
      expect(both).toContain('<html lang="en">');
      expect(both).toContain(
        '<noscript><span lang="en">Sunvale Energy needs JavaScript.</span><br><span lang="es">Sunvale Energy necesita JavaScript.</span></noscript>',
      );
      expect(both).toMatch(/<meta name="description" content="Sunvale Energy: your .+ Sunvale Energy: sus /);
      expect(both).toContain('<span lang="es">No podemos conectarnos con Sunvale Energy.');
      expect(english).toContain('<noscript><span lang="en">');
      expect(english).not.toContain('lang="es"');
    });

    test('a small answer is left as it is', async () => {
      expect((await raw('br', '/healthz')).encoding).toBeUndefined();
    });
  });

  test('[T-39] the page has an allowance per client', async () => {
    const page = (ip: string) => app.call('GET', '/', { ip });
    for (let count = 0; count < PER_MINUTE.page; count += 1) {
      expect((await page('198.51.100.66')).status).toBe(200);
    }
    const refused = await page('198.51.100.66');
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['too_many_requests', '60']);
    expect((await page('203.0.113.9')).status).toBe(200);
  });

  test.each([
    ['sunvale', /^Sunvale Energy: .+ at home\. Sunvale Energy: sus dispositivos.+ en casa\.$/],
    ['harbour', /^Harbour Power: [^.]+ at home\.$/],
    ['maple', /^Maple Grid: [^.]+ at home\.$/],
  ])('[BRAND-2] [LANG-1] the page of %s is described in its languages', async (pid, words) => {
    const { text } = await app.call('GET', `/?pid=${pid}`);
    const described = [...text.matchAll(/<meta name="description" content="([^"]*)">/g)];
    expect(described.map(([, content]) => content)).toEqual([expect.stringMatching(words)]);
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
