import { MESSAGE_KEYS } from '#contract/entities/account.ts';
import type { Channel, MessageKey, MessageSetting } from '#contract/entities/account.ts';
import type { AccountScope } from '../../lib/scope/scope.ts';
import type { Db } from '../../db/connection.ts';

/** Defaults of a setting without a row. */
export const MESSAGE_DEFAULTS = { email: true, sms: false, voice: false } as const;

/** Whether the account has any role in the house. */
export const hasRoleInHouse = async (db: Db, scope: AccountScope, houseId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('accountRole')
    .select('id')
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('houseId', '=', houseId)
    .executeTakeFirst();
  return row !== undefined;
};

export const list = async (db: Db, scope: AccountScope, houseId: string): Promise<MessageSetting[]> => {
  const rows = await db
    .selectFrom('messageSetting')
    .select(['key', 'email', 'sms', 'voice'])
    .where('providerId', '=', scope.providerId)
    .where('accountId', '=', scope.accountId)
    .where('houseId', '=', houseId)
    .execute();
  return MESSAGE_KEYS.map((key) => rows.find((row) => row.key === key) ?? { key, ...MESSAGE_DEFAULTS });
};

export const change = async (
  db: Db,
  scope: AccountScope,
  { houseId, key, channel, on }: { houseId: string; key: MessageKey; channel: Channel; on: boolean },
  now: Date,
): Promise<MessageSetting> =>
  db
    .insertInto('messageSetting')
    .values({
      providerId: scope.providerId,
      accountId: scope.accountId,
      houseId,
      key,
      ...MESSAGE_DEFAULTS,
      [channel]: on,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['providerId', 'accountId', 'houseId', 'key'])
        .doUpdateSet({ [channel]: on, updatedAt: now }),
    )
    .returning(['key', 'email', 'sms', 'voice'])
    .executeTakeFirstOrThrow();
