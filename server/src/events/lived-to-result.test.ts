import { expect, test } from 'vitest';
import type { DeviceReceipt, Reward, SavedSoFar } from '#contract/entities/result.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { databases } from '../testing/database/databases.ts';
import {
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
  openEventCalls,
} from '../testing/events/event-calls.ts';
import { fillQuarters, onDaysBefore } from '../testing/results/ended-events.ts';
import { accountIdOf } from '../testing/test-data.ts';

/** The Sunday on which the clock of the tests begins, at 11:00. */
const DAY = '2026-11-15';

/** What both devices used at these hours for weeks: the room by its running time, the tank by its meter. */
const usualUse = [THERMOSTAT, HEATER].flatMap((deviceId) =>
  onDaysBefore(DAY, 44, ['10:00', '18:00']).map((span) => ({
    houseId: 'housea',
    deviceId,
    ...span,
    ...(deviceId === HEATER ? { wh: 1_000 } : { heat: 15 * MINUTE }),
  })),
);

test.each(databases)(
  '[UX-45] [UX-47] [UX-20] two overlapping events are lived from their notice to a result in kWh, and receipt, ledger and message say the same: %s',
  async (_name, open) => {
    const calls = await openEventCalls(await open(), (db) => fillQuarters(db, usualUse));
    const { world, app, db } = calls;
    const get = async <T>(path: string): Promise<T> => (await calls.get(path)).body as T;
    const start = app.clock.now().getTime() + 3 * HOUR;
    await world.addEvent('winter-heating', { startTime: start, endTime: start + HOUR });
    await world.addEvent('water-heater', {
      id: WATER_EVENT,
      dispatchId: 'dispatch2',
      startTime: start + HOUR / 2,
      endTime: start + (3 * HOUR) / 2,
    });
    await world.run(MINUTE);
    const both = [ROOM_EVENT, WATER_EVENT];
    expect((await calls.events('?active=false')).map(({ id }) => id)).toEqual(both);
    const subjectsOf = async (kind: string): Promise<string[]> => {
      const messages = await db
        .selectFrom('message')
        .select(['subject', 'dispatchId', 'dedupeKey'])
        .where('accountId', '=', accountIdOf('owner'))
        .orderBy('dispatchId')
        .execute();
      return messages
        .filter(({ dedupeKey }) => dedupeKey?.endsWith(`/${kind}`))
        .map(({ subject }) => (subject ?? '').replaceAll('\u00A0', ' '));
    };
    expect(await subjectsOf('scheduled')).toHaveLength(2);

    const runUntil = (time: number) => world.run(time - app.clock.now().getTime());
    await runUntil(start + 50 * MINUTE);
    expect((await calls.events('?active=true')).map(({ id }) => id)).toEqual(both);
    expect(await calls.reading(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(67);
    // 15 minutes of heating are 1,125 Wh; three quarter hours are over and measured.
    expect(await get<SavedSoFar[]>(`event/${ROOM_EVENT}/so-far`)).toMatchObject([
      { baselineWh: 3_375, ahead: [{ baselineWh: 1_125 }], reason: null },
    ]);

    await runUntil(start + 3 * HOUR);
    expect(await calls.reading(THERMOSTAT, 'thermostat-heat-setpoint')).toBe(70);
    const [room, ...more] = await get<DeviceReceipt[]>(`event/${ROOM_EVENT}/receipt`);
    expect([room?.reason, more]).toEqual([null, []]);
    expect(room?.baselineWh).toBe(4_500);
    const savedWh = (room?.baselineWh ?? 0) - (room?.actualWh ?? 0);
    expect(savedWh).toBeGreaterThan(0);
    expect(room?.reductionWh).toBe(savedWh);
    // 55 cents a kWh, and 50 cents for the other event.
    const cents = Math.round((savedWh * 55) / 1_000);
    const { entries } = await get<Reward>('reward');
    expect(Object.fromEntries(entries.map(({ eventId, kind, amount }) => [eventId, [kind, amount]]))).toEqual(
      { [ROOM_EVENT]: ['accrued', cents], [WATER_EVENT]: ['accrued', 50] },
    );
    const [ofRoom, ofWater] = await subjectsOf('result');
    expect(ofRoom).toContain(`${(savedWh / 1_000).toFixed(2)} kWh`);
    expect(ofRoom).toContain(`$${(cents / 100).toFixed(2)}`);
    expect(ofWater).toContain('$0.50');
    await calls.close();
  },
);
