import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VALVE_WARNING } from '#domain/control/gate/valve-warning.ts';
import { runs } from '#domain/testing/property-runs.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import type { SimulatorLink } from '#simulator/link.ts';
import { between, seededRandom } from '../demo/seeded-random.ts';
import { createJobs } from '../jobs/queue.ts';
import type { JobData, Jobs } from '../jobs/queue.ts';
import type { QueuedMail } from '../notify/enqueue.ts';
import { insertRows } from '../stores/system/demo.ts';
import { listFleet } from '../stores/devices/fleet.ts';
import { ingest } from '../telemetry/ingest.ts';
import { startApp, testKeys } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { accountIdOf, insertTestData, emailOf, signIn, PASSWORD } from '../testing/test-data.ts';
import { deliverCommand } from '../testing/devices/deliver-command.ts';

const RHEEM = '/api/house/housea/device/houseahwh';
/** Its model goes far beyond scalding: what holds it back is ours. */
const TANK = '/api/house/housea/device/houseatank';
const VALVE_ON = { key: 'hwh-mixing-valve', value: true, acknowledged: VALVE_WARNING.version };
const VALVE_OFF = { key: 'hwh-mixing-valve', value: false };

const heat = (setpoint: number) => ({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint } });

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let queue: Jobs;
  let fleet: Fleet;
  let link: SimulatorLink;
  let token: string;
  let isEventActive = false;
  const waiting: { readonly name: string; readonly data: JobData['send-command'] }[] = [];
  const mails: QueuedMail[] = [];

  beforeAll(async () => {
    database = await open();
    queue = createJobs(database.engine, () => {});
    await queue.start();
    const jobs: Jobs = {
      ...queue,
      send: async (tx, name, data) => {
        await queue.send(tx, name, data);
        if ('commandId' in data) waiting.push({ name, data });
        else if ('sealed' in data)
          mails.push(JSON.parse(testKeys.open('message', data.providerId, data.sealed)) as QueuedMail);
      },
    };
    app = await startApp(database.db, { jobs, isEventActive: async () => isEventActive });
    await insertTestData(database.db, app);
    const place = { providerId: 'sunvale', houseId: 'housea' };
    const createdAt = app.clock.now();
    const time = createdAt.toISOString();
    await insertRows(database.db, 'device', [
      {
        ...place,
        id: 'houseatank',
        kind: 'hwh',
        mfg: 'aquanta',
        type: null,
        name: 'Tank',
        uid: null,
        link: 'simulator',
        position: 9,
        createdAt,
      },
    ]);
    const entries = { status: { value: 'ONLINE', time }, 'hwh-set-temperature': { value: 120, time } };
    await insertRows(database.db, 'deviceState', [
      { ...place, deviceId: 'houseatank', entries: JSON.stringify(entries), reportedAt: createdAt },
    ]);
    fleet = createFleet({ devices: await listFleet(database.db), seed: 'test', start: app.clock.now() });
    link = createSimulatorLink({ fleet, clock: app.clock });
  });
  afterAll(async () => {
    await app.close();
    await queue.stop();
    await database.close();
  });
  beforeEach(async () => {
    app.clock.advance(MINUTE);
    token = await signIn(app, 'owner');
    waiting.length = 0;
    mails.length = 0;
    isEventActive = false;
    await report();
  });

  const put = (device: string, { key, ...body }: { key: string; [more: string]: unknown }, as = token) =>
    app.call('PUT', `${device}/setting/${key}`, { token: as, body: { key, ...body } });
  const command = (setpoint: number) => app.call('POST', `${TANK}/command`, { token, body: heat(setpoint) });
  const work = async () => {
    for (const { data } of waiting.splice(0)) {
      await deliverCommand({ db: database.db, clock: app.clock, metrics: app.metrics, link }, data);
    }
  };
  const report = async () => {
    app.clock.advance(10 * SECOND);
    await ingest(
      { db: database.db, clock: app.clock, metrics: app.metrics },
      fleet.readings(app.clock.now()),
    );
  };
  const setpointNow = async () => {
    const { body } = await app.call('GET', `${TANK}/realtime`, { token });
    return body.find(({ key }: { key: string }) => key === 'hwh-set-temperature')?.value;
  };
  const stored = async (device: string, key: string) =>
    (await app.call('GET', `${device}/setting/${key}`, { token })).body.value;
  const audits = () =>
    database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'setting-changed')
      .orderBy('at')
      .execute();

  test('[SET-1] a device gets a new name, and loses it', async () => {
    const named = await app.call('PUT', RHEEM, { token, body: { name: '  Cellar  ' } });
    expect([named.status, named.body.name, named.body.id]).toEqual([200, 'Cellar', 'houseahwh']);
    const nameless = await app.call('PUT', RHEEM, { token, body: { name: null } });
    expect(nameless.body.name).toBeNull();
    const list = await app.call('GET', '/api/house/housea/device', { token });
    expect(list.body.find(({ id }: { id: string }) => id === 'houseahwh').name).toBeNull();
  });

  test.each([
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { name: 'x', mfg: 'nest' },
    { id: 'other' },
  ])('[SET-1] [T-6] a change of %o is refused as a whole', async (body) => {
    const { status, body: problem } = await app.call('PUT', RHEEM, { token, body });
    expect([status, problem.code]).toEqual([400, 'bad_request']);
  });

  test.each(['a\nb', 'a\u202eb', 'a\u200bb'])('[SET-1] the name %j is refused in words', async (name) => {
    const { status, body: problem } = await app.call('PUT', RHEEM, { token, body: { name } });
    expect([status, problem.code, problem.detail]).toEqual([400, 'name_invalid', 'name']);
  });

  test('[SET-2] [SET-3] limits are kept within the model, and a refusal names the device and the range', async () => {
    expect((await put(RHEEM, { key: 'hwh-max-setpoint', value: 130 })).body).toEqual({
      key: 'hwh-max-setpoint',
      value: 130,
    });
    const refused = await put(RHEEM, { key: 'hwh-max-setpoint', value: 141 });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'setpoint_out_of_range',
      detail: 'hwh-max-setpoint: 110 to 140 °F',
      deviceId: 'houseahwh',
    });
    expect(await stored(RHEEM, 'hwh-max-setpoint')).toBe(130);
    expect((await put(RHEEM, { key: 'hwh-min-set-temperature', value: 131 })).body.code).toBe(
      'setpoint_out_of_range',
    );
    expect((await put(RHEEM, { key: 'hwh-max-setpoint', value: null })).status).toBe(200);
    expect(await stored(RHEEM, 'hwh-max-setpoint')).toBeNull();
  });

  test('[SET-2] [CMD-4] the household’s own maximum holds for commands', async () => {
    await put(TANK, { key: 'hwh-max-setpoint', value: 125 });
    expect((await command(126)).body.code).toBe('setpoint_beyond_own_limit');
    await put(TANK, { key: 'hwh-max-setpoint', value: null });
    expect((await command(126)).status).toBe(202);
    await work();
    await report();
  });

  test('[SET-1] read-only settings and another key than the address names are refused', async () => {
    expect((await put(RHEEM, { key: 'sub-brand', value: 'x' })).body.code).toBe('control_locked');
    const two = await app.call('PUT', `${RHEEM}/setting/hwh-max-setpoint`, {
      token,
      body: { key: 'hwh-min-set-temperature', value: 120 },
    });
    expect([two.status, two.body.code]).toEqual([400, 'bad_request']);
    const stranger = await app.call('PUT', `${RHEEM}/setting/hwh-max-setpoint`, {
      token,
      body: { value: 120, deviceId: 'housebhwh' },
    });
    expect(stranger.status).toBe(400);
  });

  test('[CMD-4] during an event the limits wait, and the valve cannot be turned on', async () => {
    isEventActive = true;
    expect((await put(RHEEM, { key: 'hwh-max-setpoint', value: 125 })).body.code).toBe('event_active');
    expect((await put(TANK, VALVE_ON)).body.code).toBe('event_active');
    expect(await stored(TANK, 'hwh-mixing-valve')).toBeNull();
  });

  test('[T-27] true without the confirmed warning changes nothing', async () => {
    for (const acknowledged of [undefined, '2020-01-01']) {
      const answer = await put(TANK, { ...VALVE_ON, acknowledged });
      expect([answer.status, answer.body.code]).toEqual([422, 'acknowledgement_required']);
    }
    expect(await stored(TANK, 'hwh-mixing-valve')).toBeNull();
    expect((await command(155)).body.code).toBe('setpoint_out_of_range');
  });

  test('[T-27] a sign-in older than ten minutes is asked who it is, in both directions', async () => {
    app.clock.advance(10 * MINUTE);
    const answer = await put(TANK, VALVE_ON);
    expect([answer.status, answer.body.code, answer.body.deviceId]).toEqual([
      409,
      'confirm_identity',
      'houseatank',
    ]);
    expect(await stored(TANK, 'hwh-mixing-valve')).toBeNull();
    const fresh = await signIn(app, 'owner');
    expect((await put(TANK, VALVE_ON, fresh)).status).toBe(200);
    expect((await put(TANK, VALVE_OFF)).body.code).toBe('confirm_identity');
    expect((await put(TANK, VALVE_OFF, fresh)).status).toBe(200);
    // Who confirms it is fresh again.
    const confirmed = await app.call('POST', '/api/auth/confirm', { token, body: { password: PASSWORD } });
    expect(confirmed.status).toBe(200);
    token = confirmed.body.token;
    expect((await put(TANK, VALVE_ON)).status).toBe(200);
    expect((await put(TANK, VALVE_OFF)).status).toBe(200);
  });

  test('[T-27] who turned it on, when, and which warning they read is kept', async () => {
    await put(TANK, VALVE_ON);
    const last = (await audits()).at(-1);
    expect(last).toMatchObject({
      accountId: accountIdOf('owner'),
      houseId: 'housea',
      at: app.clock.now(),
      detail: {
        deviceId: 'houseatank',
        key: 'hwh-mixing-valve',
        after: true,
        acknowledged: VALVE_WARNING.version,
      },
    });
    // Every member of the house gets a mail; an admin and a neighbour do not.
    const recipients = ['locked', 'noPassword', 'owner', 'second', 'withTotp'] as const;
    expect(mails.map(({ name, to }) => `${name} ${to}`).toSorted()).toEqual(
      recipients.map((person) => `valveOn ${emailOf(person)}`).toSorted(),
    );
    expect(mails[0]?.values).toEqual({ device: 'Tank', who: 'owner Tester' });
    const before = (await audits()).length;
    expect((await put(TANK, VALVE_ON)).status).toBe(200);
    expect(await audits()).toHaveLength(before);
    await put(TANK, VALVE_OFF);
  });

  test('[T-27] [CMD-4] raised to 155 °F, the water comes down to 140 °F when the valve is turned off', async () => {
    await put(TANK, VALVE_ON);
    expect((await command(161)).status).toBe(422);
    expect((await command(155)).status).toBe(202);
    await work();
    await report();
    expect(await setpointNow()).toBe(155);
    expect((await put(TANK, VALVE_OFF)).status).toBe(200);
    expect(waiting.map(({ name }) => name)).toEqual(['lower-setpoint']);
    await work();
    await report();
    expect(await setpointNow()).toBe(140);
  });

  test('[T-27] [SET-2] a maximum above the ceiling goes with the valve, and does not come back with the next one', async () => {
    await put(TANK, VALVE_ON);
    expect((await put(TANK, { key: 'hwh-max-setpoint', value: 158 })).status).toBe(200);
    await put(TANK, VALVE_OFF);
    expect(await stored(TANK, 'hwh-max-setpoint')).toBe(140);
    await put(TANK, VALVE_ON);
    expect(await stored(TANK, 'hwh-max-setpoint')).toBe(140);
    expect((await command(155)).status).toBe(422);
    await put(TANK, VALVE_OFF);
    await put(TANK, { key: 'hwh-max-setpoint', value: null });
  });

  test('[T-27] a heater that cannot be reached gets the command when it is back, hours later', async () => {
    await put(TANK, VALVE_ON);
    await command(150);
    await work();
    await report();
    const ref = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseatank' };
    fleet.fault(ref, { type: 'offline' });
    await put(TANK, VALVE_OFF);
    const [job] = waiting.splice(0);
    const deliver = async () => {
      if (job)
        await deliverCommand({ db: database.db, clock: app.clock, metrics: app.metrics, link }, job.data);
    };
    await expect(deliver()).rejects.toThrow('does not answer');
    app.clock.advance(6 * 60 * MINUTE);
    fleet.fault(ref, null);
    await deliver();
    await report();
    token = await signIn(app, 'owner');
    expect(await setpointNow()).toBe(140);
  });

  test('[T-27] in whatever order it is turned off, 155 °F asked for and commands delivered, it never ends at 155 °F', async () => {
    const random = seededRandom('valve');
    const ends: unknown[] = [];
    for (let round = 0; round < runs(100); round += 1) {
      if (round % 20 === 0) {
        app.clock.advance(MINUTE);
        token = await signIn(app, 'owner');
      }
      await put(TANK, VALVE_ON);
      const steps = [
        () => command(155),
        () => put(TANK, VALVE_OFF),
        async () => {
          const [job] = waiting.splice(between(random, 0, Math.max(0, waiting.length - 1)), 1);
          if (job)
            await deliverCommand({ db: database.db, clock: app.clock, metrics: app.metrics, link }, job.data);
        },
        report,
      ];
      const order = steps
        .map((step) => ({ step, at: between(random, 0, 1_000_000) }))
        .toSorted((a, b) => a.at - b.at);
      // Side by side where the database can; the queue hands out what is left in the end.
      await Promise.all(order.map(({ step }) => step()));
      await work();
      await report();
      ends.push(await setpointNow());
    }
    expect(ends).toHaveLength(runs(100));
    expect(ends.filter((setpoint) => Number(setpoint) > 140)).toEqual([]);
  });
});
