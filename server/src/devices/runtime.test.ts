import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { createEventHooks } from '../events/event-hooks.ts';
import { routesFor } from '../links/router.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { insertTestData, signIn } from '../testing/test-data.ts';
import { startDeviceRuntime } from './runtime.ts';

describe.each(postgresOnly)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let stop = async () => {};
  const errors: unknown[] = [];

  const runtimeDeps = () => ({
    db: database.db,
    clock: app.clock,
    random: app.random,
    metrics: app.metrics,
    jobs: createRecordingJobs().jobs,
    viewedHouses: app.viewedHouses,
    database: database.engine,
    eventHooks: createEventHooks(app.clock),
    tellUnasked: async () => {},
    writeNotices: async () => {},
    writeCorrections: async () => {},
    simulated: true,
    routes: routesFor(true),
    onError: (error: unknown) => errors.push(error),
  });

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    database = await open();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
    token = await signIn(app, 'owner');
    stop = await startDeviceRuntime(runtimeDeps());
  });
  afterAll(async () => {
    await stop();
    vi.useRealTimers();
    await app.close();
    await database.close();
  });

  const rounds = async (count: number, each: () => Promise<unknown>) => {
    for (let round = 0; round < count; round += 1) {
      app.clock.advance(10 * SECOND);
      vi.advanceTimersByTime(10 * SECOND);
      await each();
      // A round begins only when the readings of the one before are stored.
      const time = app.clock.now().getTime();
      await vi.waitFor(async () => expect(await newestReportOf('housea')).toBe(time), 10_000);
    }
  };
  const newestReportOf = async (houseId: string): Promise<number | undefined> => {
    const row = await database.db
      .selectFrom('telemetry')
      .select(({ fn }) => fn.max('time').as('newest'))
      .where('houseId', '=', houseId)
      .executeTakeFirst();
    return row?.newest.getTime();
  };
  const reportTimesOf = async (houseId: string): Promise<number> => {
    const rows = await database.db
      .selectFrom('telemetry')
      .select('time')
      .where('houseId', '=', houseId)
      .execute();
    return new Set(rows.map(({ time }) => time.getTime())).size;
  };

  test('[DEV-8] devices of a viewed house report every ten seconds, the others once a minute', async () => {
    const view = () => app.call('GET', '/api/house/housea/dashboard', { token });
    // In the first round all of them report.
    await vi.waitFor(async () => expect(await reportTimesOf('houseb')).toBe(1), 10_000);
    await view();
    const before = [await reportTimesOf('housea'), await reportTimesOf('houseb')];
    await rounds(18, view);
    await vi.waitFor(async () => {
      expect((await reportTimesOf('housea')) - (before[0] ?? 0)).toBeGreaterThanOrEqual(17);
      expect((await reportTimesOf('houseb')) - (before[1] ?? 0)).toBe(3);
    }, 10_000);
    expect(errors).toEqual([]);
  });

  test('only links that there are have a row in the metrics', async () => {
    const { metrics } = await startApp(database.db, { seed: 'unlinked' });
    const upOf = async (of: TestApp['metrics']) =>
      (await of.render()).split('\n').filter((line) => line.startsWith('porchlight_device_link_up'));
    expect(await upOf(app.metrics)).toEqual(['porchlight_device_link_up{link="simulator"} 1']);
    const stopUnlinked = await startDeviceRuntime({
      ...runtimeDeps(),
      metrics,
      simulated: false,
      routes: routesFor(false),
    });
    expect(await upOf(metrics)).toEqual([]);
    await stopUnlinked();
  });
});
