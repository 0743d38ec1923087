import type { Db } from '../db/connection.ts';
import type { ProviderScope } from '../lib/scope/scope.ts';
import type { MailName } from '../notify/templates.ts';
import { tellOfChange } from '../notify/tell-of-change.ts';
import type { Credentials } from '../stores/account/account.ts';
import { housesOfMember } from '../stores/messages/recipients.ts';
import type { AuthDeps } from './deps.ts';

/** Tells the owner of an account about a change of it, in case somebody else made it. */
export const sendSecurityMail = async (
  tx: Db,
  deps: Pick<AuthDeps, 'jobs' | 'keys' | 'providers' | 'random' | 'clock'>,
  { providerId }: ProviderScope,
  { id: accountId, email, language }: Pick<Credentials, 'id' | 'email' | 'language'>,
  name: MailName,
): Promise<void> => {
  const houseIds = await housesOfMember(tx, { providerId, accountId });
  const readers = [{ accountId, email, language, houseIds }];
  await tellOfChange(tx, deps, providerId, { name, values: {}, readers });
};
