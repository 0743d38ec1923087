import { chunkBinding } from '../../household/download/chunk-binding.ts';
import { testKeys } from '../app.ts';
import type { Precondition } from './message-preconditions.ts';

/** The house that every person of a provider asks for, whoever owns it. */
export const downloadedHouseOf = (providerId: string): string =>
  providerId === 'harbour' ? 'housec' : 'housea';

export const noDownload: Precondition = async (db, _app, { providerId, accountId }) => {
  await db
    .deleteFrom('ownDownload')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
  await db
    .deleteFrom('authBudget')
    .where('providerId', '=', providerId)
    .where('kind', '=', 'download')
    .execute();
};

const CONTENT = 'PK';
/** Files that were fetched are deleted a moment later, by their id. */
let made = 0;

/** A file of the house is there, also for people who do not own it, as if they had lost it since. */
export const readyDownload: Precondition = async (db, app, owner) => {
  await noDownload(db, app, owner);
  const now = app.clock.now();
  made += 1;
  const file = { id: `ready${made}` };
  await db
    .insertInto('ownDownload')
    .values({
      ...owner,
      ...file,
      houseId: downloadedHouseOf(owner.providerId),
      language: 'en',
      state: 'ready',
      run: 1,
      bytes: CONTENT.length,
      createdAt: now,
      touchedAt: now,
    })
    .execute();
  const sealed = testKeys.seal('download', chunkBinding(owner, file, 0), CONTENT);
  await db
    .insertInto('ownDownloadChunk')
    .values({ ...owner, number: 0, sealed })
    .execute();
};
