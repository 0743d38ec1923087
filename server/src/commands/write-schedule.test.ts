import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Answer, TestApp } from '../testing/app.ts';
import { createRecordingJobs } from '../testing/access-matrix/calls.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const PLACE = '/api/house/housea/device-schedule';
const WEEK = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day }));
const at = (timeOfDay: number, setpoint: number) => ({
  DayOfWeek: WEEK,
  timeOfDay,
  command: { mode: null, setpoint },
});

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    const houses = await openTestHouses(open, { jobs: createRecordingJobs().jobs });
    ({ database, app } = houses);
    return houses.close;
  });
  beforeEach(async () => {
    // Each test has the calls of a minute.
    app.clock.advance(MINUTE);
    token = await openSession(database.db, app, 'owner');
    await database.db.deleteFrom('deviceSchedule').where('houseId', '=', 'housea').execute();
  });
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers = {}) =>
    app.call(method, path, { token, headers, ...(body ? { body } : {}) });
  const add = (words: object = {}, headers = {}) =>
    call('POST', PLACE, { deviceId: 'houseahwh', name: 'Mornings', Event: [at(6, 120)], ...words }, headers);
  const list = async () => (await call('GET', PLACE)).body as DeviceSchedule[];
  const outcomeOf = ({ status, body }: Answer) =>
    [status, body?.code, body?.detail].filter((part) => part !== undefined && part !== null);
  const follow = (uid: string) => call('POST', '/api/house/housea/device/houseahwh/active-schedule', { uid });
  const nextAt = async () =>
    (
      await database.db
        .selectFrom('activeSchedule')
        .select('nextAt')
        .where('houseId', '=', 'housea')
        .executeTakeFirst()
    )?.nextAt;

  test('[SCHED-1] [API-4] a schedule is written, written anew and deleted; the same key writes one', async () => {
    const made = await add({ name: ' Mornings ' }, { 'idempotency-key': 'one' });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Mornings', deviceId: 'houseahwh', Event: [at(6, 120)] },
    });
    expect((await add({ name: ' Mornings ' }, { 'idempotency-key': 'one' })).body).toEqual(made.body);
    expect(outcomeOf(await add({ name: 'Other' }, { 'idempotency-key': 'one' }))).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    expect(await list()).toEqual([made.body]);
    const { uid } = made.body as DeviceSchedule;
    const words = { name: 'Evenings', Event: [at(18, 118), at(22, 112)] };
    const changed = await call('PUT', `${PLACE}/${uid}`, words);
    expect(changed).toMatchObject({ status: 200, body: { uid, ...words } });
    expect((await call('GET', `${PLACE}/${uid}`)).body).toEqual(changed.body);
    expect((await call('DELETE', `${PLACE}/${uid}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(outcomeOf(await call('DELETE', `${PLACE}/${uid}`))).toEqual([404, 'not_found']);
  });

  test('[SCHED-1] the later of two who changed it is told, and nothing of the first is lost', async () => {
    const { uid } = (await add({ Event: [at(13.333_333, 120)] })).body as DeviceSchedule;
    const read = { name: 'Mornings', Event: [at(13 + 20 / 60, 120)] };
    const change = (words: object, replaces?: object) =>
      call('PUT', `${PLACE}/${uid}`, { ...words, ...(replaces ? { replaces } : {}) });
    const mine = { name: 'Mine', Event: [at(7, 118)] };
    expect((await change(mine, read)).status).toBe(200);
    // The same call again, because its answer was lost.
    expect((await change(mine, read)).status).toBe(200);
    expect(outcomeOf(await change({ name: 'Theirs', Event: [] }, read))).toEqual([409, 'schedule_changed']);
    expect(await list()).toMatchObject([mine]);
    expect((await change({ name: 'Theirs', Event: [] })).status).toBe(200);
  });

  test('[SCHED-1] [T-26] what the gate refuses is not written, and the answer says which change', async () => {
    const { uid } = (await add()).body as DeviceSchedule;
    const refused = async (words: object) => {
      const [made, changed] = [
        await add(words),
        await call('PUT', `${PLACE}/${uid}`, { name: 'Mornings', Event: [], ...words }),
      ];
      expect(outcomeOf(changed)).toEqual(outcomeOf(made));
      return outcomeOf(made);
    };
    expect(await refused({ Event: [at(6, 120), at(7, 141)] })).toEqual([
      422,
      'setpoint_out_of_range',
      'Event[1].setpoint: 110 to 140 °F',
    ]);
    expect(await refused({ Event: [at(6, 120), at(6, 118)] })).toEqual([
      422,
      'schedule_same_time',
      'Event[1]',
    ]);
    const twice = { ...at(6, 120), DayOfWeek: [{ day: 1 }, { day: 2 }, { day: 1 }] };
    expect(await refused({ Event: [twice] })).toEqual([422, 'schedule_day_twice', 'Event[0]']);
    const mode = { ...at(6, 120), command: { mode: 'TURBO', setpoint: 120 } };
    expect(await refused({ Event: [mode] })).toEqual([422, 'mode_unknown', 'Event[0]']);
    expect((await refused({ name: 'a\u202Eb' }))[1]).toBe('name_invalid');
    for (const words of [{ name: '' }, { Event: [at(24, 120)] }, { Event: [at(6, 120)], more: 1 }]) {
      expect((await refused(words)).slice(0, 2)).toEqual([400, 'bad_request']);
    }
    expect((await list()).map(({ Event }) => Event)).toEqual([[at(6, 120)]]);
  });

  test('[SCHED-1] a device has twenty schedules at most', async () => {
    for (let index = 0; index < 20; index += 1) expect((await add()).status).toBe(201);
    expect(outcomeOf(await add())).toEqual([409, 'too_many_schedules']);
  });

  test('[SCHED-1] the one that is followed is not deleted and stays complete; a change counts at once only where it is about now', async () => {
    const { uid } = (await add()).body as DeviceSchedule;
    expect((await follow(uid)).status).toBe(200);
    expect(outcomeOf(await call('DELETE', `${PLACE}/${uid}`))).toEqual([409, 'schedule_active']);
    const change = (Event: object[]) => call('PUT', `${PLACE}/${uid}`, { name: 'Mornings', Event });
    expect(outcomeOf(await change([{ ...at(6, 120), DayOfWeek: [] }]))).toEqual([422, 'schedule_incomplete']);
    const now = app.clock.now();
    await change([at(6, 118)]);
    expect(await nextAt()).toEqual(now);
    // Somebody sets the water by hand: a change of the evening leaves it.
    await database.db
      .updateTable('activeSchedule')
      .set({ nextAt: addMs(now, HOUR) })
      .execute();
    await change([at(6, 118), at(23.5, 112)]);
    expect(Number(await nextAt())).toBeGreaterThan(Number(now));
  });

  test('[SCHED-1] a draft and the schedule of another device cannot be chosen', async () => {
    const { uid } = (await add({ Event: [{ ...at(6, 120), DayOfWeek: [] }] })).body as DeviceSchedule;
    expect(outcomeOf(await follow(uid))).toEqual([422, 'schedule_incomplete']);
    expect(await nextAt()).toBeUndefined();
    await call('PUT', `${PLACE}/${uid}`, { name: 'Mornings', Event: [at(6, 120)] });
    const belongTo = (deviceId: string) =>
      database.db.updateTable('deviceSchedule').set({ deviceId }).where('uid', '=', uid).execute();
    await belongTo('houseatstat');
    expect(outcomeOf(await follow(uid))).toEqual([404, 'not_found']);
    expect(await nextAt()).toBeUndefined();
    await belongTo('houseahwh');
    expect((await follow(uid)).status).toBe(200);
  });

  test('[SCHED-1] [T-34] only where the provider lets people write them, and never for makers that lock them', async () => {
    const switched = async (enableCustomHwhSchedule: boolean) => {
      await database.db
        .updateTable('house')
        .set({ settings: JSON.stringify({ enableAutoSchedule: true, enableCustomHwhSchedule }) })
        .where('id', '=', 'housea')
        .execute();
      return outcomeOf(await add());
    };
    expect(await switched(false)).toEqual([422, 'control_locked']);
    expect((await switched(true))[0]).toBe(201);
    for (const mfg of ['aosmith', 'eradio', 'amazon']) {
      const { mfg: own } = await database.db
        .selectFrom('device')
        .select('mfg')
        .where('id', '=', 'houseahwh')
        .executeTakeFirstOrThrow();
      await database.db.updateTable('device').set({ mfg }).where('id', '=', 'houseahwh').execute();
      expect(outcomeOf(await add())).toEqual([422, 'control_locked']);
      await database.db.updateTable('device').set({ mfg: own }).where('id', '=', 'houseahwh').execute();
    }
    expect(outcomeOf(await add({ deviceId: 'houseatstat' }))).toEqual([422, 'control_locked']);
    expect(outcomeOf(await add({ deviceId: 'housebhwh' }))).toEqual([404, 'not_found']);
  });
});
