import type { RootDb } from '../../db/connection.ts';
import type { TestApp } from '../app.ts';
import { PEOPLE, accountIdOf } from '../test-data.ts';
import type { Person } from '../test-data.ts';

interface Owner {
  readonly providerId: string;
  readonly accountId: string;
}

export type Precondition = (db: RootDb, app: Pick<TestApp, 'clock'>, owner: Owner) => Promise<void>;

/** In every house a person has a role in, one message that is unread and can be deleted. */
export const unreadMessages: Precondition = async (db, { clock }, owner) => {
  const roles = await db
    .selectFrom('accountRole')
    .select('houseId')
    .where('providerId', '=', owner.providerId)
    .where('accountId', '=', owner.accountId)
    .execute();
  await db.deleteFrom('message').where('accountId', '=', owner.accountId).execute();
  for (const { houseId } of roles) {
    if (houseId === null) continue;
    await db
      .insertInto('message')
      .values({
        ...owner,
        houseId,
        id: `${houseId}message`,
        kind: 'general_notification',
        dedupeKey: 'test',
        dispatchId: null,
        eventId: null,
        parentId: null,
        language: 'en',
        subject: 'Holiday',
        htmlBody: '<p>No peak events on Friday.</p>',
        plainTextBody: 'No peak events on Friday.',
        createdAt: clock.now(),
        readAt: null,
        archivedAt: null,
        deletedAt: null,
      })
      .execute();
  }
};

const INQUIRIES: readonly (readonly [Person, string])[] = [
  ['owner', 'housea'],
  ['neighbour', 'houseb'],
  ['foreign', 'housec'],
];

/** In every house of the provider somebody has asked something. */
export const inquiries: Precondition = async (db, { clock }, { providerId }) => {
  await db.deleteFrom('message').where('providerId', '=', providerId).execute();
  for (const [person, houseId] of INQUIRIES) {
    if (PEOPLE[person].providerId !== providerId) continue;
    await db
      .insertInto('message')
      .values({
        providerId,
        accountId: accountIdOf(person),
        houseId,
        id: `${houseId}inquiry`,
        kind: 'direct_message',
        dedupeKey: 'inquiry',
        dispatchId: null,
        eventId: null,
        parentId: null,
        fromAccount: true,
        language: 'en',
        subject: 'Question',
        htmlBody: '<p>When?</p>',
        plainTextBody: 'When?',
        createdAt: clock.now(),
        readAt: clock.now(),
        archivedAt: null,
        deletedAt: null,
      })
      .execute();
  }
};
