import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/time.ts';
import { grantOwnerScope } from '../lib/grant-scope.ts';
import { systemProviderScope } from '../lib/system-scope.ts';
import { startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { PEOPLE, accountIdOf, insertTestData } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import * as messages from './messages.ts';
import type { MessageOwner, NewMessage } from './messages.ts';

const ownerOf = (person: Person, houseId: string): MessageOwner =>
  Object.assign(
    grantOwnerScope(systemProviderScope({ providerId: PEOPLE[person].providerId }), accountIdOf(person)),
    { houseId },
  );

const messageTo = (person: Person, houseId: string, more: Partial<NewMessage> = {}): NewMessage => ({
  providerId: PEOPLE[person].providerId,
  accountId: accountIdOf(person),
  houseId,
  id: `${person}1`,
  kind: 'peak_demand',
  dedupeKey: 'dispatch1/scheduled',
  dispatchId: 'dispatch1',
  eventId: 'event1',
  language: 'en',
  subject: 'Peak event',
  htmlBody: '<p>Peak event</p>',
  plainTextBody: 'Peak event',
  ...more,
});

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db);
    await insertTestData(database.db, app);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('message').execute();
    app.clock.advance(MINUTE);
  });
  const insert = (...all: NewMessage[]) => messages.insertOnce(database.db, all, app.clock.now());
  const subjects = async (person: Person, houseId: string, folder: messages.MessageFolder = 'inbox') =>
    (await messages.list(database.db, ownerOf(person, houseId), folder)).map(({ subject }) => subject);

  test('a person has one message about a thing, whatever id it is written under', async () => {
    expect(await insert(messageTo('owner', 'housea'), messageTo('second', 'housea'))).toEqual(
      new Set(['owner1', 'second1']),
    );
    expect(await insert(messageTo('owner', 'housea', { id: 'owner2' }))).toEqual(new Set());
    expect(
      await insert(messageTo('owner', 'housea', { id: 'owner3', dedupeKey: 'dispatch1/ended' })),
    ).toEqual(new Set(['owner3']));
  });

  test('[T-5] messages of others cannot be listed, read, starred or deleted, not even in the same home', async () => {
    await insert(messageTo('owner', 'housea'));
    const { db } = database;
    const now = app.clock.now();
    // The last one has the owner's address at another provider.
    const strangers = [
      ownerOf('second', 'housea'),
      ownerOf('adminOwn', 'housea'),
      ownerOf('neighbour', 'housea'),
      ownerOf('foreign', 'housea'),
      ownerOf('owner', 'houseb'),
    ];
    for (const stranger of strangers) {
      expect(await messages.list(db, stranger, 'inbox')).toEqual([]);
      expect(await messages.markRead(db, stranger, 'owner1', now)).toBe(false);
      expect(await messages.setFavorite(db, stranger, 'owner1', true)).toBe(false);
      expect(await messages.remove(db, stranger, 'owner1', now)).toBe(false);
    }
    const [own] = await messages.list(db, ownerOf('owner', 'housea'), 'inbox');
    expect(own).toMatchObject({ id: 'owner1', subject: 'Peak event', readAt: null, favorite: false });
  });

  test('reading is noted at its first time; a favorite is found in its folder; what was deleted is gone', async () => {
    await insert(messageTo('owner', 'housea'));
    const { db } = database;
    const owner = ownerOf('owner', 'housea');
    const first = app.clock.now();
    expect(await messages.markRead(db, owner, 'owner1', first)).toBe(true);
    app.clock.advance(MINUTE);
    await messages.markRead(db, owner, 'owner1', app.clock.now());
    expect((await messages.list(db, owner, 'inbox'))[0]?.readAt).toEqual(first);
    expect(await subjects('owner', 'housea', 'favorites')).toEqual([]);
    await messages.setFavorite(db, owner, 'owner1', true);
    expect(await subjects('owner', 'housea', 'favorites')).toEqual(['Peak event']);
    await db.updateTable('message').set({ archivedAt: first }).execute();
    expect(await subjects('owner', 'housea')).toEqual([]);
    expect(await subjects('owner', 'housea', 'archived')).toEqual(['Peak event']);

    expect(await messages.remove(db, owner, 'owner1', app.clock.now())).toBe(true);
    expect(await messages.remove(db, owner, 'owner1', app.clock.now())).toBe(false);
    for (const folder of ['inbox', 'favorites', 'archived'] as const) {
      expect(await subjects('owner', 'housea', folder)).toEqual([]);
    }
    const row = await db.selectFrom('message').selectAll().executeTakeFirstOrThrow();
    expect([row.subject, row.htmlBody, row.plainTextBody]).toEqual(['', '', '']);
    expect(await insert(messageTo('owner', 'housea', { id: 'owner2' }))).toEqual(new Set());
  });

  test('messages about rewards cannot be deleted', async () => {
    await insert(messageTo('owner', 'housea', { kind: 'incentive_message' }));
    const owner = ownerOf('owner', 'housea');
    expect(await messages.remove(database.db, owner, 'owner1', app.clock.now())).toBe(false);
    expect(await subjects('owner', 'housea')).toEqual(['Peak event']);
  });
});
