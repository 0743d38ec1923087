import { MessageKey } from '#contract/entities/account.ts';
import type { Channel, MessageSetting } from '#contract/entities/account.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { AccountScope } from '../lib/scope/scope.ts';
import { AppError } from '../lib/app-error.ts';
import * as settings from '../stores/account/message-settings.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock'>;

const requireHouse = async ({ db }: Deps, scope: AccountScope, houseId: string): Promise<void> => {
  if (!(await settings.hasRoleInHouse(db, scope, houseId))) throw new AppError('not_found');
};

export const listMessageSettings = async (
  deps: Deps,
  scope: AccountScope,
  houseId: string,
): Promise<MessageSetting[]> => {
  await requireHouse(deps, scope, houseId);
  return settings.list(deps.db, scope, houseId);
};

interface Change {
  readonly houseId: string;
  readonly messageKey: string;
  readonly channel: Channel | undefined;
  readonly on: boolean | undefined;
}

export const changeMessageSetting = async (
  deps: Deps,
  scope: AccountScope,
  { houseId, messageKey, channel, on }: Change,
): Promise<MessageSetting> => {
  await requireHouse(deps, scope, houseId);
  const key = MessageKey.safeParse(messageKey);
  if (!key.success) throw new AppError('not_found');
  if (channel === undefined || on === undefined) {
    throw new AppError('bad_request', { detail: 'type and bool are needed' });
  }
  // Mails about rewards, which are money owed, cannot be turned off.
  if (key.data === 'incentive_message' && channel === 'email' && !on) throw new AppError('setting_locked');
  return settings.change(deps.db, scope, { houseId, key: key.data, channel, on }, deps.clock.now());
};
