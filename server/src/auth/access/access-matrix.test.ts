import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { dump } from '../../db/testing/dump.ts';
import { hashSecret } from '../../lib/secrets/hash-secret.ts';
import { newId, newToken } from '../../lib/secrets/random.ts';
import { createSession } from '../../stores/auth/session.ts';
import {
  EVENTS_OF,
  NOT_FOUND,
  STRANGE,
  TAMPERED,
  identities,
  isFull,
  matrixRuns,
  paramsOf,
  targetsOf,
  verdictOf,
} from '../../testing/access-matrix/access-verdicts.ts';
import type { Identity, MatrixCase } from '../../testing/access-matrix/access-verdicts.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { restorePreconditions } from '../../testing/access-matrix/call-preconditions.ts';
import {
  OWNER_PARAMS,
  createRecordingJobs,
  endpointRows,
  sampleBodyOf,
  urlOf,
} from '../../testing/access-matrix/calls.ts';
import type { EndpointRow, Params } from '../../testing/access-matrix/calls.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { providersWithTerms } from '../../testing/provider-terms.ts';
import { restoreRoles } from '../../testing/access-matrix/household-preconditions.ts';
import { PEOPLE, accountIdOf, emailOf, reportAllDevices } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';
import { accessRules } from './access-guard.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

const outcomeOf = ({ status, body }: Answer): string =>
  body?.code === undefined ? String(status) : `${status} ${body.code}`;

test.each(endpointRows.filter(({ body }) => body !== undefined))('$name has a sample body', (row) => {
  expect(row.body?.safeParse(sampleBodyOf(row)?.body).success).toBe(true);
});

test.each(endpointRows)('$name has an own object and others for every id in its path', ({ path }) => {
  for (const name of paramsOf(path)) expect([OWNER_PARAMS[name], TAMPERED[name]]).not.toContain(undefined);
});

describe.each(matrixRuns)('$database', ({ isWhole, open, cases }) => {
  let database: TestDatabase;
  let app: TestApp;
  const tokens = new Map<string, string>();
  const walked: MatrixCase[] = [];
  const notFound = new Set<string>();
  const queue = createRecordingJobs();

  /** A session as a sign-in leaves it. */
  const openSession = async (person: Person): Promise<string> => {
    const { clock, random } = app;
    const token = newToken(random);
    await createSession(database.db, {
      providerId: PEOPLE[person].providerId,
      accountId: accountIdOf(person),
      id: newId(random),
      tokenHash: hashSecret(token),
      userAgent: null,
      createdAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 30 * DAY),
    });
    return token;
  };
  const sessionOf = (name: string) =>
    database.db.updateTable('session').where('tokenHash', '=', hashSecret(tokens.get(name) ?? ''));

  beforeAll(async () => {
    const { folder: providersFolder, remove } = providersWithTerms();
    const houses = await openTestHouses(open, { jobs: queue.jobs, providersFolder });
    ({ database, app } = houses);
    for (const { name, as, person } of identities) {
      if (as !== 'nobody') tokens.set(name, person ? await openSession(person) : newToken(app.random));
    }
    const { clock, call } = app;
    const past = (days: number) => new Date(clock.now().getTime() - days * DAY);
    await sessionOf('expired')
      .set({ expiresAt: past(0) })
      .execute();
    await sessionOf('idle')
      .set({ seenAt: past(7) })
      .execute();
    await call('POST', '/api/auth/logout', { token: tokens.get('revoked') });
    for (let wrong = 0; wrong < 5; wrong += 1) {
      await call('POST', '/api/auth/login', { body: { email: emailOf('locked'), password: 'wrong' } });
    }
    await database.db
      .updateTable('authBudget')
      .set({ lockedUntil: past(-30) })
      .where('kind', '=', 'password')
      .execute();
    return async () => {
      await houses.close();
      remove();
    };
  });
  // A new minute, so that no walk meets the limit on reads.
  beforeEach(async () => {
    app.clock.advance(MINUTE);
    await reportAllDevices(database.db, app.clock.now());
    // Some calls change who belongs to a house.
    await restoreRoles(database.db);
  });

  const prepare = async (endpoint: EndpointRow, identity: Identity, params: Params): Promise<void> => {
    const { as, person } = identity;
    const isOwn = person !== null && params['id'] === accountIdOf(person);
    const isOperator = endpoint.access === 'operator' && person !== null && person in EVENTS_OF;
    const isOfHouse =
      /^(events|results|marketing|household|schedules)\./.test(endpoint.name) &&
      !verdictOf(endpoint, identity, params).startsWith('404');
    const joins = /^auth\.link(House|SignOn)$/.test(endpoint.name);
    if (endpoint.access === 'public') await restorePreconditions(database.db, app, endpoint.name);
    else if (as === 'live' && person !== null && (isOwn || isOperator || isOfHouse || joins)) {
      await restorePreconditions(database.db, app, endpoint.name, person);
    }
  };

  const ask = async (
    endpoint: EndpointRow,
    identity: Identity,
    params: Params,
    host?: string,
  ): Promise<Answer> => {
    const { as, person, name } = identity;
    // A call that ends the session gets one of its own.
    const spent = endpoint.access === 'session' && endpoint.method !== 'GET' && as === 'live' && person;
    const token = spent ? await openSession(person) : tokens.get(name);
    await prepare(endpoint, identity, params);
    const answer = await app.call(endpoint.method, urlOf(endpoint, params), {
      token,
      ...sampleBodyOf(endpoint, params, app.clock.now()),
      ...(host ? { host } : {}),
    });
    // A session that is trusted with more goes on under another token.
    if (!spent && endpoint.access !== 'public' && answer.body?.token) tokens.set(name, answer.body.token);
    return answer;
  };

  const walk = async (calls: readonly MatrixCase[]): Promise<string[]> => {
    const wrong: string[] = [];
    for (const one of calls) {
      const { endpoint, identity, params } = one;
      const answer = await ask(endpoint, identity, params);
      walked.push(one);
      const [expected, got] = [verdictOf(endpoint, identity, params), outcomeOf(answer)];
      if (got !== expected && !(expected === STRANGE && got === NOT_FOUND)) {
        wrong.push(`${identity.name} ${urlOf(endpoint, params)}: ${got}, not ${expected}`);
      }
      if (answer.status === 404) {
        notFound.add(`${answer.text} ${Object.keys(answer.headers).toSorted().join(' ')}`);
      }
    }
    return wrong;
  };

  const isForeign = ({ name }: Identity): boolean => name === 'foreign' || name === 'operatorOther';

  describe('[API-3] [T-1] [T-2] [T-3] [T-6] each identity gets the expected status, and changes no other rows', () => {
    test.each(endpointRows)('$name', async (endpoint) => {
      const calls = cases.filter((one) => one.endpoint === endpoint);
      const harbour = await dump(database.db, 'harbour');
      expect(harbour).toContain('housec');
      expect(await walk(calls.filter(({ identity }) => !isForeign(identity)))).toEqual([]);
      expect(await dump(database.db, 'harbour')).toBe(harbour);

      // A public call has no caller: it writes for the provider of the visit.
      const others = endpoint.access === 'public' ? 'maple' : 'sunvale';
      const before = await dump(database.db, others);
      expect(await walk(calls.filter(({ identity }) => isForeign(identity)))).toEqual([]);
      expect(await dump(database.db, others)).toBe(before);
    });
  });

  test('[API-3] every call was made, and among them are every endpoint and every identity', () => {
    expect(new Set(walked)).toEqual(new Set(cases));
    expect(new Set(walked.map(({ endpoint }) => endpoint))).toEqual(new Set(endpointRows));
    expect(new Set(walked.map(({ identity }) => identity))).toEqual(new Set(identities));
    expect(identities).toHaveLength(19);
    expect(walked.length).toBeGreaterThanOrEqual((isFull ? 20_000 : 4_000) / (isWhole ? 1 : 10));
  });

  test('[T-1] [T-2] rows of others and rows that do not exist get identical answers', () => {
    expect([...notFound]).toHaveLength(1);
    const [only = ''] = notFound;
    expect(JSON.parse(only.slice(0, only.indexOf('}') + 1))).toEqual({
      status: 404,
      code: 'not_found',
      title: 'This page was not found. (Error 404)',
      detail: null,
      deviceId: null,
    });
  });

  // The rest is decided before any row is read, or counts on the whole matrix.
  if (!isWhole) return;

  test('[T-3] [T-1] only members of its house can send a device a command', () => {
    const command = (houseId: string) => ({
      name: 'send-command',
      providerId: houseId === 'housec' ? 'harbour' : 'sunvale',
      houseId,
      commandId: expect.any(String),
    });
    // Owner, second, member and locked at house A, the neighbour at B, the foreign member at C: each once. The viewer none.
    const told = ['housea', 'housea', 'housea', 'houseb', 'housea', 'housec'];
    const commands = queue.sent.filter((job) => (job as { name: string }).name === 'send-command');
    expect(commands).toEqual(told.map(command));
  });

  /** The full amount asks everybody. A host and HEAD are looked at before anything that tells people apart. */
  const isAsked = (name: string): boolean => isFull || ['none', 'owner', 'foreign'].includes(name);

  test.each(endpointRows.filter(({ access }) => access !== 'public'))(
    '[T-1] $name: a token is worth nothing on the host of another provider',
    async (endpoint) => {
      const [own = {}] = targetsOf(endpoint);
      const wrong: string[] = [];
      for (const identity of identities.filter(({ as, name }) => as === 'live' && isAsked(name))) {
        const home = isForeign(identity) ? 'home.harbour.example' : 'home.sunvale.example';
        for (const host of ['home.harbour.example', 'home.sunvale.example', 'HOME.Harbour.Example:443']) {
          const isHome = host.toLowerCase().startsWith(home);
          const expected = isHome ? verdictOf(endpoint, identity, own) : '401 session_expired';
          const got = outcomeOf(await ask(endpoint, identity, own, host));
          if (got !== expected) wrong.push(`${identity.name} at ${host}: ${got}, not ${expected}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(endpointRows.filter(({ method }) => method === 'GET'))(
    '[API-3] HEAD for $name is held to the same rule',
    async (endpoint) => {
      const [own = {}] = targetsOf(endpoint);
      for (const identity of identities.filter(({ name }) => isAsked(name))) {
        await prepare(endpoint, identity, own);
        const answer = await app.call('HEAD', urlOf(endpoint, own), { token: tokens.get(identity.name) });
        expect(String(answer.status)).toBe(verdictOf(endpoint, identity, own).slice(0, 3));
        expect(answer.text).toBe('');
      }
    },
  );

  test('[T-2] an address with no id at its end, with a dot path or beyond any length leads nowhere', async () => {
    const token = tokens.get('owner');
    const paths = ['/api/house/', '/api/house', '/api/account/', '/api/house//', '/api//house/housea'];
    for (const path of paths) expect((await app.call('GET', path, { token })).status, path).toBe(404);
    for (const path of [
      `/api/house/${'9'.repeat(5_000)}`,
      '/api/house/%zz',
      '/api/house/housea/device/%ff',
    ]) {
      const { status } = await app.call('GET', path, { token });
      expect([400, 404, 414], path).toContain(status);
    }
  });

  test('[API-3] an admin reads and does not write; a member does both', async () => {
    const { clock, providers } = app;
    const mayWrite = async (name: string, writes: boolean): Promise<string> => {
      const visit = {
        host: 'localhost',
        pid: undefined,
        token: tokens.get(name),
        params: OWNER_PARAMS,
        writes,
      };
      return accessRules
        .house({ db: database.db, clock, providers, demo: false, localDemo: false }, visit)
        .then(
          ({ scope }) => scope.role,
          ({ code }: { code: string }) => code,
        );
    };
    expect(await mayWrite('adminOwn', false)).toBe('admin');
    expect(await mayWrite('adminOwn', true)).toBe('access_insufficient');
    expect(await mayWrite('owner', true)).toBe('house');
    expect(await mayWrite('adminOther', true)).toBe('not_found');
    await database.db
      .insertInto('accountRole')
      .values({
        providerId: 'sunvale',
        id: 'both',
        accountId: accountIdOf('owner'),
        role: 'admin',
        houseId: 'housea',
        access: null,
      })
      .execute();
    expect(await mayWrite('owner', true)).toBe('house');
  });
});
