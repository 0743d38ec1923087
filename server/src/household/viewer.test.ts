import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { restorePreconditions } from '../testing/access-matrix/call-preconditions.ts';
import { createRecordingJobs, endpointRows, OWNER_PARAMS, urlOf } from '../testing/access-matrix/calls.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { restoreRoles } from '../testing/access-matrix/household-preconditions.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { accountIdOf, insertTestData } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';

const reads = endpointRows.filter(({ method, access }) => method === 'GET' && access === 'house');

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  const tokens = new Map<Person, string>();

  const call = async (person: Person, method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await app.call(method, path, { token: tokens.get(person), ...(body ? { body } : {}) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };

  beforeAll(async () => {
    database = await open();
    const { db } = database;
    app = await startApp(db, { jobs: createRecordingJobs().jobs });
    await insertTestData(db, app);
    await restoreRoles(db);
    await restorePreconditions(db, app, 'results.eventDays', 'owner');
    for (const person of ['owner', 'viewer', 'adminOwn'] as const) {
      tokens.set(person, await openSession(db, app, person));
    }
    await call('owner', 'PUT', '/api/house/housea/device/houseahwh', { name: 'Cellar' });
    await call('owner', 'POST', '/api/house/housea/event/houseaevent/optout', { reason: 'Guests' });
    await call('owner', 'PUT', '/api/house/housea/comfort', {
      coolCeiling: 80,
      heatFloor: 66,
      devicesLeftOut: [],
    });
    await call('adminOwn', 'GET', '/api/house/housea');
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /** Everything that a person can read of the house. */
  const readAll = async (person: Person): Promise<string> => {
    const texts: string[] = [];
    for (const endpoint of reads) {
      const { text } = await call(person, 'GET', urlOf(endpoint, OWNER_PARAMS));
      texts.push(text);
    }
    return texts.join('\n');
  };

  test('[API-3] [T-2] a viewer reads all that others read, without a name of who did something', async () => {
    const seen = await readAll('viewer');
    for (const person of ['owner', 'adminOwn'] as const) {
      for (const name of [`${person} Tester`, accountIdOf(person), `${person}@home.example`]) {
        expect(seen.toLowerCase()).not.toContain(name.toLowerCase());
      }
    }
    expect(await readAll('owner')).toContain('adminOwn Tester');
  });

  test('[T-2] a viewer sees that somebody of the provider looked, not who it was', async () => {
    const { body } = await call('viewer', 'GET', '/api/house/housea/provider-access');
    expect(body).toEqual([{ time: app.clock.now().toISOString(), name: null, act: 'viewed' }]);
  });
});
