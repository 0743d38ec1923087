import type { Language } from '#contract/entities/account.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { Db } from '../db/connection.ts';
import { catalogue } from '../lib/i18n.ts';
import { newId } from '../lib/random.ts';
import type { HouseDataScope } from '../lib/scope.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { plainHtmlOf, plainTextOf } from '../notify/mail-layout.ts';
import { languageFor } from '../notify/templates.ts';
import type { MailName, Values } from '../notify/templates.ts';
import type { Member } from '../stores/household.ts';
import { insertOnce } from '../stores/messages.ts';

export type NoticeDeps = Pick<AuthDeps, 'jobs' | 'keys' | 'providers' | 'random' | 'clock'>;

export type Reader = Pick<Member, 'accountId' | 'email'> & { readonly language: Language | null };

interface Notice {
  readonly readers: readonly Reader[];
  readonly name: MailName;
  readonly values: Values;
}

/** By mail alone: for somebody who does not belong to the home any more. */
export const mailPeople = async (
  tx: Db,
  deps: NoticeDeps,
  { providerId }: Pick<HouseDataScope, 'providerId'>,
  { readers, name, values }: Notice,
): Promise<void> => {
  const provider = deps.providers.byId(providerId);
  if (!provider) return;
  for (const { email: to, language } of readers) {
    const mail = { to, name, language: languageFor(provider, language), values, until: null };
    await enqueueMail(tx, deps, providerId, mail);
  }
};

/** Tells people of a household what changed in it: by mail, which cannot be turned off, and in the message center of the home. */
export const tellPeople = async (
  tx: Db,
  deps: NoticeDeps,
  { providerId, houseId }: HouseDataScope,
  { readers, name, values }: Notice,
): Promise<void> => {
  const provider = deps.providers.byId(providerId);
  if (!provider) return;
  const { name: brand, supportEmail } = provider.file;
  const messages = readers.map(({ accountId, language: preferred }) => {
    const language = languageFor(provider, preferred);
    const t = catalogue[language];
    const all = { ...values, provider: brand, supportEmail };
    const blocks = [{ text: t(`mail.${name}.lead`, all) }, { text: t('mail.notYou', all) }];
    return {
      providerId,
      accountId,
      houseId,
      id: newId(deps.random),
      kind: 'general_notification' as const,
      dedupeKey: `household/${name}/${newId(deps.random)}`,
      dispatchId: null,
      eventId: null,
      language,
      subject: t(`mail.${name}.subject`, all),
      htmlBody: plainHtmlOf(blocks),
      plainTextBody: plainTextOf(blocks),
    };
  });
  await insertOnce(tx, messages, deps.clock.now());
  await mailPeople(tx, deps, { providerId }, { readers, name, values });
};
