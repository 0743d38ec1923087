import { describe, expect, test } from 'vitest';
import type { HouseEvent } from '#contract/entities/event.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { createEventHooks } from '../../events/event-hooks.ts';
import { importActs } from '../../routes/import-acts.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { testKeys } from '../../testing/app.ts';
import { openSession } from '../../testing/auth/sessions.ts';
import { databases } from '../../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';
import { csv, NONE } from '../../testing/import-calls.ts';
import { OWNER_PARAMS, endpointRows, urlOf } from '../../testing/access-matrix/calls.ts';
import { accountIdOf } from '../../testing/test-data.ts';
import { runImport } from './run-import.ts';

const HOMES = 'premise_id,account_number,status,life_support';

describe.each(databases)('households that end on %s', (_name, open) => {
  const calls = eventCallsPerTest(open);

  const callAs = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const token = await openSession(calls.db, calls.app, 'operator');
    const headers = typeof body === 'string' ? { 'content-type': 'text/csv' } : {};
    return calls.app.call(method, `/api/operator/import${path}`, { token, body, headers });
  };
  const upload = async (kind: string, lines: readonly string[], full = false) => {
    const { body } = await callAs('POST', `?kind=${kind}&full=${full}`, csv(...lines));
    return body;
  };
  const run = async (id: string) => {
    const deps = {
      ...calls.world.deps,
      keys: testKeys,
      providers: calls.app.providers,
      eventHooks: createEventHooks(calls.app.clock),
      publicUrl: () => 'https://portal.example/',
    };
    await runImport({ ...deps, acts: importActs(deps) }, { providerId: 'sunvale', id });
    return (await callAs('GET', `/${id}`)).body;
  };
  const apply = async (id: string, confirmed: object = { confirmMoved: true, confirmMissing: true }) => {
    const answer = await callAs('POST', `/${id}/apply`, confirmed);
    return answer.status === 202 ? run(id) : answer.body;
  };
  const imported = async (kind: string, ...lines: readonly string[]) => {
    const { importId, problems } = await upload(kind, lines);
    expect(problems).toEqual([]);
    return (await apply(importId)).counts;
  };
  const reported = async (deviceId: string, key: string): Promise<unknown> => {
    const { entries } = await calls.db
      .selectFrom('deviceState')
      .select('entries')
      .where('deviceId', '=', deviceId)
      .executeTakeFirstOrThrow();
    return entries[key]?.value;
  };
  const setpoint = () => reported(THERMOSTAT, 'thermostat-heat-setpoint');
  const rowsOf = async (table: 'accountRole' | 'enrolment' | 'programParticipant' | 'deviceSchedule') => {
    const rows = await calls.db.selectFrom(table).select('houseId').where('houseId', '=', 'housea').execute();
    return rows.length;
  };
  const moveInto = (person: 'neighbour') =>
    insertRows(calls.db, 'accountRole', [
      {
        providerId: 'sunvale',
        accountId: accountIdOf(person),
        id: 'movedin',
        role: 'house',
        houseId: 'housea',
        access: 'owner',
      },
    ]);
  const results = () =>
    calls.db
      .selectFrom('eventResult')
      .select(['eventId', 'household', 'takingPart', 'optedOut'])
      .where('houseId', '=', 'housea')
      .orderBy('eventId')
      .execute();
  const named = () => imported('homes', HOMES, 'housea,A-1,,');

  test('[API-3] [T-2] in the middle of an event another household moves in: devices return, and nothing of the old one is left', async () => {
    await named();
    await calls.db.updateTable('device').set({ name: 'Our hall' }).where('id', '=', THERMOSTAT).execute();
    await calls.announce();
    await calls.begin();
    const during = await setpoint();
    expect(during).not.toBe(70);
    const unconfirmed = await upload('homes', [HOMES, 'housea,A-2,,']);
    expect(unconfirmed.counts).toEqual({ ...NONE, moved: 1 });
    expect((await apply(unconfirmed.importId, {})).code).toBe('import_confirm_moved');
    expect((await apply(unconfirmed.importId)).counts).toEqual({ ...NONE, moved: 1 });
    const movedAt = calls.app.clock.now();
    expect((await calls.get('')).status).toBe(401);
    await calls.world.run(10 * MINUTE);
    expect(await setpoint()).toBe(70);
    const households = await calls.db
      .selectFrom('household')
      .select(['number', 'accountNumber', 'until'])
      .where('houseId', '=', 'housea')
      .orderBy('number')
      .execute();
    expect(households).toEqual([
      { number: 1, accountNumber: 'A-1', until: movedAt },
      { number: 2, accountNumber: 'A-2', until: null },
    ]);
    for (const table of ['accountRole', 'enrolment', 'programParticipant', 'deviceSchedule'] as const)
      expect([table, await rowsOf(table)]).toEqual([table, 0]);
    const { name } = await calls.db
      .selectFrom('device')
      .select('name')
      .where('id', '=', THERMOSTAT)
      .executeTakeFirstOrThrow();
    expect(name).toBeNull();
    await calls.world.run(HOUR, 5 * MINUTE);
    const results = await calls.db
      .selectFrom('eventResult')
      .select(['eventId', 'household'])
      .where('houseId', '=', 'housea')
      .orderBy('eventId')
      .execute();
    expect(results).toEqual([
      { eventId: ROOM_EVENT, household: 1 },
      { eventId: WATER_EVENT, household: 1 },
    ]);
  });

  test('[API-3] [T-2] of events that come the next household finds nothing that the last one was told or decided', async () => {
    await named();
    await calls.announce();
    await calls.post(`event/${ROOM_EVENT}/optout`);
    await imported('homes', HOMES, 'housea,A-2,,');
    await moveInto('neighbour');
    const token = await openSession(calls.db, calls.app, 'neighbour');
    expect((await calls.get('event', token)).body).toEqual([]);
    const dashboard = await calls.get('?includeDevices=true', token);
    expect(dashboard.status).toBe(200);
    expect(dashboard.text).not.toContain(ROOM_EVENT);
    // Enrolled again it is taken in like any other home.
    await imported(
      'enrolments',
      'premise_id,program_id,from,consent_at',
      'housea,winter-heating,2026-01-01,2026-01-01',
    );
    await calls.begin();
    const { participation } = await calls.world.participation('housea', THERMOSTAT);
    expect(participation.optOut).toBeNull();
  });

  test('[T-26] a confirmed mixing valve lapses with the household, and water that is too hot goes down', async () => {
    await named();
    const device = { providerId: 'sunvale', houseId: 'housea', deviceId: HEATER };
    await calls.db.deleteFrom('deviceSetting').where('deviceId', '=', HEATER).execute();
    await insertRows(calls.db, 'deviceSetting', [
      { ...device, key: 'hwh-mixing-valve', value: 'true', updatedAt: calls.app.clock.now() },
    ]);
    const { entries } = await calls.db
      .selectFrom('deviceState')
      .select('entries')
      .where('deviceId', '=', HEATER)
      .executeTakeFirstOrThrow();
    const hot = { ...entries, 'hwh-set-temperature': { value: 150 } };
    await calls.db
      .updateTable('deviceState')
      .set({ entries: JSON.stringify(hot) })
      .where('deviceId', '=', HEATER)
      .execute();
    await imported('homes', HOMES, 'housea,A-2,,');
    const setting = await calls.db
      .selectFrom('deviceSetting')
      .select('value')
      .where('deviceId', '=', HEATER)
      .where('key', '=', 'hwh-mixing-valve')
      .executeTakeFirstOrThrow();
    expect(setting.value).toBe(false);
    const commands = await calls.db
      .selectFrom('command')
      .select(['origin', 'state', 'command'])
      .where('deviceId', '=', HEATER)
      .where('origin', '<>', 'person')
      .execute();
    expect(commands).toEqual([
      { origin: 'safety', state: 'accepted', command: expect.objectContaining({ body: { setpoint: 140 } }) },
    ]);
  });

  test('[API-3] an enrolment that ends, and life support, bring devices back from a running event at once', async () => {
    await calls.announce();
    await calls.begin();
    await imported(
      'enrolments',
      'premise_id,program_id,from,end_reason',
      'housea,water-heater,2026-01-01,left',
    );
    const optOutOf = async (deviceId: string, eventId: string) =>
      (await calls.world.participation('housea', deviceId, eventId)).participation.optOut !== null;
    expect(await optOutOf(HEATER, WATER_EVENT)).toBe(true);
    expect(await optOutOf(THERMOSTAT, ROOM_EVENT)).toBe(false);
    expect(await imported('homes', HOMES, 'housea,,,yes')).toEqual({ ...NONE, changed: 1 });
    expect(await optOutOf(THERMOSTAT, ROOM_EVENT)).toBe(true);
    await calls.world.run(10 * MINUTE);
    expect(await setpoint()).toBe(70);
    // Nobody brings it back into the event.
    await calls.post(`event/${ROOM_EVENT}/rejoin`);
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    expect(await setpoint()).toBe(70);
    const left = await calls.db
      .selectFrom('houseDispatch')
      .select('leftAt')
      .where('houseId', '=', 'housea')
      .where('leftAt', 'is not', null)
      .execute();
    expect(left).toEqual([]);
  });

  test('[API-3] [T-44] devices that a file removes or replaces in the middle of an event return, and receipts and results say so', async () => {
    const { db } = calls;
    await db
      .updateTable('device')
      .set((eb) => ({ uid: eb.ref('id') }))
      .where('houseId', '=', 'housea')
      .execute();
    await calls.announce();
    await calls.begin();
    const thermostat = await db
      .selectFrom('device')
      .selectAll()
      .where('id', '=', THERMOSTAT)
      .executeTakeFirstOrThrow();
    const lines = [
      'premise_id,link,maker_device_id,kind,maker,model,status,replaces',
      `housea,simulator,${HEATER},,,,removed,`,
      `housea,simulator,serial2,tstat,${thermostat.mfg},${thermostat.type ?? ''},,${THERMOSTAT}`,
    ];
    expect(await imported('devices', ...lines)).toEqual({ ...NONE, new: 1, changed: 1 });
    await calls.world.run(6 * MINUTE, 2 * MINUTE);
    expect([await setpoint(), await reported(HEATER, 'hwh-set-temperature')]).toEqual([70, 120]);
    await calls.world.run(2 * HOUR, 5 * MINUTE);
    await calls.world.run(3 * DAY, 6 * HOUR);
    expect([await setpoint(), await reported(HEATER, 'hwh-set-temperature')]).toEqual([70, 120]);
    const receipts = await calls.get(`event/${ROOM_EVENT}/receipt`);
    expect(receipts.body).toMatchObject([
      { eventId: ROOM_EVENT, deviceId: THERMOSTAT, outcome: 'responded', state: 'final' },
      { eventId: WATER_EVENT, deviceId: HEATER, outcome: 'responded', state: 'final' },
    ]);
    const told = (await calls.get('event')).body.flatMap(({ devices }: HouseEvent) => devices);
    expect(
      told.map(({ deviceId, optOut, returned }: HouseEvent['devices'][number]) => [
        deviceId,
        optOut?.counted,
        returned,
      ]),
    ).toEqual([
      [THERMOSTAT, false, 'done'],
      [HEATER, false, 'done'],
    ]);
    expect(await results()).toEqual([
      { eventId: ROOM_EVENT, household: 1, takingPart: 1, optedOut: 0 },
      { eventId: WATER_EVENT, household: 1, takingPart: 1, optedOut: 0 },
    ]);
    expect(await imported('devices', ...lines)).toEqual({ ...NONE, unchanged: 2 });
  });

  test('[API-3] [T-44] homes are closed by their line or by missing in a full file, which nobody confirms by mistake', async () => {
    const openHomes = async () => {
      const rows = await calls.db
        .selectFrom('house')
        .select('id')
        .where('closedAt', 'is', null)
        .where('providerId', '=', 'sunvale')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    };
    const other = 'P-1,A-9,,';
    await calls.announce();
    await calls.begin();
    const addressed = 'premise_id,account_number,address,postal_code,timezone';
    await imported('homes', addressed, 'P-1,A-9,9 New Street,80302,America/Denver');
    const refusedToo = await upload('homes', [HOMES, other, 'housea,,,maybe'], true);
    expect(refusedToo.counts).toMatchObject({ unchanged: 1, refused: 1, missing: 2 });
    expect((await apply(refusedToo.importId)).counts).toMatchObject({ missing: 2 });
    expect(await openHomes()).toHaveLength(3);
    const full = await upload('homes', [HOMES, other, 'houseb,,closed,'], true);
    expect(full.counts).toEqual({ ...NONE, unchanged: 1, moved: 1, missing: 1 });
    expect((await apply(full.importId, { confirmMoved: true })).code).toBe('import_confirm_missing');
    expect(await openHomes()).toHaveLength(3);
    expect((await apply(full.importId)).counts).toEqual({ ...NONE, unchanged: 1, moved: 1, missing: 1 });
    expect(await openHomes()).toHaveLength(1);
    expect((await calls.get('')).status).toBe(401);
    await calls.world.run(10 * MINUTE);
    expect(await setpoint()).toBe(70);
    await calls.world.run(HOUR, 5 * MINUTE);
    expect(await setpoint()).toBe(70);
    expect(await results()).toEqual([
      { eventId: ROOM_EVENT, household: 1, takingPart: 1, optedOut: 1 },
      { eventId: WATER_EVENT, household: 1, takingPart: 1, optedOut: 1 },
    ]);
    const again = await upload('homes', [HOMES, other, 'houseb,,closed,'], true);
    expect(again.counts).toEqual({ ...NONE, unchanged: 2 });
    calls.app.clock.advance(DAY + MINUTE);
    expect((await callAs('GET', `/${again.importId}`)).body.state).toBe('expired');
    expect((await apply(again.importId)).code).toBe('import_not_checked');
  });

  test('[API-3] [T-1] [T-2] on every read of the house the next household finds no word of the last one', async () => {
    const { db } = calls;
    await named();
    const house = { providerId: 'sunvale', houseId: 'housea' };
    const now = calls.app.clock.now();
    await db
      .updateTable('house')
      .set({
        nickname: 'Canary nest',
        comfort: JSON.stringify({ coolCeiling: 81, heatFloor: 61, devicesLeftOut: [] }),
      })
      .where('id', '=', 'housea')
      .execute();
    await db.updateTable('device').set({ name: 'Canary hall' }).where('id', '=', THERMOSTAT).execute();
    const car = { ...house, id: 'houseacar', kind: 'ev' as const, mfg: 'tesla', type: null, position: 9 };
    await insertRows(db, 'device', [
      { ...car, name: 'Canary car', uid: 'canary-car', link: 'simulator', createdAt: now },
    ]);
    await insertRows(db, 'deviceSetting', [
      { ...house, deviceId: car.id, key: 'vehicle-make', value: '"Canary Motors"', updatedAt: now },
    ]);
    const schedule = {
      ...house,
      uid: 'canaryplan',
      deviceId: THERMOSTAT,
      name: 'Canary mornings',
      events: '[]',
    };
    await insertRows(db, 'deviceSchedule', [schedule]);
    await insertRows(db, 'leaderboardListing', [
      { ...house, listed: true, alias: 'CanaryFox', changedAt: now },
    ]);
    await insertRows(db, 'deviceActivity', [
      { ...house, deviceId: THERMOSTAT, time: now, key: 'thermostat-mode', value: '"canary"' },
    ]);
    await calls.announce();
    await calls.post(`event/${ROOM_EVENT}/optout`, { reason: 'Canary party' });
    await calls.world.run(5 * MINUTE);

    const readAll = async (token?: string) => {
      const found: string[] = [];
      for (const endpoint of endpointRows) {
        if (endpoint.method !== 'GET' || !endpoint.path.includes('{houseId}')) continue;
        for (const params of [
          {
            ...OWNER_PARAMS,
            id: token ? accountIdOf('neighbour') : accountIdOf('owner'),
            deviceId: THERMOSTAT,
          },
          { ...OWNER_PARAMS, deviceId: car.id, uid: 'canaryplan', eventId: ROOM_EVENT },
        ]) {
          const url = urlOf(endpoint, params);
          const answer = await calls.app.call('GET', url, {
            token: token ?? (await openSession(db, calls.app, 'owner')),
          });
          expect([url, answer.status < 500]).toEqual([url, true]);
          if (/canary/i.test(answer.text)) found.push(endpoint.name);
        }
      }
      return [...new Set(found)].toSorted();
    };
    const told = await readAll();
    expect(told).toEqual(expect.arrayContaining(['house.dashboard', 'house.get', 'schedules.list']));
    await imported('homes', HOMES, 'housea,A-2,,');
    await moveInto('neighbour');
    calls.app.clock.advance(MINUTE);
    expect(await readAll(await openSession(db, calls.app, 'neighbour'))).toEqual([]);
    const comfort = await calls.get('comfort', await openSession(db, calls.app, 'neighbour'));
    expect(comfort.body.coolCeiling).not.toBe(81);
    const gone = await db
      .selectFrom('device')
      .select('id')
      .where('removedAt', 'is not', null)
      .orderBy('id')
      .execute();
    expect(gone.map(({ id }) => id)).toEqual([car.id]);
  });
});
