import { RESTORABLE_FOR } from '#domain/messages/restorable.ts';
import { DAY } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Providers } from '../providers/registry.ts';
import { archiveBefore, emptyDeleted } from '../stores/messages/message-archive.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly isStopped: () => boolean;
}

/** Messages that one statement changes. */
const AT_ONCE = 1_000;

/** Page after page, until one is not full. */
const inPages = async (isStopped: () => boolean, changePage: () => Promise<number>): Promise<void> => {
  for (let changed = AT_ONCE; changed === AT_ONCE && !isStopped();) changed = await changePage();
};

/** Moves messages that are older than the provider's limit into the archive, except for favorites. Nothing is deleted. */
export const archiveMessages = async ({ db, clock, providers, isStopped }: Deps): Promise<void> => {
  for (const { id, file } of providers.all) {
    const now = clock.now();
    const before = addMs(now, -file.messageArchiveDays * DAY);
    await inPages(isStopped, () => archiveBefore(db, id, { before, now, limit: AT_ONCE }));
  }
};

/**
 * Takes the words out of deleted messages that can no longer be restored. Their rows stay, so that they are not written a second time; what
 * people wrote to the provider stays with the provider.
 */
export const emptyDeletedMessages = async ({ db, clock, providers, isStopped }: Deps): Promise<void> => {
  for (const { id } of providers.all) {
    const before = addMs(clock.now(), -RESTORABLE_FOR);
    await inPages(isStopped, () => emptyDeleted(db, id, { before, limit: AT_ONCE }));
  }
};
