import { DAY } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Providers } from '../providers/registry.ts';
import { archiveBefore } from '../stores/messages/message-archive.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly isStopped: () => boolean;
}

/** Messages that are archived in one statement. */
const AT_ONCE = 1_000;

/** Moves messages that are older than the provider's limit into the archive, except for favorites. Nothing is deleted. */
export const archiveMessages = async ({ db, clock, providers, isStopped }: Deps): Promise<void> => {
  for (const { id, file } of providers.all) {
    const now = clock.now();
    const before = addMs(now, -file.messageArchiveDays * DAY);
    for (let moved = AT_ONCE; moved === AT_ONCE && !isStopped();) {
      moved = await archiveBefore(db, id, { before, now, limit: AT_ONCE });
    }
  }
};
