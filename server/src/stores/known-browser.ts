import type { ProviderScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';

interface Browser extends ProviderScope {
  readonly accountId: string;
  readonly secretHash: string;
}

export const isKnownBrowser = async (db: Db, browser: Browser): Promise<boolean> => {
  const row = await db
    .selectFrom('knownBrowser')
    .select('accountId')
    .where('providerId', '=', browser.providerId)
    .where('accountId', '=', browser.accountId)
    .where('secretHash', '=', browser.secretHash)
    .executeTakeFirst();
  return row !== undefined;
};

export const rememberBrowser = async (db: Db, browser: Browser, now: Date): Promise<void> => {
  await db
    .insertInto('knownBrowser')
    .values({ ...browser, usedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId', 'secretHash']).doUpdateSet({ usedAt: now }),
    )
    .execute();
};

export const forgetBrowsers = async (
  db: Db,
  { providerId, accountId }: Omit<Browser, 'secretHash'>,
): Promise<void> => {
  await db
    .deleteFrom('knownBrowser')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .execute();
};
