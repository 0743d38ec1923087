import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { addMs } from '../lib/clock/clock.ts';
import { insertOnce } from '../stores/messages/messages.ts';
import { startApp } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import { openSession } from '../testing/auth/sessions.ts';
import { accountIdOf, insertTestData } from '../testing/test-data.ts';
import { archiveMessages, emptyDeletedMessages } from './archive.ts';

test.each(databases)(
  '%s: [MSG-4] [T-25] messages older than the provider says are archived, favorites, new ones and those moved back are not, none is lost; deleted ones lose their words',
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
    const words = async () =>
      (await db.selectFrom('message').selectAll().where('deletedAt', 'is not', null).execute()).map(
        ({ id, subject, htmlBody, plainTextBody }) => [id, subject + htmlBody + plainTextBody],
      );
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
    // What somebody moved back stays in the inbox for as long as a new one.
    const token = await openSession(db, app, 'owner');
    const addressOf = (id: string) => `/api/account/${accountIdOf('owner')}/house/housea/message/${id}`;
    await app.call('PUT', addressOf('old'), { token, body: { archived: false } });
    app.clock.advance(89 * DAY);
    await archive();
    expect((await archived()).map(([id = '']) => id)).toEqual(['young']);
    app.clock.advance(2 * DAY);
    await archive();
    expect((await archived()).length).toBe(2);
    // Deleted, it keeps its words as long as that can be taken back.
    await app.call('DELETE', addressOf('young'), { token: await openSession(db, app, 'owner') });
    const empty = () => emptyDeletedMessages({ ...app, db, isStopped: () => false });
    app.clock.advance(MINUTE);
    await empty();
    expect(await words()).toEqual([['young', 'young<p>Words</p>Words']]);
    app.clock.advance(1);
    await empty();
    expect(await words()).toEqual([['young', '']]);
    await app.close();
    await database.close();
  },
);
