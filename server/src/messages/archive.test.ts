import { expect, test } from 'vitest';
import { DAY } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import { insertOnce } from '../stores/messages/messages.ts';
import { startApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import { accountIdOf, insertTestData } from '../testing/test-data.ts';
import { archiveMessages } from './archive.ts';

test.each(databases)(
  '%s: messages older than the provider says are archived, favorites and new ones are not, and none is lost',
  async (_name, open) => {
    const database = await open();
    const { db } = database;
    const app = await startApp(db);
    await insertTestData(db, app);
    const write = (id: string, days: number) =>
      insertOnce(
        db,
        [
          {
            providerId: 'sunvale',
            accountId: accountIdOf('owner'),
            houseId: 'housea',
            id,
            kind: 'general_notification',
            dedupeKey: id,
            dispatchId: null,
            eventId: null,
            language: 'en',
            subject: id,
            htmlBody: '<p>Words</p>',
            plainTextBody: 'Words',
          },
        ],
        addMs(app.clock.now(), -days * DAY),
      );
    for (const [id, days] of [
      ['old', 91],
      ['starred', 400],
      ['young', 89],
    ] as const) {
      await write(id, days);
    }
    await db.updateTable('message').set({ favorite: true }).where('id', '=', 'starred').execute();
    const archive = () => archiveMessages({ ...app, db, isStopped: () => false });
    const archived = async () =>
      (await db.selectFrom('message').selectAll().where('archivedAt', 'is not', null).execute()).map(
        ({ id, htmlBody }) => [id, htmlBody],
      );
    await archive();
    expect(await archived()).toEqual([['old', '<p>Words</p>']]);
    app.clock.advance(2 * DAY);
    await archive();
    expect((await archived()).map(([id = '']) => id).toSorted()).toEqual(['old', 'young']);
    await app.close();
    await database.close();
  },
);
