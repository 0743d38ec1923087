import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { startApp, testKeys } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import { createMailbox } from '../testing/messages/mailbox.ts';
import { accountIdOf, insertTestData, reportAllDevices } from '../testing/test-data.ts';
import { notifyOfflineDevices } from './offline-notices.ts';

test.each(databases)(
  '%s: [NOTIF-1] members are told of devices that were offline for an hour, each outage once, once a day at most',
  async (_name, open) => {
    const database = await open();
    const { db } = database;
    const { jobs, sent } = createMailbox();
    const app = await startApp(db, { jobs });
    await insertTestData(db, app);
    const { clock } = app;
    const tell = async () => {
      sent.length = 0;
      const publicUrl = () => 'https://portal.example/';
      await notifyOfflineDevices({ ...app, db, jobs, keys: testKeys, publicUrl });
      return sent.length;
    };
    const newestOf = async (accountId: string) =>
      db
        .selectFrom('message')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .executeTakeFirst();
    clock.advance(59 * MINUTE);
    expect(await tell()).toBe(0);
    clock.advance(2 * MINUTE);
    // Six members of A and B, one of C.
    expect(await tell()).toBe(7);
    const links = sent.map(({ order }) => order.content.blocks.at(-1));
    expect(links).toHaveLength(7);
    for (const house of ['housea', 'houseb', 'housec']) {
      const link = `https://portal.example/#/user-home?house=${house}`;
      expect(links).toContainEqual({ button: 'See your devices', link });
    }
    expect(await newestOf(accountIdOf('owner'))).toMatchObject({
      kind: 'offline_devices',
      subject: '2 devices are offline at 1 Test Street',
      translations: { es: { subject: '2 dispositivos están sin conexión en 1 Test Street' } },
    });
    expect((await newestOf(accountIdOf('owner')))?.plainTextBody).toContain('- Hall, since Nov 15, 11:00 AM');
    expect(await newestOf(accountIdOf('adminOwn'))).toBeUndefined();
    expect(await tell()).toBe(0);
    clock.advance(2 * DAY);
    expect(await tell()).toBe(0);

    await reportAllDevices(db, clock.now());
    const offline = JSON.stringify({ status: { value: 'OFFLINE' } });
    await db
      .updateTable('deviceState')
      .set({ entries: offline })
      .where('deviceId', '=', 'houseahwh')
      .execute();
    clock.advance(HOUR + MINUTE);
    await reportAllDevices(db, clock.now());
    expect(await tell()).toBe(0);
    await db
      .updateTable('deviceState')
      .set({ entries: offline })
      .where('deviceId', '=', 'houseahwh')
      .execute();
    clock.advance(HOUR + MINUTE);
    await db
      .updateTable('deviceState')
      .set({ reportedAt: clock.now() })
      .where('deviceId', '!=', 'houseahwh')
      .execute();
    expect(await tell()).toBe(5);
    expect((await newestOf(accountIdOf('owner')))?.subject).toBe('A device is offline at 1 Test Street');
    await reportAllDevices(db, clock.now());
    clock.advance(2 * HOUR);
    // House A was told this day already.
    expect(await tell()).toBe(2);
    await app.close();
    await database.close();
  },
);
