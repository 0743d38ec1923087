import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import type { ForwardedHeader } from '../config.ts';
import { startApp } from '../testing/app.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { insertTestData, signIn } from '../testing/test-data.ts';
import { PER_MINUTE } from './limits/client-limits.ts';

const HARBOUR = 'home.harbour.example';

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  const apps: TestApp[] = [];
  const appBelieving = async (...trustedHeaders: ForwardedHeader[]): Promise<TestApp> => {
    const app = await startApp(database.db, { outbox: true, trustedHeaders, seed: trustedHeaders.join() });
    apps.push(app);
    return app;
  };
  let usual: TestApp;
  let token: string;

  beforeAll(async () => {
    database = await open();
    usual = await appBelieving('x-forwarded-for', 'x-forwarded-proto');
    await insertTestData(database.db, usual);
    token = await signIn(usual, 'owner');
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });
  beforeEach(() => usual.clock.advance(MINUTE));

  const forwarded = { 'x-forwarded-host': 'localhost' };

  test('[T-1] X-Forwarded-Host is not believed unless it is named: a session of another provider stays shut', async () => {
    const read = (app: TestApp, headers: Record<string, string>) =>
      app.call('GET', '/api/house/housea', { token, host: HARBOUR, headers });
    expect((await read(usual, {})).status).toBe(401);
    expect((await read(usual, forwarded)).status).toBe(401);
    const named = await appBelieving('x-forwarded-for', 'x-forwarded-host');
    expect((await read(named, forwarded)).status).toBe(200);
  });

  test('[T-1] nor does it open the outbox of the demo', async () => {
    const read = (headers: Record<string, string>, host: string) =>
      usual.call('GET', '/dev/outbox.json', { host, headers });
    expect((await read({}, 'localhost')).status).toBe(200);
    expect((await read(forwarded, 'portal.example')).status).toBe(404);
  });

  test('[T-9] X-Forwarded-For and X-Forwarded-Proto count only where they are named', async () => {
    const none = await appBelieving();
    const secure = { 'x-forwarded-proto': 'https' };
    const sts = async (app: TestApp) =>
      (await app.call('GET', '/healthz', { headers: secure })).headers['strict-transport-security'];
    expect(await sts(usual)).toBeDefined();
    expect(await sts(none)).toBeUndefined();
    const documents = async (app: TestApp) => {
      const answers: Answer[] = [];
      while (answers.length < PER_MINUTE.document + 2) {
        answers.push(await app.call('GET', '/api/docs.css', { ip: `198.51.100.${answers.length}` }));
      }
      return answers;
    };
    const refused = async (app: TestApp) =>
      (await documents(app)).filter(({ status }) => status === 429).length;
    expect([await refused(usual), await refused(none)]).toEqual([0, 2]);
  });
});
