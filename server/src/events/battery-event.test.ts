import { beforeEach, describe, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { HouseEnergy } from '#contract/entities/history.ts';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { batteryValues, CAPACITY, storage } from '#domain/events/testing/facts-of-batteries.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import { enrolDevices } from '../stores/provisioning/enrolments.ts';
import { registerProviders } from '../stores/system/provider.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases, reuseDatabase } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { createEventWorld, EVENT_ID } from '../testing/events/event-world.ts';
import type { EventWorld } from '../testing/events/event-world.ts';
import { lookAtDevices } from '../testing/events/run-loops.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { mailsIn } from '../testing/messages/mailbox.ts';
import { accountIdOf, insertTestData, signIn } from '../testing/test-data.ts';

const BATTERY = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseabattery' } as const;
const OWN = { mode: 'STANDBY', parameters: { ratePercent: 30 } };

describe.each(databases)('%s', (_name, open) => {
  const openEmpty = reuseDatabase(open);
  let database: TestDatabase;
  let app: TestApp;
  let world: EventWorld;
  let token: string;
  let sent: readonly unknown[];

  beforeEach(async () => {
    database = await openEmpty();
    const { db } = database;
    const queue = createRecordingJobs();
    ({ sent } = queue);
    app = await startApp(db, { jobs: queue.jobs });
    await insertTestData(db, app);
    const now = app.clock.now();
    const sunvale = app.providers.byId('sunvale');
    if (!sunvale) throw new Error('no provider');
    await registerProviders(db, [{ ...sunvale, programs: [storage] }], now);
    const { deviceId: id, ...house } = BATTERY;
    await db
      .insertInto('device')
      .values({
        ...house,
        id,
        kind: 'battery',
        mfg: 'sis',
        type: null,
        name: null,
        uid: null,
        link: 'simulator',
        position: 9,
        createdAt: now,
      })
      .execute();
    const time = now.toISOString();
    const values = { status: 'ONLINE', 'battery-power': 0, ...batteryValues(OWN.mode, 0.8) };
    const entries = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, time }]));
    await db
      .insertInto('deviceState')
      .values({ ...BATTERY, entries: JSON.stringify(entries), reportedAt: now })
      .execute();
    const set = addMs(now, -40 * DAY);
    await db
      .insertInto('command')
      .values({
        ...BATTERY,
        id: 'own',
        accountId: null,
        origin: 'person',
        command: JSON.stringify({ type: 'OPERATIONAL', kind: 'battery', body: OWN }),
        version: 0,
        state: 'confirmed',
        reason: null,
        acceptedAt: set,
        sentAt: set,
        settledAt: set,
        expiresAt: set,
      })
      .execute();
    await db
      .insertInto('programParticipant')
      .values({ ...house, programId: storage.id })
      .execute();
    await enrolDevices(db, set, now);
    world = await createEventWorld(db, app, queue);
    await world.round();
    token = await signIn(app, 'owner');
    return async () => {
      await app.close();
      await database.close();
    };
  });

  const participation = async () =>
    (await world.participation(BATTERY.houseId, BATTERY.deviceId)).participation;
  const reading = async (key: string): Promise<unknown> => {
    const path = `/api/house/housea/device/${BATTERY.deviceId}/data/${key}`;
    return (await app.call('GET', path, { token })).body.value;
  };
  const begin = async () => {
    const startTime = app.clock.now().getTime() + 5 * MINUTE;
    const program = { ...storage, preparation: null };
    await world.addEvent('water-heater', {
      program,
      kind: 'battery',
      startTime,
      endTime: startTime + HOUR,
    });
    await world.run(10 * MINUTE, 5 * MINUTE);
  };
  const bodies = async () => {
    const rows = await database.db
      .selectFrom('command')
      .select(['origin', 'command'])
      .where('deviceId', '=', BATTERY.deviceId)
      .where('id', '!=', 'own')
      .orderBy('version')
      .execute();
    return rows.map(({ origin, command }) => ({ origin, body: command.body }));
  };

  test('[T-28] [T-31] [CMD-2] a battery runs the house in an event, and goes back to what its owner set weeks ago', async () => {
    await begin();
    expect(await reading('sis-set-mode')).toBe('DISPATCH_BYSITEDEMAND');
    expect((await participation()).actions).toMatchObject([{ phase: 'during', state: 'confirmed' }]);
    await world.run(80 * MINUTE, 4 * MINUTE);
    expect(await reading('sis-set-mode')).toBe(OWN.mode);
    expect((await bodies()).at(-1)).toEqual({ origin: 'restore', body: OWN });
    expect((await participation()).actions.at(-1)).toMatchObject({ phase: 'after', state: 'confirmed' });
    expect(Number(await reading('battery-present-capacity'))).toBeGreaterThan(0.3 * CAPACITY);
  });

  test('[T-28] [OPT-1] a reserve that is raised in the event shortens it, and is an opt-out at the present charge', async () => {
    await begin();
    const until = async () => {
      const { plan } = await participation();
      return 'steps' in plan ? plan.steps.find(({ phase }) => phase === 'during')?.holdUntil : undefined;
    };
    const planned = Number(await until());
    const raise = (batteryReserve: number) =>
      app.call('PUT', '/api/house/housea/comfort', {
        token,
        body: { coolCeiling: null, heatFloor: null, batteryReserve, devicesLeftOut: [] },
      });
    expect((await raise(60)).body).toMatchObject({ batteryReserve: 60 });
    expect(Number(await until())).toBeLessThan(planned - 5 * MINUTE);
    expect((await participation()).optOut).toBeNull();
    await raise(80);
    expect((await participation()).optOut).toMatchObject({ cause: 'limits' });
    app.clock.advance(10 * SECOND);
    await world.round();
    expect(await reading('sis-set-mode')).toBe(OWN.mode);
    expect((await bodies()).at(-1)).toEqual({ origin: 'restore', body: OWN });
  });

  test('[OPT-1] [CMD-2] half of its power is asked of it, and all of it again', async () => {
    await begin();
    const path = `/api/house/housea/event/${EVENT_ID}/device/${BATTERY.deviceId}/ease`;
    const limit = async () => (await bodies()).at(-1)?.body.parameters?.['limitPower'];
    expect(await limit()).toBe(10_000);
    expect((await app.call('POST', path, { token })).status).toBe(202);
    await world.run(2 * MINUTE, MINUTE);
    expect(await limit()).toBe(5_000);
    expect((await participation()).actions.at(-1)).toMatchObject({ phase: 'during', state: 'confirmed' });
    expect((await app.call('DELETE', path, { token })).status).toBe(202);
    await world.run(2 * MINUTE, MINUTE);
    expect(await limit()).toBe(10_000);
    await world.run(80 * MINUTE, 4 * MINUTE);
    expect((await bodies()).at(-1)).toEqual({ origin: 'restore', body: OWN });
  });

  test('[T-28] it feeds the grid only where its home allows it too', async () => {
    await database.db.updateTable('house').set({ mayExport: true }).where('id', '=', 'housea').execute();
    await begin();
    expect(await reading('sis-set-mode')).toBe('DISPATCH_BYPOWER');
    const { body } = await app.call('GET', `/api/house/housea/event/${EVENT_ID}/plan`, { token });
    expect(body[0].steps[0]).toMatchObject({ phase: 'during', reason: { code: 'event', exports: true } });
  });

  test('[CAL-2] [PLOT-2] while it gives, power now, the energy graph and the figures of the event tell of the same', async () => {
    const startTime = Math.ceil(app.clock.now().getTime() / HOUR) * HOUR;
    const endTime = startTime + 2 * HOUR;
    const { deviceId } = BATTERY;
    const program = { ...storage, preparation: null };
    await world.addEvent('water-heater', { program, kind: 'battery', startTime, endTime });
    await world.run(startTime + 80 * MINUTE - app.clock.now().getTime());

    const dashboard = await app.call('GET', '/api/house/housea/dashboard', { token });
    const devices = dashboard.body.devices as readonly DashboardDevice[];
    const power = Number(await reading('battery-power'));
    const flows = powerNow(devices, app.clock.now());
    expect(power).toBeGreaterThan(100);
    expect(flows?.battery).toBe(Math.round(power / 100) * 100);

    const span = `start=${new Date(startTime).toISOString()}&end=${new Date(startTime + HOUR).toISOString()}`;
    const graph = (await app.call('GET', `/api/house/housea/energy?${span}`, { token })).body as HouseEnergy;
    const [inGraph] = graph.devices.find((one) => one.deviceId === deviceId)?.energy ?? [];
    const keys = `${span}&keys=battery-power&means=`;
    const series = await app.call('GET', `/api/house/housea/device/${deviceId}/series?${keys}`, { token });
    const points = series.body['battery-power'] as readonly { readonly value: number }[];
    const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length;
    const soFar = (await app.call('GET', `/api/house/housea/event/${EVENT_ID}/so-far`, { token })).body;
    const [own] = soFar as readonly SavedSoFar[];
    const inEvent = own?.intervals.slice(0, HOUR / QUARTER).reduce((sum, { actualWh }) => sum + actualWh, 0);
    expect(inGraph).toBeLessThan(-100);
    expect(Math.abs((inEvent ?? 0) - (inGraph ?? 0))).toBeLessThan(5);
    expect(Math.abs(mean + (inGraph ?? 0))).toBeLessThan(0.05 * mean);
  });

  const asOperator = async (method: 'PUT' | 'DELETE', body?: object) => {
    const operator = await openSession(database.db, app, 'operator');
    return app.call(method, '/api/operator/storm', { token: operator, ...(body ? { body } : {}) });
  };
  const subjects = async () => {
    const rows = await database.db
      .selectFrom('message')
      .select(['subject', 'plainTextBody', 'translations'])
      .where('accountId', '=', accountIdOf('owner'))
      .where('dedupeKey', 'like', 'storm/%')
      .orderBy('createdAt')
      .execute();
    return rows;
  };
  /** As the dashboard tells the home. */
  const storm = async () => (await app.call('GET', '/api/house/housea/dashboard', { token })).body.storm;
  const after = (time: number) => addMs(app.clock.now(), time).toISOString();

  test('[T-28] [T-32] a storm in the middle lets a battery go before its next reading, tells its home once, and keeps it out', async () => {
    await begin();
    expect(await reading('sis-set-mode')).toBe('DISPATCH_BYSITEDEMAND');
    const setMode = async () => {
      const path = `/api/house/housea/device/${BATTERY.deviceId}/command`;
      const command = { type: 'OPERATIONAL', kind: 'battery', body: OWN };
      const { status, body } = await app.call('POST', path, { token, body: command });
      return [status, body.code];
    };
    expect(await setMode()).toEqual([409, 'event_active']);
    const until = after(5 * HOUR);
    const cause = { en: 'Hail is forecast.', fr: 'Grêle' };
    expect((await asOperator('PUT', { until, cause })).body.code).toBe('bad_request');
    const answer = await asOperator('PUT', { until, cause: { en: cause.en } });
    expect([answer.status, answer.body]).toEqual([200, { until, cause: { en: cause.en } }]);
    await lookAtDevices(world.deps);
    expect((await bodies()).at(-1)).toEqual({ origin: 'restore', body: OWN });
    const plan = await app.call('GET', `/api/house/housea/event/${EVENT_ID}/plan`, { token });
    const [during, back] = plan.body[0].steps;
    expect([during.phase, during.until]).toEqual(['during', after(0)]);
    expect([back.phase, back.at]).toEqual(['after', after(0)]);
    await asOperator('PUT', { until, cause: { en: cause.en } });
    expect(await storm()).toEqual({ until, cause: { en: cause.en }, deviceIds: [BATTERY.deviceId] });
    const told = await subjects();
    expect(told.map(({ subject }) => subject)).toEqual(['A storm may be coming: your battery stays charged']);
    expect(told[0]?.plainTextBody).toContain(cause.en);
    expect(told[0]?.translations).toMatchObject({
      en: { subject: told[0]?.subject, plainTextBody: told[0]?.plainTextBody },
      es: { subject: 'Puede venir una tormenta: su batería conserva su carga' },
    });
    const [mail] = mailsIn(sent);
    expect(mail?.content.blocks.at(-1)).toMatchObject({
      link: expect.stringMatching(/#\/user-home\?house=housea$/),
    });
    await world.run(20 * MINUTE, 5 * MINUTE);
    expect(await reading('sis-set-mode')).toBe(OWN.mode);
    expect((await participation()).actions.map(({ phase }) => phase)).toEqual(['during', 'after']);
    // The event goes on, but does not hold it any more.
    expect(await setMode()).toEqual([202, undefined]);

    await asOperator('DELETE');
    expect(await storm()).toBeNull();
    expect((await asOperator('DELETE')).body).toEqual({ until: null, cause: null });
    expect((await subjects()).map(({ subject }) => subject).at(-1)).toBe(
      'No storm any more: your battery may take part again',
    );
    expect((await subjects()).at(-1)?.translations?.['es']?.subject).toBe(
      'Ya no hay tormenta: su batería puede participar de nuevo',
    );
    await world.run(10 * MINUTE, 5 * MINUTE);
    expect(await reading('sis-set-mode')).toBe(OWN.mode);
  });

  test('[T-28] [ERR-1] a storm that is expected before keeps it out with the reason, one that has ended does not', async () => {
    for (const time of [0, -MINUTE, 15 * DAY]) {
      const { status, body } = await asOperator('PUT', { until: after(time) });
      expect([status, body.code]).toEqual([422, 'storm_end_invalid']);
    }
    await asOperator('PUT', { until: after(3 * MINUTE) });
    await begin();
    expect(await storm()).toBeNull();
    expect(await reading('sis-set-mode')).toBe('DISPATCH_BYSITEDEMAND');
  });

  test('[T-28] a storm over the whole event: nothing is sent, and the home reads why', async () => {
    await asOperator('PUT', { until: after(2 * HOUR) });
    await begin();
    expect(await bodies()).toEqual([]);
    const { body } = await app.call('GET', `/api/house/housea/event/${EVENT_ID}/plan`, { token });
    expect(body[0]).toMatchObject({ excluded: { code: 'storm' } });
  });

  test('[T-28] a home is told of a storm by its dashboard only where events would take something out of it', async () => {
    await asOperator('PUT', { until: after(2 * HOUR) });
    expect(await storm()).not.toBeNull();
    const ofBattery = database.db.updateTable('enrolment').where('deviceId', '=', BATTERY.deviceId);
    await ofBattery.set({ state: 'ended' }).execute();
    expect(await storm()).toBeNull();
  });

  test('[T-28] a battery that reports an outage leaves the event, and is told nothing before the grid is back', async () => {
    await begin();
    const before = await bodies();
    world.fleet.fault(BATTERY, { type: 'outage' });
    await world.run(30 * MINUTE, 3 * MINUTE);
    expect(await reading('battery-outage')).toBe(true);
    expect(await bodies()).toEqual(before);
    world.fleet.fault(BATTERY, null);
    await world.run(6 * MINUTE, 3 * MINUTE);
    expect((await bodies()).at(-1)).toEqual({ origin: 'restore', body: OWN });
    expect(await reading('sis-set-mode')).toBe(OWN.mode);
  });
});
