import type { Db } from '../db/connection.ts';
import { catalogue } from '../lib/i18n.ts';
import { newId } from '../lib/random.ts';
import type { ProviderScope } from '../lib/scope.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { plainHtmlOf, plainTextOf } from '../notify/mail-layout.ts';
import { languageFor } from '../notify/templates.ts';
import type { MailName } from '../notify/templates.ts';
import type { Credentials } from '../stores/account.ts';
import { insertOnce } from '../stores/messages.ts';
import { housesOfMember } from '../stores/recipients.ts';
import type { AuthDeps } from './deps.ts';

/**
 * Tells the owner of an account about a change of it, in case somebody else made it: by mail, which cannot be turned off, and in
 * the message centers of their homes.
 */
export const sendSecurityMail = async (
  tx: Db,
  deps: Pick<AuthDeps, 'jobs' | 'keys' | 'providers' | 'random' | 'clock'>,
  { providerId }: ProviderScope,
  account: Pick<Credentials, 'id' | 'email' | 'language'>,
  name: MailName,
): Promise<void> => {
  const provider = deps.providers.byId(providerId);
  if (!provider) return;
  const language = languageFor(provider, account.language);
  await enqueueMail(tx, deps, providerId, { to: account.email, name, language, values: {}, until: null });
  const t = catalogue[language];
  const values = { provider: provider.file.name, supportEmail: provider.file.supportEmail };
  const blocks = [{ text: t(`mail.${name}.lead`, values) }, { text: t('mail.notYou', values) }];
  const houses = await housesOfMember(tx, { providerId, accountId: account.id });
  await insertOnce(
    tx,
    houses.map((houseId) => ({
      providerId,
      accountId: account.id,
      houseId,
      id: newId(deps.random),
      kind: 'general_notification',
      dedupeKey: `security/${name}/${newId(deps.random)}`,
      dispatchId: null,
      eventId: null,
      language,
      subject: t(`mail.${name}.subject`, values),
      htmlBody: plainHtmlOf(blocks),
      plainTextBody: plainTextOf(blocks),
    })),
    deps.clock.now(),
  );
};
