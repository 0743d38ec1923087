import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, SECOND } from '#domain/time/time.ts';
import { addMs, systemTime } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { noMetrics } from '../lib/metrics.ts';
import { confirmTime, confirmedTime } from '../stores/system/clock.ts';
import { insertRows } from '../stores/system/demo.ts';
import { claim } from '../stores/system/installation.ts';
import { ensureDays } from '../stores/telemetry/telemetry-days.ts';
import { bothDatabases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { applyRetention } from '../testing/telemetry/retention.ts';
import { createHousekeeping } from './tasks/housekeeping.ts';
import { createNodeClock } from './node-clock.ts';
import type { NodeClock } from './node-clock.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const realNow = () => new Date(systemTime.wall());

describe.each(bothDatabases)('%s', (name, open) => {
  const isEmbedded = name === 'PGlite';
  let database: TestDatabase;
  let monotonicAhead = 0;

  /** A node whose machine's clock is off, from its start on. */
  const startNode = async (off: number) => {
    const warnings: string[] = [];
    const clock = await createNodeClock({
      db: database.db,
      isEmbedded,
      sources: {
        wall: () => systemTime.wall() + off + monotonicAhead,
        monotonic: () => systemTime.monotonic() + monotonicAhead,
      },
    });
    clock.stop();
    clock.reportTo((text) => warnings.push(text));
    return { clock, warnings };
  };

  const round = async (clock: Clock, clockTrust?: NodeClock) => {
    const failures: string[] = [];
    const onError = (error: unknown, what: string) => failures.push(`${what}: ${(error as Error).message}`);
    await database.db.deleteFrom('installation').where('key', 'like', 'claimed %').execute();
    const { db } = database;
    const trust = clockTrust ? { clockTrust } : {};
    await createHousekeeping({ db, clock, ...trust, metrics: noMetrics, snapshots: null, onError }).round();
    return failures;
  };

  const count = async () => {
    const rows = async (table: 'telemetryHour' | 'energyHour' | 'deviceActivity' | 'session') =>
      (await database.db.selectFrom(table).select('providerId').execute()).length;
    return {
      telemetryHour: await rows('telemetryHour'),
      energyHour: await rows('energyHour'),
      deviceActivity: await rows('deviceActivity'),
      session: await rows('session'),
    };
  };
  /** Rows of the last days, of which none is due. */
  const DAYS = 20;
  const all = { telemetryHour: DAYS, energyHour: DAYS, deviceActivity: DAYS, session: 1 };

  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database } = houses);
    const { db } = database;
    await db.deleteFrom('command').execute();
    await db.updateTable('deviceState').set({ reportedAt: realNow() }).execute();
    await confirmTime(db, realNow());
    const of = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
    const times = Array.from({ length: DAYS }, (_, day) => addMs(realNow(), -day * DAY));
    await ensureDays(db, times.map(Number));
    await insertRows(
      db,
      'telemetryHour',
      times.map((time) => ({ ...of, time, temperature: 120 }) as never),
    );
    await insertRows(
      db,
      'energyHour',
      times.map((hour) => ({ ...of, hour, takenMj: 1, givenMj: 0, heardMs: 1 })),
    );
    await insertRows(
      db,
      'deviceActivity',
      times.map((time) => ({ ...of, time, key: 'status', value: '"ONLINE"' })),
    );
    await insertRows(db, 'session', [
      {
        providerId: 'sunvale',
        accountId: 'ownerid',
        id: 'open',
        tokenHash: 'open',
        userAgent: null,
        createdAt: realNow(),
        seenAt: realNow(),
        expiresAt: addMs(realNow(), 30 * DAY),
        confirmedAt: null,
      },
    ]);
    return houses.close;
  });

  test.each([900 * DAY, -HOUR, -DAY, -3 * DAY, -7 * DAY])(
    '[T-35] [T-39] a node that is %i ms off deletes nothing, and says so',
    async (off) => {
      const { clock, warnings } = await startNode(off);
      expect(await round(clock, clock)).toEqual([]);
      expect(await count()).toEqual(all);
      expect(clock.mayDelete()).toBe(false);
      expect(clock.isRight()).toBe(isEmbedded);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(
        isEmbedded ? 'nothing is deleted until it has held for an hour' : 'not ready',
      );
      expect(clock.doubt()).toBe(warnings[0]);
    },
  );

  test.runIf(!isEmbedded)('[T-35] on PostgreSQL its time is that of the database', async () => {
    const { clock, warnings } = await startNode(900 * DAY);
    expect(Math.abs(clock.now().getTime() - systemTime.wall())).toBeLessThan(30 * SECOND);
    await clock.check();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^The clock of this machine is 900 days ahead of the database's; /);
    const right = await startNode(0);
    await right.clock.check();
    expect([right.warnings, right.clock.isRight(), right.clock.mayDelete()]).toEqual([[], true, true]);
    expect(right.clock.doubt()).toBeNull();
  });

  test.runIf(isEmbedded)(
    '[T-35] on the embedded database a restart does not end the hour, and an hour in doubt is not confirmed',
    async () => {
      const { db } = database;
      const before = await confirmedTime(db);
      for (let start = 0; start < 2; start += 1) {
        const { clock, warnings } = await startNode(900 * DAY);
        await clock.check();
        expect(warnings).toHaveLength(1);
        expect(clock.mayDelete()).toBe(false);
        expect(await confirmedTime(db)).toBe(before);
      }
      const { clock } = await startNode(900 * DAY);
      monotonicAhead = HOUR;
      expect(clock.mayDelete()).toBe(true);
      await clock.check();
      expect(await confirmedTime(db)).toBeGreaterThan(systemTime.wall() + 899 * DAY);
      monotonicAhead = 0;
      await confirmTime(db, new Date(before ?? 0));
    },
  );

  test('[T-39] of a past that is due all at once, three days are removed and the rest is reported', async () => {
    const wrong: Clock = { now: () => addMs(realNow(), 900 * DAY) };
    const failures = await round(wrong);
    expect(failures.toSorted().map((line) => line.replace(/\d+ days/, 'N days'))).toEqual(
      expect.arrayContaining([
        'pruning deviceActivity by time: N days are due at once, of which the oldest three are removed today; RETENTION_CATCH_UP=true removes all of them',
      ]),
    );
    const { deviceActivity, energyHour, telemetryHour } = await count();
    expect([deviceActivity, energyHour, telemetryHour]).toEqual([DAYS - 4, DAYS - 4, DAYS - 4]);
    expect(await database.db.selectFrom('session').select('id').execute()).toEqual([]);
    const catching = { now: () => addMs(realNow(), 900 * DAY + 1) };
    await applyRetention({ db: database.db, clock: catching });
    expect(await count()).toEqual({ telemetryHour: 0, energyHour: 0, deviceActivity: 0, session: 0 });
  });

  test('[T-35] a claim from the future does not keep the right clocks from their work', async () => {
    const now = realNow();
    expect(await claim(database.db, 'work', addMs(now, 900 * DAY), HOUR)).toBe(true);
    expect(await claim(database.db, 'work', now, HOUR)).toBe(true);
    expect(await claim(database.db, 'work', addMs(now, HOUR / 2), HOUR)).toBe(false);
  });
});
