import type { RootDb } from '../../db/connection.ts';
import { makeDownload } from '../../household/download/make-download.ts';
import type { MakeDeps } from '../../household/download/make-download.ts';
import { yieldToEventLoop } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { testKeys } from '../app.ts';

/** Does what the job does for every download that was asked for and is not made. */
export const makeDownloads = async (
  { db, clock }: { readonly db: RootDb; readonly clock: Clock },
  options: Partial<MakeDeps> = {},
): Promise<void> => {
  const request = await db
    .selectFrom('ownDownload')
    .select(['providerId', 'accountId', 'id'])
    .where('state', 'in', ['waiting', 'making'])
    .orderBy('accountId')
    .execute();
  const createPause = () => yieldToEventLoop;
  const deps = { db, clock, keys: testKeys, createPause, isStopped: () => false, ...options };
  for (const job of request) await makeDownload(deps, job);
};
