import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { databases } from '../../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';
import type { EventCalls } from '../../testing/events/event-calls.ts';
import { signIn } from '../../testing/test-data.ts';

const SETPOINT = 'thermostat-heat-setpoint';
const ROOM = `event/${ROOM_EVENT}/device/${THERMOSTAT}`;
const WATER = `event/${WATER_EVENT}/device/${HEATER}`;

describe.each(databases)('%s', (_name, open) => {
  const calls = eventCallsPerTest(open);

  /** From ten minutes after the start on, to the time when everything has been put back. */
  const end = async () => {
    calls.app.clock.advance(45 * MINUTE);
    await calls.world.run(24 * MINUTE, 4 * MINUTE);
  };
  const start = async () => {
    await calls.announce();
    await calls.begin();
  };
  const outcomeOf = ({ status, body }: Awaited<ReturnType<EventCalls['post']>>) =>
    body?.code === undefined ? String(status) : `${status} ${body.code}`;
  const reasons = async () =>
    (await calls.db.selectFrom('eventParticipation').select('optOutReason').execute())
      .map(({ optOutReason }) => optOutReason)
      .filter((reason) => reason !== null);

  test('[OPT-1] [T-32] leaving with one device puts it back at once, and opens its controls', async () => {
    await start();
    const heat = {
      type: 'OPERATIONAL',
      kind: 'tstat',
      body: { mode: 'heat', heatSetpoint: 71, coolSetpoint: 78 },
    };
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
    expect(outcomeOf(await calls.post(`device/${THERMOSTAT}/command`, heat))).toBe('409 event_active');

    const answer = await calls.post(`${ROOM}/optout`);
    expect(answer.status).toBe(202);
    expect(answer.body.deviceEventLogs).toEqual([{ deviceId: THERMOSTAT, optout: true, eventEnergy: null }]);
    expect(answer.body.devices[0]).toMatchObject({
      optOut: { cause: 'person', counted: true },
      outcome: 'optedOut',
      returned: 'pending',
    });
    // One round of a node delivers the return and reads the device.
    calls.app.clock.advance(10 * SECOND);
    await calls.world.round();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(70);
    const { body } = await calls.get('dashboard');
    expect(body.leftEvents[0].devices[0]).toMatchObject({ deviceId: THERMOSTAT, returned: 'done' });
    expect(outcomeOf(await calls.post(`device/${THERMOSTAT}/command`, heat))).toBe('202');
    calls.app.clock.advance(10 * SECOND);
    await calls.world.round();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(71);
    await end();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(71);
    // Left with one device, the other stays in its event.
    expect(await calls.world.participation('housea', HEATER, WATER_EVENT)).toMatchObject({
      participation: { optOut: null },
    });
  });

  test('[OPT-1] [T-32] who leaves before the start is not touched at all', async () => {
    await calls.announce();
    expect((await calls.post(`${ROOM}/optout`)).body.devices[0]).toMatchObject({ returned: null });
    await calls.begin();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(70);
    expect((await calls.world.participation('housea', THERMOSTAT)).participation.actions).toEqual([]);
  });

  test('[OPT-1] all devices of the house leave the whole dispatch, which counts once', async () => {
    await start();
    const { status, body } = await calls.post(`event/${WATER_EVENT}/optout`, { reason: 'Guests' });
    expect(status).toBe(202);
    const logs = body.map(({ id, deviceEventLogs }: { id: string; deviceEventLogs: object[] }) => [
      id,
      deviceEventLogs,
    ]);
    const log = (deviceId: string) => [{ deviceId, optout: true, eventEnergy: null }];
    expect(logs).toEqual([
      [ROOM_EVENT, log(THERMOSTAT)],
      [WATER_EVENT, log(HEATER)],
    ]);
    expect(await reasons()).toEqual(['Guests', 'Guests']);
    await calls.world.addEvent('winter-heating', { id: 'later', dispatchId: 'later' });
    await calls.world.run(MINUTE);
    const [later] = await calls.events('?active=false');
    expect(later?.consequence).toEqual({
      code: 'free',
      used: 1,
      free: 2,
      amount: null,
      currency: null,
    });
  });

  test('[T-30] leaving twice, also at the same moment, is one opt-out and one return', async () => {
    await start();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        calls.post(index % 2 === 0 ? `${ROOM}/optout` : `event/${ROOM_EVENT}/optout`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 202));
    const { at } = (await calls.post(`${ROOM}/optout`)).body.devices[0].optOut;
    calls.app.clock.advance(MINUTE);
    expect((await calls.post(`${ROOM}/optout`)).body.devices[0].optOut.at).toBe(at);
    await calls.world.run(MINUTE, 10 * SECOND);
    const restores = await calls.db
      .selectFrom('command')
      .select('deviceId')
      .where('origin', '=', 'restore')
      .orderBy('deviceId')
      .execute();
    expect(restores.map(({ deviceId }) => deviceId)).toEqual([HEATER, THERMOSTAT]);
    const audits = await calls.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'opted-out')
      .execute();
    expect(audits).toHaveLength(2);
  });

  test('[OPT-1] the reason may come later, even after the end, and changes nothing else', async () => {
    await start();
    await calls.post(`${ROOM}/optout`);
    calls.app.clock.advance(HOUR);
    const { participation } = await calls.world.participation('housea', THERMOSTAT);
    expect(outcomeOf(await calls.post(`${ROOM}/optout`, { reason: '  It was cold ' }))).toBe('202');
    expect(await calls.world.participation('housea', THERMOSTAT)).toMatchObject({ participation });
    expect(await reasons()).toEqual(['It was cold']);
  });

  test('[OPT-1] a reason given afterwards takes nothing out that has joined again since', async () => {
    await start();
    const afterwards = { reason: 'guests', afterwards: true };
    await calls.post(`event/${ROOM_EVENT}/optout`);
    calls.app.clock.advance(MINUTE);
    await calls.post(`${ROOM}/rejoin`);
    expect(outcomeOf(await calls.post(`${ROOM}/optout`, afterwards))).toBe('409 not_opted_out');
    // The water heater is still out.
    expect(outcomeOf(await calls.post(`event/${ROOM_EVENT}/optout`, afterwards))).toBe('202');
    expect((await calls.world.participation('housea', THERMOSTAT)).participation.optOut).toBeNull();
    expect(await reasons()).toEqual(['guests']);
    await calls.post(`${WATER}/rejoin`);
    expect(outcomeOf(await calls.post(`event/${ROOM_EVENT}/optout`, afterwards))).toBe('409 not_opted_out');
    expect((await calls.world.participation('housea', HEATER, WATER_EVENT)).participation.optOut).toBeNull();
    expect(await reasons()).toEqual([]);
    const without = { afterwards: true };
    expect(outcomeOf(await calls.post(`${ROOM}/optout`, without))).toBe('400 bad_request');
    expect((await calls.world.participation('housea', THERMOSTAT)).participation.optOut).toBeNull();
  });

  test('[ERR-1] [OPT-1] after the end nobody leaves any more', async () => {
    await start();
    calls.app.clock.advance(HOUR);
    const answer = await calls.post(`${ROOM}/optout`);
    expect(answer.body).toMatchObject({ status: 409, code: 'event_over', title: 'This event is over.' });
    expect(outcomeOf(await calls.post(`event/${ROOM_EVENT}/optout`))).toBe('409 event_over');
    expect(outcomeOf(await calls.post(`${ROOM}/ease`))).toBe('409 event_over');
    expect(outcomeOf(await calls.post(`${ROOM}/rejoin`))).toBe('409 event_over');
  });

  test('[ERR-1] an event that cannot be left says so from its notice on', async () => {
    await calls.announce({ optOutAllowed: false });
    const [event] = await calls.events('?active=false');
    expect(event).toMatchObject({ optOutAllowed: false, consequence: { code: 'not_allowed' } });
    const answer = await calls.app.call('POST', `/api/house/housea/${ROOM}/optout`, {
      token: calls.token(),
      headers: { 'accept-language': 'es' },
    });
    expect(answer.body).toMatchObject({
      status: 409,
      code: 'opt_out_not_allowed',
      title: 'No es posible excluirse de este evento.',
      deviceId: THERMOSTAT,
    });
    expect(outcomeOf(await calls.post(`event/${ROOM_EVENT}/optout`))).toBe('409 opt_out_not_allowed');
  });

  test('[T-4] [OPT-1] a device that is not in the event, a neighbour’s, an unknown event: 404, and nothing is changed', async () => {
    await start();
    const before = await calls.db.selectFrom('eventParticipation').selectAll().execute();
    const neighbour = await signIn(calls.app, 'neighbour');
    for (const act of ['optout', 'ease', 'rejoin']) {
      for (const path of [
        `event/${ROOM_EVENT}/device/${HEATER}`,
        `event/${ROOM_EVENT}/device/housebtstat`,
        `event/nothing/device/${THERMOSTAT}`,
      ]) {
        expect(outcomeOf(await calls.post(`${path}/${act}`)), path).toBe('404 not_found');
      }
      expect(outcomeOf(await calls.post(`${ROOM}/${act}`, undefined, neighbour))).toBe('404 not_found');
      const address = `/api/house/houseb/event/${ROOM_EVENT}/device/${THERMOSTAT}/${act}`;
      expect(outcomeOf(await calls.app.call('POST', address, { token: neighbour }))).toBe('404 not_found');
    }
    expect(outcomeOf(await calls.post('event/nothing/optout'))).toBe('404 not_found');
    expect(await calls.db.selectFrom('eventParticipation').selectAll().execute()).toEqual(before);
  });

  test('[T-4] the event of another provider is none of this house’s', async () => {
    const foreign = await signIn(calls.app, 'foreign');
    await start();
    const path = `/api/house/housec/event/${ROOM_EVENT}`;
    for (const rest of ['optout', 'device/housectstat/optout', 'device/housectstat/rejoin']) {
      expect(outcomeOf(await calls.app.call('POST', `${path}/${rest}`, { token: foreign }))).toBe(
        '404 not_found',
      );
    }
    expect(outcomeOf(await calls.app.call('GET', `${path}/plan`, { token: foreign }))).toBe('404 not_found');
  });

  test('[ERR-1] [OPT-1] an excluded device has nothing to leave, and a house without others no devices', async () => {
    await calls.db.updateTable('house').set({ lifeSupport: true }).where('id', '=', 'housea').execute();
    await calls.announce();
    expect((await calls.post(`${ROOM}/optout`)).body).toMatchObject({
      status: 404,
      code: 'not_in_event',
      title: 'This device is not taking part in the event.',
    });
    expect((await calls.post(`event/${ROOM_EVENT}/optout`)).body).toMatchObject({
      status: 409,
      code: 'no_devices_to_opt_out',
      title: 'There are no devices to opt out.',
    });
  });

  test('[T-6] [T-41] a reason that is empty, too long, no text or not of one line that reads one way, and any other field, is refused', async () => {
    await calls.announce();
    const bodies = [
      { reason: '  ' },
      { reason: 'x'.repeat(501) },
      { reason: 7 },
      { reason: 'Gu\u202Eests' },
      { reason: 'Guests\nand more' },
      { optout: false },
    ];
    for (const body of bodies) {
      expect(outcomeOf(await calls.post(`${ROOM}/optout`, body))).toBe('400 bad_request');
      expect(outcomeOf(await calls.post(`event/${ROOM_EVENT}/optout`, body))).toBe('400 bad_request');
    }
    expect((await calls.world.participation('housea', THERMOSTAT)).participation.optOut).toBeNull();
  });

  test('[OPT-1] joining again within 10 s undoes the opt-out at no cost, and the event goes on', async () => {
    await start();
    await calls.post(`${ROOM}/optout`, { reason: 'By mistake' });
    calls.app.clock.advance(10 * SECOND);
    const { status, body } = await calls.post(`${ROOM}/rejoin`);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      deviceEventLogs: [{ optout: false }],
      devices: [{ optOut: null, returned: null }],
      consequence: { code: 'free', used: 0 },
    });
    expect(await reasons()).toEqual([]);
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
    await end();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(70);
  });

  test('[OPT-1] joining again later is counted, and possible until 15 minutes before the end', async () => {
    await start();
    await calls.post(`${ROOM}/optout`);
    await calls.post(`${WATER}/optout`);
    calls.app.clock.advance(MINUTE);
    expect((await calls.post(`${ROOM}/rejoin`)).body.consequence.code).toBe('counted_already');
    expect(outcomeOf(await calls.post(`${ROOM}/rejoin`))).toBe('409 not_opted_out');
    // Leaving once more and undoing that does not make up for it.
    await calls.post(`${ROOM}/optout`);
    expect((await calls.post(`${ROOM}/rejoin`)).body.consequence.code).toBe('counted_already');
    calls.app.clock.advance(35 * MINUTE);
    expect(outcomeOf(await calls.post(`${WATER}/rejoin`))).toBe('409 too_late_to_join');
  });

  test('[OPT-1] easing halves the shift, once', async () => {
    await start();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
    const [before] = await calls.events('?active=true');
    expect(before?.devices[0]).toMatchObject({ mayEase: true, easesTo: 69 });
    const { status, body } = await calls.post(`${ROOM}/ease`);
    expect(status).toBe(202);
    expect(body.devices[0]).toMatchObject({ eased: true, mayEase: false, easesTo: null, optOut: null });
    const step = (body.devices[0].steps as { phase: string }[]).find(({ phase }) => phase === 'during');
    expect(step).toMatchObject({ command: { heatSetpoint: 69 }, reason: { code: 'event', eased: true } });
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(69);
    // The answer may have been lost: the same again, and no further round.
    const repeated = await calls.post(`${ROOM}/ease`);
    expect(repeated.status).toBe(202);
    expect(repeated.body.devices[0]).toMatchObject({ eased: true, mayEase: false, easesTo: null });
    expect((await calls.world.participation('housea', THERMOSTAT)).participation.round).toBe(2);
    expect(outcomeOf(await calls.post(`${WATER}/ease`))).toBe('409 ease_not_supported');
    await calls.post(`${ROOM}/optout`);
    expect(outcomeOf(await calls.post(`${ROOM}/ease`))).toBe('409 opted_out');
    calls.app.clock.advance(10 * SECOND);
    await calls.world.round();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(70);
  });

  test('[T-30] eased by two people at the same moment, it is eased once', async () => {
    await start();
    const second = await signIn(calls.app, 'second');
    const answers = await Promise.all([
      calls.post(`${ROOM}/ease`),
      calls.post(`${ROOM}/ease`, undefined, second),
    ]);
    expect(answers.map(outcomeOf).toSorted()).toEqual(['202', '202']);
    expect((await calls.world.participation('housea', THERMOSTAT)).participation.round).toBe(2);
    const audits = calls.db.selectFrom('audit').select('id').where('action', '=', 'eased');
    expect(await audits.execute()).toHaveLength(1);
  });

  test('[ERR-1] an event of one degree has nothing to ease', async () => {
    await calls.world.addEvent('winter-heating', { intensity: 1 });
    await calls.world.run(MINUTE);
    expect(outcomeOf(await calls.post(`${ROOM}/ease`))).toBe('409 nothing_to_ease');
  });

  test('[OPT-1] a member leaves, somebody of the provider who may only look does not', async () => {
    await calls.announce();
    const admin = await signIn(calls.app, 'adminOwn');
    expect(outcomeOf(await calls.post(`${ROOM}/optout`, undefined, admin))).toBe('403 access_insufficient');
    expect((await calls.get(`event/${ROOM_EVENT}/plan`, admin)).status).toBe(200);
  });
});
