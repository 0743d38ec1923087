import type { Db } from '../db/connection.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import type { MailName } from '../notify/templates.ts';
import type { Credentials } from '../stores/account.ts';
import type { AuthDeps } from './deps.ts';
import type { ProviderScope } from '../lib/scope.ts';

/** Enqueues a mail to the owner about a change of their account, in case somebody else made it. */
export const sendSecurityMail = async (
  tx: Db,
  deps: Pick<AuthDeps, 'jobs' | 'keys' | 'providers'>,
  { providerId }: ProviderScope,
  account: Pick<Credentials, 'email' | 'language'>,
  name: MailName,
): Promise<void> => {
  const provider = deps.providers.byId(providerId);
  if (!provider) return;
  const language = languageFor(provider, account.language);
  await enqueueMail(tx, deps, providerId, { to: account.email, name, language, values: {}, until: null });
};
