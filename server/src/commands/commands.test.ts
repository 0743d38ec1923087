import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import type { SimulatorLink } from '#simulator/link.ts';
import type { Db } from '../db/connection.ts';
import { createJobs } from '../jobs/queue.ts';
import type { JobData, Jobs } from '../jobs/queue.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import { expirePage, insertMany } from '../stores/devices/commands.ts';
import { listFleet } from '../stores/devices/fleet.ts';
import { ingest } from '../telemetry/ingest.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { insertTestData, signIn } from '../testing/test-data.ts';
import { asDeclared } from '../testing/access-matrix/declared-errors.ts';
import { deliverCommand } from '../testing/devices/deliver-command.ts';

const HEATER = '/api/house/housea/device/houseahwh';
const THERMOSTAT = '/api/house/housea/device/houseatstat';

const heat = (setpoint: unknown) => ({ type: 'OPERATIONAL', kind: 'hwh', body: { setpoint } });

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let queue: Jobs;
  let fleet: Fleet;
  let link: SimulatorLink;
  let token: string;
  let second: string;
  let isEventActive = false;
  /** Runs where the event lock is asked, inside the transaction of the command. */
  let whenEventIsAsked: (tx: Db) => Promise<void> = async () => {};
  /** What the queue would have worked on; tests say when. */
  const waiting: JobData['send-command'][] = [];

  beforeAll(async () => {
    database = await open();
    queue = createJobs(database.engine, () => {});
    await queue.start();
    const jobs: Jobs = {
      ...queue,
      send: async (tx, name, data) => {
        await queue.send(tx, name, data);
        if (name === 'send-command') waiting.push(data as JobData['send-command']);
      },
    };
    app = await startApp(database.db, {
      jobs,
      isEventActive: async (tx) => {
        await whenEventIsAsked(tx);
        return isEventActive;
      },
    });
    await insertTestData(database.db, app);
    [token, second] = await Promise.all([signIn(app, 'owner'), signIn(app, 'second')]);
    const devices = await listFleet(database.db);
    fleet = createFleet({ devices, seed: 'test', start: app.clock.now() });
    link = createSimulatorLink({ fleet, clock: app.clock });
  });
  afterAll(async () => {
    await app.close();
    await queue.stop();
    await database.close();
  });
  beforeEach(async () => {
    app.clock.advance(MINUTE);
    waiting.length = 0;
    isEventActive = false;
    whenEventIsAsked = async () => {};
    await report();
  });

  const command = (address: string, body: unknown, headers: Record<string, string> = {}, as = token) =>
    asDeclared(
      'POST',
      `${address}/command`,
      app.call('POST', `${address}/command`, { token: as, body, headers }),
    );
  const versionOf = async () => {
    const row = await database.db
      .selectFrom('device')
      .select('version')
      .where('id', '=', 'houseahwh')
      .executeTakeFirstOrThrow();
    return row.version;
  };
  const work = async () => {
    for (const data of waiting.splice(0)) {
      await deliverCommand({ db: database.db, clock: app.clock, metrics: app.metrics, link }, data);
    }
  };
  const report = async () => {
    const readings = fleet.readings(app.clock.now());
    await ingest({ db: database.db, clock: app.clock, metrics: app.metrics }, readings);
  };
  const setMixingValve = async (on: boolean) => {
    await database.db
      .insertInto('deviceSetting')
      .values({
        providerId: 'sunvale',
        houseId: 'housea',
        deviceId: 'houseahwh',
        key: 'hwh-mixing-valve',
        value: JSON.stringify(on),
        updatedAt: app.clock.now(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['providerId', 'houseId', 'deviceId', 'key'])
          .doUpdateSet({ value: JSON.stringify(on) }),
      )
      .execute();
  };

  test('[CMD-1] [REC-1] a command is accepted, sent, obeyed and confirmed by the device', async () => {
    const accepted = await command(HEATER, heat(123));
    expect(accepted.status).toBe(202);
    expect(accepted.body.state).toBe('accepted');
    const status = () => app.call('GET', `${HEATER}/command/${accepted.body.commandId}`, { token });
    await work();
    expect((await status()).body.state).toBe('sent');
    app.clock.advance(10 * SECOND);
    await report();
    expect((await status()).body).toMatchObject({
      state: 'confirmed',
      reason: null,
      body: { setpoint: 123 },
    });
    const realtime = await app.call('GET', `${HEATER}/realtime`, { token });
    expect(realtime.headers['etag']).toBe(`"${accepted.body.version}"`);
    const entry = realtime.body.find(({ key }: { key: string }) => key === 'hwh-set-temperature');
    expect(entry.value).toBe(123);
  });

  test.each([
    ['141 without a valve', heat(141)],
    ['185', heat(185)],
    ['140.4', heat(140.4)],
    ['a text', heat('140')],
    ['null', heat(null)],
    ['a thousand', heat(1e3)],
    ['minus zero', '{"type":"OPERATIONAL","kind":"hwh","body":{"setpoint":-0}}'],
    ['a field nobody knows', { ...heat(120), force: true }],
    ['another kind', { ...heat(120), kind: 'tstat' }],
    ['a mode of another maker', { type: 'OPERATIONAL', kind: 'hwh', body: { mode: 'LEARNING' } }],
    ['nothing', { type: 'OPERATIONAL', kind: 'hwh', body: {} }],
  ])('[CMD-4] [T-26] %s is refused, names the device and changes nothing', async (_what, body) => {
    const before = await versionOf();
    const answer = await command(HEATER, body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(422);
    expect(answer.body.deviceId).toBe('houseahwh');
    expect(await versionOf()).toBe(before);
    expect(waiting).toEqual([]);
  });

  test('[T-26] [T-27] a valve that is turned off between acceptance and delivery stops a command above 140', async () => {
    const { db } = database;
    await db
      .updateTable('device')
      .set({ type: null, mfg: 'aquanta' })
      .where('id', '=', 'houseahwh')
      .execute();
    await setMixingValve(true);
    expect((await command(HEATER, heat(161))).status).toBe(422);
    const accepted = await command(HEATER, heat(155));
    expect(accepted.status).toBe(202);
    await setMixingValve(false);
    await work();
    const status = await app.call('GET', `${HEATER}/command/${accepted.body.commandId}`, { token });
    expect(status.body).toMatchObject({ state: 'failed', reason: 'setpoint_out_of_range' });
    await db
      .updateTable('device')
      .set({ type: 'Heat Pump Water Heater Gen 5', mfg: 'rheem' })
      .where('id', '=', 'houseahwh')
      .execute();
  });

  test('[T-29] 21 sent as °F to a thermostat is refused', async () => {
    const body = { type: 'OPERATIONAL', kind: 'tstat', body: { coolSetpoint: 21 } };
    expect((await command(THERMOSTAT, body)).body.code).toBe('setpoint_out_of_range');
  });

  test('[T-30] twenty at once with one key make one command; the same answer comes again an hour later', async () => {
    const before = await versionOf();
    const headers = { 'idempotency-key': 'twenty' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => command(HEATER, heat(119), headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.commandId)).size).toBe(1);
    expect(await versionOf()).toBe(before + 1);
    expect(waiting).toHaveLength(1);
    app.clock.advance(HOUR);
    const replay = await command(HEATER, heat(119), headers);
    expect([replay.status, replay.body]).toEqual([202, answers[0]?.body]);
    expect(waiting).toHaveLength(1);
    const other = await command(HEATER, heat(118), headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('[T-31] of two people who saw the same version the second is told, and nothing of hers is done', async () => {
    const seen = { 'if-match': `"${await versionOf()}"` };
    const [first, late] = [
      await command(HEATER, heat(121), seen),
      await command(HEATER, heat(125), seen, second),
    ];
    expect(first.status).toBe(202);
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict']);
    await work();
    app.clock.advance(10 * SECOND);
    await report();
    const realtime = await app.call('GET', `${HEATER}/realtime`, { token });
    const entry = realtime.body.find(({ key }: { key: string }) => key === 'hwh-set-temperature');
    expect(entry.value).toBe(121);
  });

  const HEATER_REF = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
  const statusOf = async ({ body }: { body: { commandId: string } }) => {
    const status = await app.call('GET', `${HEATER}/command/${body.commandId}`, { token });
    return [status.body.state, status.body.reason];
  };
  const setpoint = async () => {
    const realtime = await app.call('GET', `${HEATER}/realtime`, { token });
    return realtime.body.find(({ key }: { key: string }) => key === 'hwh-set-temperature').value;
  };

  test('[T-31] a command that was not handed over yet is confirmed by no reading, and the last wish wins', async () => {
    await command(HEATER, heat(120));
    await work();
    app.clock.advance(2 * SECOND);
    await report();
    fleet.fault(HEATER_REF, { type: 'slow', seconds: 30 });
    await command(HEATER, heat(135));
    await work();
    app.clock.advance(5 * SECOND);
    const back = await command(HEATER, heat(120));
    app.clock.advance(SECOND);
    // The device still shows what it had before either.
    await report();
    expect(await statusOf(back)).toEqual(['accepted', null]);
    await work();
    app.clock.advance(40 * SECOND);
    await report();
    fleet.fault(HEATER_REF, null);
    expect(await setpoint()).toBe(120);
    expect(await statusOf(back)).toEqual(['confirmed', null]);
  });

  test('[T-30] a command whose answer got lost is handed over once and confirmed', async () => {
    const accepted = await command(HEATER, heat(126));
    const [data] = waiting.splice(0);
    const lossy: SimulatorLink = {
      ...link,
      send: async (outgoing) => {
        await link.send(outgoing);
        throw new Error('the answer got lost');
      },
    };
    const deps = { db: database.db, clock: app.clock, metrics: app.metrics };
    const deliver = (through: SimulatorLink) =>
      data ? deliverCommand({ ...deps, link: through }, data) : Promise.resolve();
    await expect(deliver(lossy)).rejects.toThrow('the answer got lost');
    await deliver(link);
    app.clock.advance(10 * SECOND);
    await report();
    expect(await setpoint()).toBe(126);
    expect(await statusOf(accepted)).toEqual(['confirmed', null]);
  });

  test('[T-31] on data older than 3 minutes nobody may decide', async () => {
    app.clock.advance(180 * SECOND);
    expect((await command(HEATER, heat(122))).status).toBe(202);
    app.clock.advance(SECOND);
    const late = await command(HEATER, heat(123));
    expect([late.status, late.body.code]).toEqual([409, 'readings_old']);
  });

  test('[T-31] a version is read in every way it may be written, and never passed over', async () => {
    const version = await versionOf();
    for (const seen of ['W/"0"', ' "0" ']) {
      const answer = await command(HEATER, heat(121), { 'if-match': seen });
      expect([answer.status, answer.body.code], seen).toEqual([409, 'version_conflict']);
    }
    for (const unreadable of ['2', '"2", "1"', '"abc"', '"-1"', '"0000000000000001"', '""']) {
      const answer = await command(HEATER, heat(121), { 'if-match': unreadable });
      expect([answer.status, answer.body.code], unreadable).toEqual([400, 'bad_request']);
    }
    expect(await versionOf()).toBe(version);
    expect((await command(HEATER, heat(121), { 'if-match': `W/"${version}"` })).status).toBe(202);
    expect((await command(HEATER, heat(122), { 'if-match': '*' })).status).toBe(202);
  });

  test('[T-35] a command that a wrong clock accepted in the future does not stay open', async () => {
    const accepted = await command(HEATER, heat(127));
    expect(accepted.status).toBe(202);
    waiting.length = 0;
    await expirePage(database.db, new Date(app.clock.now().getTime() - MINUTE), 10);
    const stateOf = async () =>
      (await app.call('GET', `${HEATER}/command/${accepted.body.commandId}`, { token })).body.state;
    expect(await stateOf()).toBe('accepted');
    await expirePage(database.db, new Date(app.clock.now().getTime() - HOUR), 10);
    expect(await stateOf()).toBe('expired');
  });

  test('[T-33] a command that could not be delivered in time is never delivered, and says so', async () => {
    const ref = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' };
    const accepted = await command(HEATER, heat(128));
    fleet.fault(ref, { type: 'offline' });
    const [data] = waiting;
    await expect(work()).rejects.toThrow(/./);
    app.clock.advance(3 * HOUR);
    fleet.fault(ref, null);
    if (data) await deliverCommand({ db: database.db, clock: app.clock, metrics: app.metrics, link }, data);
    await expirePage(database.db, app.clock.now(), 10);
    const status = await app.call('GET', `${HEATER}/command/${accepted.body.commandId}`, { token });
    expect(status.body.state).toBe('expired');
    await report();
    const realtime = await app.call('GET', `${HEATER}/realtime`, { token });
    const entry = realtime.body.find(({ key }: { key: string }) => key === 'hwh-set-temperature');
    expect(entry.value).not.toBe(128);
  });

  test('[CMD-4] [T-32] while an event runs a person’s command is refused', async () => {
    isEventActive = true;
    const answer = await command(HEATER, heat(120));
    expect([answer.status, answer.body.code]).toEqual([409, 'event_active']);
  });

  test('[T-32] whether an event runs is read in the transaction of the command', async () => {
    whenEventIsAsked = async (tx) => {
      // Reads what only this transaction sees, and waits for no other connection.
      await tx.updateTable('device').set({ name: 'asked' }).where('id', '=', 'houseahwh').execute();
    };
    isEventActive = true;
    const nameOf = async () => (await app.call('GET', HEATER, { token })).body.name as string | null;
    const before = await nameOf();
    expect((await command(HEATER, heat(120))).status).toBe(409);
    expect(await nameOf()).toBe(before);
    isEventActive = false;
    expect((await command(HEATER, heat(120))).status).toBe(202);
    expect(await nameOf()).toBe('asked');
  });

  test('[T-34] a view-only or notice-only maker refuses every command of a person', async () => {
    const { db } = database;
    for (const mfg of ['amazon', 'mysa', 'ecobee', 'nest']) {
      await db.updateTable('device').set({ mfg }).where('id', '=', 'houseatstat').execute();
      const body = { type: 'OPERATIONAL', kind: 'tstat', body: { coolSetpoint: 75 } };
      const answer = await command(THERMOSTAT, body);
      expect([answer.status, answer.body.code], mfg).toEqual([422, 'view_only']);
    }
    await db.updateTable('device').set({ mfg: 'honeywell' }).where('id', '=', 'houseatstat').execute();
  });

  test('[T-34] the command of an event is delivered to a notice-only maker, within its range only', async () => {
    const { db } = database;
    const house = { providerId: 'sunvale', houseId: 'housea' };
    const scope = systemHouseScope(house);
    await db.updateTable('device').set({ mfg: 'ecobee' }).where('id', '=', 'houseatstat').execute();
    const deliver = async (id: string, coolSetpoint: number) => {
      const { version } = await db
        .selectFrom('device')
        .select('version')
        .where('id', '=', 'houseatstat')
        .executeTakeFirstOrThrow();
      const command = {
        scope,
        id,
        deviceId: 'houseatstat',
        accountId: null,
        origin: 'event',
        command: { type: 'OPERATIONAL', kind: 'tstat', body: { coolSetpoint } },
        version: version + 1,
        acceptedAt: app.clock.now(),
        expiresAt: new Date(app.clock.now().getTime() + MINUTE),
        holdUntil: null,
        eventId: null,
        because: null,
      } as const;
      await insertMany(db, [command]);
      // A reading of the very moment at which it is sent would count as one after it.
      app.clock.advance(SECOND);
      const deps = { db, clock: app.clock, metrics: app.metrics, link };
      await deliverCommand(deps, { ...house, commandId: id });
      const { body } = await app.call('GET', `${THERMOSTAT}/command/${id}`, { token });
      return [body.state, body.reason];
    };
    expect(await deliver('event-1', 78)).toEqual(['sent', null]);
    expect(await deliver('event-2', 95)).toEqual(['failed', 'setpoint_out_of_range']);
    await db.updateTable('device').set({ mfg: 'honeywell' }).where('id', '=', 'houseatstat').execute();
  });

  test('a late or repeated reading never replaces a newer one', async () => {
    const ref = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseatstat' };
    app.clock.advance(MINUTE);
    const at = (seconds: number) => new Date(app.clock.now().getTime() - seconds * SECOND);
    const reading = (seconds: number, value: number) => ({
      ...ref,
      time: at(seconds),
      values: { 'thermostat-actual-temperature': value },
    });
    const deps = { db: database.db, clock: app.clock, metrics: app.metrics };
    await ingest(deps, [reading(5, 70), reading(1, 72), reading(5, 70)]);
    await ingest(deps, [reading(30, 60)]);
    await ingest(deps, [{ ...reading(0, Number.NaN) }, { ...reading(0, 71), deviceId: 'nobody' }]);
    const realtime = await app.call('GET', `${THERMOSTAT}/realtime`, { token });
    const entry = realtime.body.find(({ key }: { key: string }) => key === 'thermostat-actual-temperature');
    expect(entry).toMatchObject({ value: 72, time: at(1).toISOString() });
  });
});
