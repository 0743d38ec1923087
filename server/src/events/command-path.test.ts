import { beforeEach, describe, expect, test } from 'vitest';
import { optOut } from '#domain/events/people/people.ts';
import type { DeviceLink, Outgoing } from '#domain/ports/device-link.ts';
import { DeviceUnreachable } from '#domain/ports/link-failure.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import { deliverCommands } from '../commands/deliver-commands.ts';
import { expireCommands } from '../commands/expire-commands.ts';
import { runSchedules } from '../commands/run-schedules.ts';
import type { CommandJob } from '../jobs/queue.ts';
import { addMs } from '../lib/clock/clock.ts';
import { ingest } from '../telemetry/ingest.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { databases, reuseDatabase } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { eventDelivery } from '../testing/events/event-delivery.ts';
import { createEventWorld, EVENT_ID } from '../testing/events/event-world.ts';
import type { EventWorld } from '../testing/events/event-world.ts';
import { accountIdOf, insertTestData, signIn } from '../testing/test-data.ts';
import { changeParticipations } from '#domain/events/engine/carry-out.ts';
import { createEnginePorts, createEngineTx } from './engine-ports.ts';
import { createEventHooks } from './event-hooks.ts';
import { carryOnEvents, lookAtDevices } from '../testing/events/run-loops.ts';
import { observeReadings } from '#domain/events/engine/observe.ts';

const HEATER = { providerId: 'sunvale', houseId: 'housea', deviceId: 'houseahwh' } as const;
const PATH = '/api/house/housea/device/houseahwh';
/** What the event lowers the water to. */
const LOWERED = 110;
/** Who is told what happens in the home of the heater. */
const HOUSEHOLD = (['locked', 'noPassword', 'owner', 'second', 'withTotp'] as const)
  .map(accountIdOf)
  .toSorted();

describe.each(databases)('%s', (_name, open) => {
  const openEmpty = reuseDatabase(open);
  let database: TestDatabase;
  let app: TestApp;
  let world: EventWorld;
  let link: DeviceLink;
  let token: string;
  let queue: ReturnType<typeof createRecordingJobs>;
  let sendings: Outgoing[];

  beforeEach(async () => {
    database = await openEmpty();
    queue = createRecordingJobs();
    app = await startApp(database.db, { jobs: queue.jobs });
    await insertTestData(database.db, app);
    await database.db.deleteFrom('activeSchedule').execute();
    world = await createEventWorld(database.db, app, queue);
    await world.round();
    token = await signIn(app, 'owner');
    sendings = [];
    const simulated = createSimulatorLink({ fleet: world.fleet, clock: app.clock });
    link = {
      ...simulated,
      send: (outgoing) => {
        sendings.push(outgoing);
        return simulated.send(outgoing);
      },
    };
    return async () => {
      await app.close();
      await database.close();
    };
  });

  const inMinutes = (minutes: number) => app.clock.now().getTime() + minutes * MINUTE;
  const addEvent = () => world.addEvent('water-heater', { startTime: inMinutes(5), endTime: inMinutes(35) });
  const participation = async () => (await world.participation('housea', 'houseahwh')).participation;
  const actions = async () =>
    (await participation()).actions.map(({ phase, state, reason }) =>
      reason === null ? `${phase} ${state}` : `${phase} ${state} ${reason.code}`,
    );
  const setpoint = async (): Promise<unknown> => {
    const answer = await app.call('GET', `${PATH}/data/hwh-set-temperature`, { token });
    return answer.body.value;
  };
  const command = (value: number) =>
    app.call('POST', `${PATH}/command`, {
      token,
      body: { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint: value } },
    });
  const leave = () =>
    database.db.transaction().execute((tx) =>
      changeParticipations(createEngineTx(tx, world.deps), [{ ...HEATER, eventId: EVENT_ID }], (one, now) => {
        const change = optOut(one.event, one.participation, 'person', now);
        if ('refused' in change) throw new Error(change.refused.code);
        return change.changed;
      }),
    );
  const takeJobs = () => queue.sent.splice(0) as CommandJob[];
  const ownJobs = async (): Promise<CommandJob[]> => {
    const rows = await database.db
      .selectFrom('command')
      .select('id')
      .where('deviceId', '=', HEATER.deviceId)
      .execute();
    return takeJobs().filter(({ commandId }) => rows.some(({ id }) => id === commandId));
  };
  const deps = () => ({ db: database.db, clock: app.clock, metrics: app.metrics, eventDelivery });
  const deliver = (jobs: readonly CommandJob[], through = link) =>
    deliverCommands({ ...deps(), linkOf: () => through }, jobs);
  const commands = async () =>
    database.db
      .selectFrom('command')
      .select(['origin', 'state', 'reason', 'deliveredAt'])
      .where('deviceId', '=', HEATER.deviceId)
      .where('eventId', '=', EVENT_ID)
      .orderBy('version')
      .execute();
  /** Who was told that a device was changed at the wall, once per message. */
  const wallMessages = async () =>
    (
      await database.db
        .selectFrom('message')
        .select('accountId')
        .where('dedupeKey', 'like', '%/wall/%')
        .orderBy('accountId')
        .execute()
    ).map(({ accountId }) => accountId);
  /** Until the step of the device is decided and its command waits for delivery; the job of it. */
  const untilStepIsSent = async (): Promise<CommandJob[]> => {
    await addEvent();
    await world.run(4 * MINUTE);
    app.clock.advance(3 * MINUTE);
    await carryOnEvents(world.deps);
    await lookAtDevices(world.deps);
    const jobs = await ownJobs();
    expect(jobs).toHaveLength(1);
    expect(await actions()).toEqual(['during sent']);
    return jobs;
  };

  test('[T-32] a step that waits for delivery when its device is opted out does not go out, and the return does', async () => {
    const before = await setpoint();
    const step = await untilStepIsSent();
    await leave();
    const back = await ownJobs();
    expect(back).toHaveLength(1);
    expect(await deliver([...step, ...back])).toEqual([null, null]);
    expect(sendings.map(({ commandId }) => commandId)).toEqual(back.map(({ commandId }) => commandId));
    expect(await commands()).toMatchObject([
      { origin: 'event', state: 'failed', reason: 'superseded', deliveredAt: null },
      { origin: 'restore', state: 'sent', deliveredAt: app.clock.now() },
    ]);
    expect(await actions()).toEqual(['during dropped superseded', 'after delivered']);
    await world.run(40 * MINUTE, 5 * MINUTE);
    expect(await setpoint()).toBe(before);
    expect(await actions()).toEqual(['during dropped superseded', 'after confirmed']);
  });

  test.each([
    ['before the device has it', true],
    ['after the device has it', false],
  ])('[T-32] an opt-out while the step is being delivered, %s: a return follows', async (_when, isEarly) => {
    const before = await setpoint();
    const step = await untilStepIsSent();
    const racing: DeviceLink = {
      ...link,
      send: async (outgoing) => {
        if (!isEarly) {
          const answer = await link.send(outgoing);
          await leave();
          return answer;
        }
        await leave();
        // Its return overtakes it.
        await deliver(await ownJobs());
        return link.send(outgoing);
      },
    };
    expect(await deliver(step, racing)).toEqual([null]);
    await deliver(await ownJobs());
    await world.run(10 * SECOND);
    await world.run(40 * MINUTE, 5 * MINUTE);
    expect(await setpoint()).toBe(before);
    const [during, after] = await actions();
    expect(during).toBe(isEarly ? 'during dropped superseded' : 'during delivered');
    expect(after).toBe('after confirmed');
    expect((await commands()).map(({ origin }) => origin)).toEqual(['event', 'restore']);
  });

  test('[T-30] two nodes make one command of a step, and a job that both of them have moves the device once', async () => {
    await addEvent();
    await world.run(4 * MINUTE);
    app.clock.advance(3 * MINUTE);
    await Promise.all([carryOnEvents(world.deps), carryOnEvents(world.deps)]);
    await Promise.all([lookAtDevices(world.deps), lookAtDevices(world.deps), lookAtDevices(world.deps)]);
    const step = await ownJobs();
    expect(step).toHaveLength(1);
    await Promise.all([deliver(step), deliver(step)]);
    await deliver(step);
    expect(await actions()).toEqual(['during delivered']);
    expect(await commands()).toMatchObject([{ origin: 'event', state: 'sent' }]);
    app.clock.advance(SECOND);
    await world.round();
    expect(await actions()).toEqual(['during confirmed']);
    expect(await setpoint()).toBe(LOWERED);
  });

  test('[T-30] a node that has read a step before another one delivered it neither sends it nor ends it', async () => {
    const step = await untilStepIsSent();
    const late: typeof eventDelivery = {
      ...eventDelivery,
      load: async (...given) => {
        await deliver(step);
        return eventDelivery.load(...given);
      },
    };
    await deliverCommands({ ...deps(), eventDelivery: late, linkOf: () => link }, step);
    expect(sendings).toHaveLength(1);
    expect(await actions()).toEqual(['during delivered']);
    expect(await commands()).toMatchObject([{ state: 'sent', reason: null }]);
  });

  test('[T-33] a step that its maker does not take until it ends expires, and is never sent late', async () => {
    const step = await untilStepIsSent();
    const down: DeviceLink = { ...link, send: () => Promise.reject(new DeviceUnreachable('offline')) };
    expect(await deliver(step, down)).toEqual([expect.any(DeviceUnreachable)]);
    app.clock.advance(20 * MINUTE);
    await expireCommands({ ...deps(), isStopped: () => false });
    expect(await actions()).toEqual(['during sent']);
    app.clock.advance(15 * MINUTE);
    await expireCommands({ ...deps(), isStopped: () => false });
    expect(await actions()).toEqual(['during expired']);
    expect(await deliver(step)).toEqual([null]);
    expect(sendings).toEqual([]);
  });

  test('[T-32] while an event runs, commands of people are refused; before it and while it returns they are accepted', async () => {
    await addEvent();
    await world.run(2 * MINUTE);
    expect((await command(125)).status).toBe(202);
    await world.run(6 * MINUTE);
    expect(await setpoint()).toBe(LOWERED);
    const refused = await command(121);
    expect([refused.status, refused.body.code]).toEqual([409, 'event_active']);
    await world.run(26 * MINUTE, 2 * MINUTE);
    app.clock.advance(MINUTE);
    await world.round();
    expect((await command(122)).status).toBe(202);
    await world.run(10 * SECOND);
    await world.run(45 * MINUTE, 5 * MINUTE);
    expect(await setpoint()).toBe(122);
    expect((await actions()).at(-1)).toBe('after dropped acted_since');
  });

  test('a return that a newer command overtakes is decided again, and gives way to it', async () => {
    await untilStepIsSent().then(deliver);
    app.clock.advance(SECOND);
    await world.round();
    await leave();
    const back = await ownJobs();
    expect((await command(123)).status).toBe(202);
    const person = await ownJobs();
    await deliver(person);
    await deliver(back);
    expect((await commands()).at(-1)).toMatchObject({
      origin: 'restore',
      state: 'failed',
      reason: 'superseded',
    });
    expect((await actions()).at(-1)).toBe('after open');
    await lookAtDevices(world.deps);
    expect((await actions()).at(-1)).toBe('after dropped acted_since');
    app.clock.advance(10 * SECOND);
    await world.round();
    expect(await setpoint()).toBe(123);
  });

  test('a step of the schedule that falls due during the event is not sent, and the return makes up for it', async () => {
    await addEvent();
    await world.run(10 * MINUTE, 2 * MINUTE);
    expect(await setpoint()).toBe(LOWERED);
    const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day }));
    const events = [{ DayOfWeek: everyDay, timeOfDay: 6, command: { mode: null, setpoint: 133 } }];
    await database.db
      .updateTable('deviceSchedule')
      .set({ events: JSON.stringify(events) })
      .where('uid', '=', 'houseaplan')
      .execute();
    await database.db
      .insertInto('activeSchedule')
      .values({ ...HEATER, uid: 'houseaplan', nextAt: app.clock.now() })
      .execute();
    const eventHooks = createEventHooks(app.clock);
    expect(await runSchedules({ ...world.deps, eventHooks })).toBe(1);
    expect(await ownJobs()).toEqual([]);
    expect((await participation()).scheduleSkippedAt).toBe(app.clock.now().getTime());
    await world.run(70 * MINUTE, 5 * MINUTE);
    expect(await setpoint()).toBe(133);
    expect(await participation()).toMatchObject({ scheduleSkippedAt: null });
    // Afterwards it runs as ever.
    await database.db.updateTable('activeSchedule').set({ nextAt: app.clock.now() }).execute();
    await runSchedules({ ...world.deps, eventHooks });
    expect(await ownJobs()).toHaveLength(1);
  });

  test('[SCHED-1] a schedule that is changed by the call during the event counts in the return', async () => {
    await addEvent();
    await world.run(10 * MINUTE, 2 * MINUTE);
    const events = (setpoint: number) => [
      {
        DayOfWeek: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day })),
        timeOfDay: 6,
        command: { mode: null, setpoint },
      },
    ];
    await database.db
      .updateTable('deviceSchedule')
      .set({ events: JSON.stringify(events(120)) })
      .where('uid', '=', 'houseaplan')
      .execute();
    await database.db
      .insertInto('activeSchedule')
      .values({ ...HEATER, uid: 'houseaplan', nextAt: null })
      .execute();
    const answer = await app.call('PUT', '/api/house/housea/device-schedule/houseaplan', {
      token,
      body: { name: 'Plan', Event: events(134) },
    });
    expect(answer.status).toBe(200);
    expect(await runSchedules({ ...world.deps, eventHooks: createEventHooks(app.clock) })).toBe(1);
    expect(await ownJobs()).toEqual([]);
    expect(await setpoint()).toBe(LOWERED);
    await world.run(70 * MINUTE, 5 * MINUTE);
    expect(await setpoint()).toBe(134);
  });

  test('a change at the wall takes the device out of the event, without a return, and its people are told once', async () => {
    await addEvent();
    await world.run(10 * MINUTE, 2 * MINUTE);
    expect(await actions()).toEqual(['during confirmed']);
    world.fleet.setAtDevice(HEATER, { setpoint: 127 }, app.clock.now());
    await world.run(6 * MINUTE, 2 * MINUTE);
    expect((await participation()).optOut).toMatchObject({ cause: 'wall' });
    expect(await wallMessages()).toEqual(HOUSEHOLD);
    await world.run(70 * MINUTE, 5 * MINUTE);
    expect(await setpoint()).toBe(127);
    expect(await actions()).toEqual(['during confirmed', 'after dropped wall_change']);
    expect((await commands()).map(({ origin }) => origin)).toEqual(['event']);
    expect(await wallMessages()).toEqual(HOUSEHOLD);
  });

  test("[T-28] a person's command while the room is pre-heated ends that; the event and its return start from it", async () => {
    const THERMOSTAT = { ...HEATER, deviceId: 'houseatstat' } as const;
    const heat = async (): Promise<unknown> => {
      const path = '/api/house/housea/device/houseatstat/data/thermostat-heat-setpoint';
      return (await app.call('GET', path, { token })).body.value;
    };
    const body = { mode: 'heat', fanMode: 'auto', heatSetpoint: 68, coolSetpoint: 78 } as const;
    world.fleet.setAtDevice(THERMOSTAT, body, app.clock.now());
    await world.run(10 * SECOND);
    await world.addEvent('winter-heating', { startTime: inMinutes(130), endTime: inMinutes(160) });
    await world.run(80 * MINUTE, 5 * MINUTE);
    expect(await heat()).toBe(70);
    const answer = await app.call('POST', '/api/house/housea/device/houseatstat/command', {
      token,
      body: { type: 'OPERATIONAL', kind: 'tstat', body: { ...body, heatSetpoint: 66 } },
    });
    expect(answer.status).toBe(202);
    await world.run(10 * SECOND);
    const { participation: prepared } = await world.participation('housea', 'houseatstat');
    expect(prepared).toMatchObject({ preparationCancelled: true, optOut: null });
    await world.run(40 * MINUTE, 5 * MINUTE);
    expect(await heat()).toBe(66);
    // Three degrees lower would be below the floor that no event crosses.
    await world.run(15 * MINUTE, 5 * MINUTE);
    expect(await heat()).toBe(64);
    await world.run(50 * MINUTE, 5 * MINUTE);
    expect(await heat()).toBe(66);
  });

  test('what a device did by itself is explained in its activity, and so is the command', async () => {
    const before = await setpoint();
    await addEvent();
    const until = new Date(inMinutes(35)).toISOString();
    await world.run(75 * MINUTE, 2 * MINUTE);
    await world.run(3 * MINUTE);
    token = await signIn(app, 'owner');
    expect((await command(126)).status).toBe(202);
    await world.run(10 * SECOND);
    const { body } = await app.call('GET', `${PATH}/activity`, { token });
    const changes = (body as { key: string }[]).filter(({ key }) => key === 'hwh-set-temperature');
    expect(changes).toEqual([
      {
        key: 'hwh-set-temperature',
        time: expect.any(String),
        value: 126,
        origin: 'person',
        because: null,
      },
      expect.objectContaining({ value: before, origin: 'restore', because: { code: 'return', after: null } }),
      expect.objectContaining({
        value: LOWERED,
        origin: 'event',
        because: { code: 'event', until, eased: false, again: false, exports: false },
      }),
    ]);
    const sent = await database.db
      .selectFrom('command')
      .select('id')
      .where('eventId', '=', EVENT_ID)
      .where('deviceId', '=', HEATER.deviceId)
      .where('origin', '=', 'event')
      .executeTakeFirstOrThrow();
    const status = await app.call('GET', `${PATH}/command/${sent.id}`, { token });
    expect(status.body).toMatchObject({ origin: 'event', because: { code: 'event', until, eased: false } });
  });

  test('a step that was overtaken by its return before a reading confirmed it is explained in the activity', async () => {
    const step = await untilStepIsSent();
    const seen = { ...HEATER, time: app.clock.now() };
    await deliver(step);
    app.clock.advance(SECOND);
    await leave();
    await deliver(await ownJobs());
    await world.run(20 * SECOND);
    // A reading of the step that comes late.
    await ingest(deps(), [
      { ...seen, time: addMs(seen.time, SECOND / 2), values: { 'hwh-set-temperature': LOWERED } },
    ]);
    expect(await commands()).toMatchObject([
      { origin: 'event', state: 'failed', reason: 'superseded', deliveredAt: expect.any(Date) },
      { origin: 'restore', state: 'confirmed' },
    ]);
    token = await signIn(app, 'owner');
    const { body } = await app.call('GET', `${PATH}/activity`, { token });
    const changes = (body as { key: string }[]).filter(({ key }) => key === 'hwh-set-temperature');
    expect(changes).toMatchObject([
      { origin: 'restore', because: { code: 'return' } },
      { value: LOWERED, origin: 'event', because: { code: 'event' } },
    ]);
  });

  test('readings of devices that no event has sent anything to cost one statement, for all of them', async () => {
    await addEvent();
    await world.round();
    let statements = 0;
    const executor = database.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (...query) => {
      statements += 1;
      return execute(...query);
    };
    const devices = ['housea', 'houseb'].flatMap((houseId) =>
      ['tstat', 'hwh'].map((kind) => ({ providerId: 'sunvale', houseId, deviceId: `${houseId}${kind}` })),
    );
    await observeReadings(createEnginePorts(world.deps), devices);
    executor.executeQuery = execute;
    expect(statements).toBe(1);
  });
});
