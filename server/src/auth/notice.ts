import type { Db } from '../db/connection.ts';
import { postMail } from '../notify/post.ts';
import { languageFor } from '../notify/templates.ts';
import type { MailName } from '../notify/templates.ts';
import type { Credentials } from '../stores/account.ts';
import type { AuthMeans } from './means.ts';
import type { ProviderScope } from './scope.ts';

/** Tells the owner by mail what has just been changed, in case it was somebody else. */
export const sendNotice = async (
  tx: Db,
  means: Pick<AuthMeans, 'jobs' | 'keys' | 'providers'>,
  { providerId }: ProviderScope,
  account: Pick<Credentials, 'email' | 'language'>,
  name: MailName,
): Promise<void> => {
  const provider = means.providers.byId(providerId);
  if (!provider) return;
  const language = languageFor(provider, account.language);
  await postMail(tx, means, providerId, { to: account.email, name, language, values: {}, until: null });
};
