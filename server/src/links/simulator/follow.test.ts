import { describe, expect, test } from 'vitest';
import type { Reading } from '#domain/ports/device-link.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { startApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import { insertTestData } from '../../testing/test-data.ts';
import { startSimulator } from './start.ts';

const SILENT = 'silent';

describe.each(databases)('%s: the simulator and the devices of the database', (_name, open) => {
  test('[API-3] [DEV-8] plays devices that come in while it runs, from their usual state, and lets removed ones go after a day', async () => {
    const database = await open();
    const { db } = database;
    const app = await startApp(db);
    const { clock } = app;
    await insertTestData(db, app);
    const deviceOf = (id: string, link: string | null = 'simulator') => ({
      providerId: 'sunvale',
      houseId: 'housea',
      id,
      uid: id,
      link,
      kind: 'hwh' as const,
      mfg: 'rheem',
      type: 'Heat Pump Water Heater Gen 5',
      name: null,
      position: 20,
      createdAt: clock.now(),
    });
    await insertRows(db, 'device', [deviceOf(SILENT), deviceOf('before')]);
    const isSilent = (id: string) => id === SILENT;
    const start = () => startSimulator({ db, clock, isSilent });
    const { link, follow } = await start();
    let readings: readonly Reading[] = [];
    link.subscribe(async (found) => {
      readings = [...readings, ...found];
    });
    const reporting = async () => {
      readings = [];
      clock.advance(MINUTE);
      const isNew = await follow();
      await link.advance(clock.now());
      return { isNew, ids: readings.map(({ deviceId }) => deviceId) };
    };

    const first = await reporting();
    expect(first.ids).toContain('before');
    expect(first.ids).not.toContain(SILENT);
    await insertRows(db, 'device', [deviceOf('added'), deviceOf('elsewhere', null)]);
    const second = await reporting();
    expect(['before', 'added', 'elsewhere'].map((id) => second.isNew(id))).toEqual([false, true, false]);
    expect(second.ids).toContain('added');
    expect(second.ids).not.toContain('elsewhere');
    expect(readings.find(({ deviceId }) => deviceId === 'added')?.values).toMatchObject({
      status: 'ONLINE',
      'hwh-set-mode': 'Energy Saver',
      'hwh-set-temperature': 120,
    });
    const third = await reporting();
    expect([third.isNew('added'), third.ids.filter((id) => id === 'added')]).toEqual([false, ['added']]);

    // A removed device answers for a day, also a simulator that begins then: an event may still put it back.
    await db.updateTable('device').set({ removedAt: clock.now() }).where('id', '=', 'added').execute();
    clock.advance(23 * HOUR);
    expect((await reporting()).ids).toContain('added');
    expect(
      (await start()).link.fleet.has({ providerId: 'sunvale', houseId: 'housea', deviceId: 'added' }),
    ).toBe(true);
    clock.advance(HOUR);
    const fifth = await reporting();
    expect(fifth.ids).not.toContain('added');
    expect(fifth.ids).toContain('before');
    clock.advance(DAY);
    expect(
      (await start()).link.fleet.has({ providerId: 'sunvale', houseId: 'housea', deviceId: 'added' }),
    ).toBe(false);
    await app.close();
    await database.close();
  });
});
