import { expect, test } from 'vitest';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { startApp, TestClock } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import {
  addDevice,
  addEndedEvent,
  denver,
  fillQuarters,
  onDaysBefore,
} from '../testing/results/ended-events.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { insertTestData } from '../testing/test-data.ts';
import { measureRunningEvents } from './measure-running.ts';

/** A Tuesday; the rule of the water program compares it with all days before. */
const DAY = '2026-11-10';
const [START, END] = [denver(`${DAY} 17:00`), denver(`${DAY} 18:00`)];
const HOUSE = 'housea';

const rethrow = (error: unknown): never => {
  throw error;
};

test.each(databases)(
  '[UX-20] what an event has saved so far is computed from whole quarter hours with readings, without the adjustment of its result: %s',
  async (_name, open) => {
    const database = await open();
    const { db } = database;
    const app = await startApp(db, { clock: new TestClock(new Date(START + 10 * MINUTE).toISOString()) });
    await insertTestData(db, app);
    const of = (deviceId: string) => ({ houseId: HOUSE, deviceId });
    for (const id of ['whole', 'gap', 'left']) {
      const device = { houseId: HOUSE, id, kind: 'hwh', mfg: 'rheem' } as const;
      await addDevice(db, device, new Date(denver('2026-01-01 00:00')));
    }
    const usual = onDaysBefore(DAY, 12, ['09:00', '18:00']);
    // More than usual before the event: the result's baseline would be a fifth higher.
    const today = { from: denver(`${DAY} 09:00`), to: START, wh: 120 };
    await fillQuarters(db, [
      ...['whole', 'gap', 'left'].flatMap((id) => usual.map((span) => ({ ...of(id), ...span, wh: 100 }))),
      ...['whole', 'gap', 'left'].map((id) => ({ ...of(id), ...today })),
      { ...of('whole'), from: START, to: START + 3 * QUARTER, wh: 60 },
      { ...of('gap'), from: START, to: START + 2 * QUARTER, wh: 60 },
      { ...of('left'), from: START, to: START + 3 * QUARTER, wh: 60 },
    ]);
    const optOut = { at: START + MINUTE, cause: 'person', reason: null } as const;
    await addEndedEvent(db, { id: 'main', programId: 'water-heater', from: START, to: END }, [
      of('whole'),
      of('gap'),
      { ...of('left'), change: { optOut } },
    ]);
    const token = await openSession(db, app, 'owner');
    const soFar = async () =>
      (await app.call('GET', `/api/house/${HOUSE}/event/main/so-far`, { token })).body as {
        deviceId: string;
      }[];
    const byName = async () => (await soFar()).toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
    const nothing = { baselineWh: null, savedWh: null };
    const tooShort = { ...nothing, actualWh: null, reason: { code: 'window_too_short' } };
    const usualIn = (index: number) => ({
      time: new Date(START + index * QUARTER).toISOString(),
      baselineWh: 100,
    });
    const ahead = [0, 1, 2, 3].map(usualIn);
    expect(await byName()).toMatchObject([
      { deviceId: 'gap', ...tooShort, ahead },
      { deviceId: 'whole', ...tooShort, ahead },
    ]);

    app.clock.advance(37 * MINUTE);
    const until = new Date(START + 3 * QUARTER).toISOString();
    expect(await byName()).toEqual([
      {
        deviceId: 'gap',
        until,
        ...nothing,
        actualWh: null,
        estimated: false,
        reason: { code: 'data_missing', missing: 1, of: 3 },
        intervals: [],
        ahead: [usualIn(3)],
      },
      {
        deviceId: 'whole',
        until,
        baselineWh: 300,
        actualWh: 180,
        savedWh: 120,
        estimated: false,
        reason: null,
        intervals: [0, 1, 2].map((index) => ({
          time: new Date(START + index * QUARTER).toISOString(),
          baselineWh: 100,
          actualWh: 60,
        })),
        // To the end of the event.
        ahead: [usualIn(3)],
      },
    ]);

    // For the operator, of all homes together.
    let operator = await openSession(db, app, 'operator');
    const ordered = async (path = '') =>
      (await app.call('GET', `/api/operator/event/main${path}`, { token: operator })).body;
    await db.updateTable('demandEvent').set({ state: 'active' }).execute();
    expect(await ordered()).toMatchObject({ cutNow: null, delivered: null });
    const node = { db, clock: app.clock, isStopped: () => false, onError: rethrow };
    // A node that stops or dies with it in its hands leaves the quarter hour to others, but not at once.
    await measureRunningEvents({ ...node, isStopped: () => true });
    await measureRunningEvents(node);
    expect(await ordered('/curve')).toEqual([]);
    app.clock.advance(5 * MINUTE);
    await Promise.all([measureRunningEvents(node), measureRunningEvents(node)]);
    expect(await ordered('/curve')).toEqual(
      [0, 1, 2].map((quarter) => ({
        time: new Date(START + quarter * QUARTER).toISOString(),
        expectedKw: 0.4,
        measuredKw: 0.24,
        heard: 1,
      })),
    );
    const cutNow = { kw: 0.16, heard: 1, of: 2 };
    expect(await ordered()).toMatchObject({ cutNow, counts: { enrolled: 3, contacted: 3, optedOut: 1 } });
    const list = await app.call('GET', '/api/operator/event', { token: operator });
    expect(list.body).toMatchObject([{ id: 'main', cutNow }]);

    // Until there are results it is all that is known of it.
    await fillQuarters(db, [{ ...of('whole'), from: START + 3 * QUARTER, to: END, wh: 60 }]);
    app.clock.advance(HOUR);
    const ended = { until: new Date(END).toISOString(), deviceId: 'whole', savedWh: 160, ahead: [] };
    expect((await byName()).at(-1)).toMatchObject(ended);
    await db.updateTable('demandEvent').set({ state: 'provisional' }).execute();
    expect(await soFar()).toEqual([]);
    // What was called off while it ran stays cancelled, also when it has results.
    await db
      .updateTable('demandEvent')
      .set({ state: 'cancelled', cancelledAt: new Date(END) })
      .execute();
    expect((await byName()).at(-1)).toMatchObject(ended);
    await db
      .insertInto('eventResult')
      .values({
        providerId: 'sunvale',
        houseId: HOUSE,
        eventId: 'main',
        dispatchId: 'main',
        programId: 'water-heater',
        kind: 'hwh',
        startTime: new Date(START),
        endTime: new Date(END),
        devices: '[]',
        takingPart: 1,
        responded: 1,
        optedOut: 0,
        actualWh: 240,
        reductionWh: 160,
      })
      .execute();
    expect(await soFar()).toEqual([]);
    await db.updateTable('demandEvent').set({ state: 'active', cancelledAt: null }).execute();
    operator = await openSession(db, app, 'operator');
    expect(await ordered()).toMatchObject({ id: 'main', cutNow: null });
    const strange = await app.call('GET', `/api/house/${HOUSE}/event/nothing/so-far`, { token });
    expect(strange.body).toMatchObject({ status: 404, code: 'not_found' });
    await app.close();
    await database.close();
  },
);
