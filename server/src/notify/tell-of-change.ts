import type { Language } from '#contract/entities/account.ts';
import type { Db } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import { translatorFor } from '../lib/text/i18n.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Keys } from '../lib/secrets/keys.ts';
import { newId } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';
import type { Providers } from '../providers/registry.ts';
import { insertOnce } from '../stores/messages/messages.ts';
import { enqueueMail } from './enqueue.ts';
import { languageFor, mailValues } from './templates.ts';
import type { MailName, Values } from './templates.ts';
import { wordsInEach, wordsOf } from './words-in-each.ts';

export interface ChangeReader {
  readonly accountId: string;
  readonly email: string;
  readonly language: Language | null;
  /** Homes in whose message center the notice appears; none for somebody who belongs to no home any more. */
  readonly houseIds: readonly string[];
}

interface TellDeps {
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly providers: Providers;
  readonly random: Random;
  readonly clock: Clock;
}

interface ChangeNotice {
  readonly name: MailName;
  readonly values: Values;
  readonly readers: readonly ChangeReader[];
}

/** Tells people of a change of their account or household: by mail, which cannot be turned off, and in their message centers. */
export const tellOfChange = async (
  tx: Db,
  deps: TellDeps,
  providerId: string,
  { name, values, readers }: ChangeNotice,
): Promise<void> => {
  const provider = deps.providers.byId(providerId);
  if (!provider) return;
  const writtenIn = (language: Language) => {
    const t = translatorFor(language);
    const all = mailValues(t, provider, values);
    const blocks = [{ text: t(`mail.${name}.lead`, all) }, { text: t('mail.notYou', all) }];
    return { subject: t(`mail.${name}.subject`, all), blocks };
  };
  const translations = wordsInEach(provider, writtenIn) ?? null;
  for (const { accountId, email: to, language: preferred, houseIds } of readers) {
    const language = languageFor(provider, preferred);
    await enqueueMail(tx, deps, providerId, { to, name, language, values, until: null });
    const messages = houseIds.map((houseId) => ({
      providerId,
      accountId,
      houseId,
      id: newId(deps.random),
      kind: 'general_notification' as const,
      dedupeKey: `change/${name}/${newId(deps.random)}`,
      dispatchId: null,
      eventId: null,
      language,
      ...wordsOf(writtenIn(language)),
      translations,
    }));
    await insertOnce(tx, messages, deps.clock.now());
  }
};
