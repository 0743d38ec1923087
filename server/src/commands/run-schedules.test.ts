import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import type { JobData, Jobs } from '../jobs/queue.ts';
import { insertRows } from '../stores/system/demo.ts';
import { listFleet } from '../stores/devices/fleet.ts';
import { ingest } from '../telemetry/ingest.ts';
import { TestClock, startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { insertTestData, signIn } from '../testing/test-data.ts';
import { deliverCommand } from '../testing/devices/deliver-command.ts';
import { runSchedules } from './run-schedules.ts';

const HEATER = '/api/house/housea/device/houseahwh';
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day }));

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let fleet: Fleet;
  let isEventActive = false;
  const { jobs, sent } = createRecordingJobs();

  const errors: unknown[] = [];
  const deps = (other: Jobs = jobs) => ({
    onError: (error: unknown) => errors.push(error),
    db: database.db,
    clock: app.clock,
    random: app.random,
    metrics: app.metrics,
    jobs: other,
    eventHooks: {
      isActive: async () => isEventActive,
      inEvents: async (_tx: unknown, devices: readonly DeviceRef[]) => (isEventActive ? [...devices] : []),
      noteEdit: async () => {},
      skipSchedule: async () => isEventActive,
    },
  });
  const run = () => runSchedules(deps());
  const report = () =>
    ingest({ db: database.db, clock: app.clock, metrics: app.metrics }, fleet.readings(app.clock.now()));
  /** Sends what was accepted, and lets the device tell of it. */
  const work = async () => {
    const link = createSimulatorLink({ fleet, clock: app.clock });
    for (const job of sent.splice(0) as JobData['send-command'][]) {
      await deliverCommand({ db: database.db, clock: app.clock, metrics: app.metrics, link }, job);
    }
    app.clock.advance(10 * SECOND);
    await report();
  };
  const setpoint = async (): Promise<number> => {
    const { body } = await app.call('GET', `${HEATER}/data/hwh-set-temperature`, { token });
    return body.value;
  };
  const plan = async (events: object[]) => {
    await database.db
      .updateTable('deviceSchedule')
      .set({ events: JSON.stringify(events) })
      .where('uid', '=', 'houseaplan')
      .execute();
  };
  const activate = async () => {
    const answer = await app.call('POST', `${HEATER}/active-schedule`, {
      token,
      body: { uid: 'houseaplan' },
    });
    expect(answer.status).toBe(200);
  };
  const at = (timeOfDay: number, to: number, mode: string | null = null) => ({
    DayOfWeek: everyDay,
    timeOfDay,
    command: { mode, setpoint: to },
  });

  beforeAll(async () => {
    database = await open();
    // Noon in Denver.
    app = await startApp(database.db, { jobs, clock: new TestClock('2026-11-15T19:00:00Z') });
    await insertTestData(database.db, app);
    const devices = await listFleet(database.db);
    fleet = createFleet({ devices, seed: 'test', start: app.clock.now() });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    isEventActive = false;
    sent.length = 0;
    app.clock.advance(MINUTE);
    token = await signIn(app, 'owner');
    await report();
  });

  test('[SCHED-1] a schedule takes effect when it is chosen, and at its times', async () => {
    await plan([at(6, 118), at(22, 113)]);
    await activate();
    expect(await run()).toBe(1);
    await work();
    expect(await setpoint()).toBe(118);
    // Nothing more to do until ten in the evening.
    for (let minute = 0; minute < 30; minute += 1) {
      app.clock.advance(MINUTE);
      expect(await run()).toBe(0);
    }
    app.clock.advance(10 * HOUR);
    expect(await run()).toBe(1);
    await work();
    expect(await setpoint()).toBe(113);
    const [command] = await database.db
      .selectFrom('command')
      .select(['origin', 'accountId', 'state'])
      .where('deviceId', '=', 'houseahwh')
      .orderBy('version', 'desc')
      .limit(1)
      .execute();
    expect(command).toEqual({ origin: 'schedule', accountId: null, state: 'confirmed' });
  });

  test('after days without the server it does once what it would hold now', async () => {
    await plan([at(6, 119), at(22, 114)]);
    await activate();
    await run();
    await work();
    app.clock.advance(3 * DAY);
    token = await signIn(app, 'owner');
    expect(await run()).toBe(1);
    expect(sent).toHaveLength(1);
    expect(await run()).toBe(0);
  });

  test('[T-35] two nodes at the same moment let it act once', async () => {
    await plan([at(6, 121)]);
    await activate();
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(sent).toHaveLength(1);
  });

  test('[T-26] the gate holds for it: nothing above the ceiling', async () => {
    await plan([at(6, 150)]);
    await activate();
    expect(await run()).toBe(1);
    expect(sent).toEqual([]);
  });

  test('[DEV-7] in vacation it is paused, and during an event it waits for its next time', async () => {
    await plan([at(6, 117)]);
    isEventActive = true;
    await database.db.updateTable('activeSchedule').set({ nextAt: app.clock.now() }).execute();
    await run();
    expect(sent).toEqual([]);
    isEventActive = false;
    await app.call('POST', `${HEATER}/command`, {
      token,
      body: { type: 'OPERATIONAL', kind: 'hwh', body: { mode: 'Off' } },
    });
    await work();
    await activate();
    expect(await run()).toBe(1);
    expect(sent).toEqual([]);
  });

  test('[REC-3] without an active schedule nothing happens', async () => {
    await plan([at(6, 117)]);
    await activate();
    expect((await app.call('DELETE', `${HEATER}/active-schedule`, { token })).status).toBe(204);
    expect(await run()).toBe(0);
  });

  describe('many schedules', () => {
    const HOUSES = 250;
    const ids = Array.from({ length: HOUSES }, (_, index) => `many${index}`);

    const addDue = async () => {
      const createdAt = app.clock.now();
      const tenant = { providerId: 'sunvale' };
      const home = await database.db
        .selectFrom('house')
        .selectAll()
        .where('id', '=', 'housea')
        .executeTakeFirstOrThrow();
      await insertRows(
        database.db,
        'house',
        ids.map((id, index) => ({
          ...home,
          settings: null,
          comfort: null,
          id,
          number: 1_000 + index,
          premiseId: id,
        })),
      );
      const device = {
        kind: 'hwh',
        mfg: 'acme',
        type: null,
        name: 'Heater',
        uid: null,
        link: 'simulator',
        position: 1,
      } as const;
      await insertRows(
        database.db,
        'device',
        ids.map((houseId) => ({ ...tenant, ...device, houseId, id: houseId, createdAt })),
      );
      const plan = ids.map((houseId) => ({ ...tenant, houseId, deviceId: houseId, uid: houseId }));
      const events = JSON.stringify([at(6, 118)]);
      await insertRows(
        database.db,
        'deviceSchedule',
        plan.map((row) => ({ ...row, name: 'Plan', events })),
      );
      await insertRows(
        database.db,
        'activeSchedule',
        plan.map((row) => ({ ...row, nextAt: createdAt })),
      );
    };

    test('[SCHED-1] all that are due run in one round, and one that fails holds up no other', async () => {
      await addDue();
      // Due before all others, and unreadable.
      const bad = ids[7] ?? '';
      await database.db
        .updateTable('deviceSchedule')
        .set({ events: JSON.stringify([{ ...at(6, 118), DayOfWeek: null }]) })
        .where('uid', '=', bad)
        .execute();
      await database.db
        .updateTable('activeSchedule')
        .set({ nextAt: new Date(app.clock.now().getTime() - DAY) })
        .where('uid', '=', bad)
        .execute();
      errors.length = 0;
      expect(await run()).toBe(HOUSES);
      expect(sent).toHaveLength(HOUSES - 1);
      expect(errors).toHaveLength(1);
      expect(await app.metrics.render()).toMatch(/^porchlight_schedule_failures_total 1$/m);
      // Not at once again, but later.
      expect(await run()).toBe(0);
      app.clock.advance(5 * MINUTE);
      expect(await run()).toBe(1);
      expect(errors).toHaveLength(2);
      await database.db.deleteFrom('activeSchedule').where('uid', '=', bad).execute();
    });
  });
});
