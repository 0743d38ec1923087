import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errors } from '#contract/errors.ts';
import type { RootDb } from '../db/connection.ts';
import { createViewedHouses } from '../lib/viewed-houses.ts';
import { readProviders } from '../providers/registry.ts';
import { openApiCalls } from '../testing/api-calls.ts';
import type { ApiCalls } from '../testing/api-calls.ts';
import { TestClock } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { restorePreconditions } from '../testing/access-matrix/call-preconditions.ts';
import {
  OWNER_PARAMS,
  endpointRows,
  sampleBodyOf,
  successStatusOf,
  urlOf,
  withQuery,
} from '../testing/access-matrix/calls.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { schemaMismatches } from '../testing/access-matrix/schema-mismatches.ts';
import type { Schema } from '../testing/access-matrix/schema-mismatches.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { TOTP_SECRET, accountIdOf } from '../testing/test-data.ts';
import { mountRoutes } from './mount-routes.ts';
import { createRateLimiter } from './limits/rate-limit.ts';

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

  describe('answers', () => {
    const answering = endpointRows.filter(({ response, file }) => response !== null && !file);

    test.each(answering)('[API-4] $name has exactly the declared fields', async (row) => {
      const { method, query, response, name } = row;
      const schema = z.toJSONSchema(response ?? z.null(), { io: 'output', reused: 'inline' }) as Schema;
      const switches = Object.keys(query?.shape ?? {}).filter((key) => key.startsWith('include'));
      for (const value of ['', 'true']) {
        const query = value === '' ? '' : switches.map((key) => `${key}=${value}`).join('&');
        const body = sampleBodyOf(row, OWNER_PARAMS, app.clock.now());
        const own = await tokenFor(row);
        const answer = await app.call(method, withQuery(urlOf(row), query), { token: own, ...body });
        expect(answer.status).toBe(successStatusOf(row));
        if (row.access !== 'public' && answer.body.token) calls.useToken(answer.body.token);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(schemaMismatches(schema, answer.body, name)).toEqual([]);
      }
    });

    test('[API-4] the check above sees a field too many, too few and a null out of place', () => {
      const schema = z.toJSONSchema(
        z.object({ a: z.string(), b: z.array(z.object({ c: z.int().nullable() })) }),
      );
      const faults = (value: unknown) => schemaMismatches(schema as Schema, value, 'x').length;
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
          db: db,
          clock,
          providers: readProviders(),
          rateLimit: createRateLimiter(clock),
          viewedHouses: createViewedHouses(clock),
          historyProgress: async () => null,
          demo: false,
          localDemo: false,
        },
        { things: { table: { read }, handlers: { read: (async () => answer) as never } } },
      );
      const { payload } = await server.inject('/thing');
      expect(JSON.parse(payload)).toEqual({ name: 'a', inner: { shown: true } });
      await server.close();
    });

    test('[API-4] [UX-45] what is asked for with a switch is there, else null; the dashboard tells of programs with a device alone', async () => {
      const house = '/api/house/housea';
      expect((await get(house)).body.programParticipants).toBeNull();
      const programs = (await get(`${house}?includePrograms=true`)).body.programParticipants;
      expect(programs).toEqual(
        ['summer-cooling', 'water-heater', 'winter-heating'].map((programId) => ({ programId })),
      );
      // The dashboard tells of those alone that a device of the house is in.
      const onDashboard = async () =>
        ((await get(`${house}/dashboard`)).body.programs as { programId: string }[])
          .map(({ programId }) => programId)
          .toSorted();
      const rooms = ['summer-cooling', 'winter-heating'];
      expect(await onDashboard()).toEqual([rooms[0], 'water-heater', rooms[1]]);
      const setWater = (state: 'active' | 'ended') =>
        db
          .updateTable('enrolment')
          .set({ state })
          .where('houseId', '=', 'housea')
          .where('programId', '=', 'water-heater')
          .execute();
      await setWater('ended');
      expect(await onDashboard()).toEqual(rooms);
      await setWater('active');
      const [plain] = (await get(`${house}/device`)).body;
      expect([plain.commandModes, plain.deviceSettings]).toEqual([null, null]);
      const [full] = (await get(`${house}/device?includeSettings=true&includeCommandModes=1`)).body;
      expect(full.deviceSettings).toEqual([{ key: 'sub-brand', value: 'Lyric' }]);
      expect(full.commandModes).toBeInstanceOf(Array);
      const me = `/api/account/${accountIdOf('owner')}`;
      await restorePreconditions(db, app, 'account.enrolTotp');
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
      await db.deleteFrom('deviceState').where('houseId', '=', 'houseb').execute();
      const neighbour = await openSession(db, app, 'neighbour');
      const dashboard = await app.call('GET', '/api/house/houseb/dashboard', { token: neighbour });
      expect(dashboard.body.devices[0].realtime).toEqual([]);
      const realtime = await app.call('GET', '/api/house/houseb/device/housebtstat/realtime', {
        token: neighbour,
      });
      expect([realtime.status, realtime.body]).toEqual([200, []]);
    });

    test('[T-7] the TOTP secret is in no answer', async () => {
      const withSecret = (totpSecret: string | null) =>
        db.updateTable('account').set({ totpSecret }).where('id', '=', accountIdOf('owner')).execute();
      await withSecret(TOTP_SECRET);
      const everything = 'includeTotp=true&includeHasPassword=true&includeSettings=true&includePrograms=true';
      const reading = endpointRows.filter(({ method }) => method === 'GET');
      for (const row of reading) {
        const own = await tokenFor(row);
        const { status, text, headers } = await app.call('GET', withQuery(urlOf(row), everything), {
          token: own,
        });
        expect(status).toBe(200);
        expect(text + JSON.stringify(headers)).not.toContain(TOTP_SECRET);
      }
      const me = await get(`/api/account/${accountIdOf('owner')}?${everything}`);
      expect(me.body.totp).toEqual({ enabled: true });
      expect(reading.length).toBeGreaterThanOrEqual(11);
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
        expect(Object.hasOwn(operation, 'requestBody'), row.name).toBe(
          (row.body ?? row.upload) !== undefined,
        );
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

    test('[API-1] a refusal is worded in the language of the request', async () => {
      const title = async (language: string) =>
        (await app.call('GET', '/api/nothing', { headers: { 'accept-language': language } })).body.title;
      expect(await title('en')).toBe('This page was not found. (Error 404)');
      expect(await title('es')).toBe('No se encontró esta página. (Error 404)');
      expect(Object.keys(errors).length).toBeGreaterThan(10);
    });
  });
});
