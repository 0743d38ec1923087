import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#domain/time.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { rememberJobs } from '../testing/calls.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { buildWorld, signIn } from '../testing/world.ts';
import { startDeviceRuntime } from './runtime.ts';

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let stop = () => {};
  const faults: unknown[] = [];

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    database = await open();
    app = await startApp(database.db);
    await buildWorld(database.db, app);
    token = await signIn(app, 'owner');
    stop = await startDeviceRuntime({
      db: database.db,
      clock: app.clock,
      random: app.random,
      jobs: rememberJobs().jobs,
      watch: app.watch,
      isEventActive: async () => false,
      simulated: true,
      onError: (error) => faults.push(error),
    });
  });
  afterAll(async () => {
    stop();
    vi.useRealTimers();
    await app.close();
    await database.close();
  });

  const rounds = async (count: number, each: () => Promise<unknown>) => {
    for (let round = 0; round < count; round += 1) {
      app.clock.advance(10 * SECOND);
      vi.advanceTimersByTime(10 * SECOND);
      await each();
    }
  };
  const rowsOf = async (houseId: string): Promise<number> => {
    const rows = await database.db
      .selectFrom('telemetry')
      .select('time')
      .where('houseId', '=', houseId)
      .execute();
    return new Set(rows.map(({ time }) => time.getTime())).size;
  };

  test('[DEV-8] a house that somebody looks at speaks every ten seconds, the others once a minute', async () => {
    const look = () => app.call('GET', '/api/house/housea/dashboard', { token });
    // At first all of them speak.
    await vi.waitFor(async () => expect(await rowsOf('houseb')).toBe(1), 10_000);
    await look();
    const before = [await rowsOf('housea'), await rowsOf('houseb')];
    await rounds(18, look);
    await vi.waitFor(
      async () => expect(await rowsOf('housea')).toBeGreaterThanOrEqual((before[0] ?? 0) + 17),
      10_000,
    );
    expect((await rowsOf('houseb')) - (before[1] ?? 0)).toBe(3);
    expect(faults).toEqual([]);
  });
});
