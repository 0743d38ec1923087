import type { MessageOrder } from '#contract/endpoints/operator-messages.ts';
import type { MessageDryRun } from '#contract/entities/operator-message.ts';
import type { MessageKey } from '#contract/entities/account.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { textOfHtml } from '../lib/text/html-text.ts';
import { LANGUAGES, assertLanguages } from '../lib/text/i18n.ts';
import { newId } from '../lib/secrets/random.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import { notifyAccounts } from '../notify/notify-accounts.ts';
import type { AccountNotice, NotifyDeps } from '../notify/notify-accounts.ts';
import { languageFor } from '../notify/templates.ts';
import type { Provider } from '../providers/registry.ts';
import { wordsFor } from '../providers/words-for.ts';
import * as audit from '../stores/system/audit.ts';
import { pageOfReceivingHouses } from '../stores/messages/inquiries.ts';
import { recipientsOf } from '../stores/messages/recipients.ts';
import type { Recipient } from '../stores/messages/recipients.ts';
import { messageLink } from './message-link.ts';
import { cleanBody, operatorContent } from './operator-content.ts';
import { textsAt } from './texts-at.ts';

export interface OperatorMessageDeps extends NotifyDeps {
  readonly db: RootDb;
  readonly clock: Clock;
}

/** Homes whose people are told in one transaction. */
const HOUSES_AT_ONCE = 200;

/** The setting of a person that decides how it reaches them. */
const kindOf = ({ incentive, houseId }: MessageOrder): MessageKey => {
  if (incentive) return 'incentive_message';
  return houseId === undefined ? 'general_notification' : 'direct_message';
};

const providerOf = ({ providers }: OperatorMessageDeps, scope: OperatorScope): Provider => {
  const provider = providers.byId(scope.providerId);
  if (!provider) throw new AppError('not_found');
  return provider;
};

/** Calls `tell` with the people of some homes after the other; returns how many homes there are. */
const forRecipients = async (
  deps: OperatorMessageDeps,
  scope: OperatorScope,
  order: MessageOrder,
  tell: (recipients: readonly Recipient[]) => Promise<void>,
): Promise<number> => {
  const { programs } = providerOf(deps, scope);
  const { programId = null, houseId = null } = order;
  if (programId !== null && !programs.some(({ id }) => id === programId)) {
    throw new AppError('program_unknown', { detail: programId });
  }
  let homes = 0;
  for (let after = ''; ;) {
    const ids = await pageOfReceivingHouses(deps.db, scope, { programId, houseId }, after, HOUSES_AT_ONCE);
    homes += ids.length;
    await tell(await recipientsOf(deps.db, scope.providerId, ids, kindOf(order)));
    const last = ids.at(-1);
    if (last === undefined || ids.length < HOUSES_AT_ONCE) break;
    after = last;
  }
  if (houseId !== null && homes === 0) throw new AppError('not_found');
  return homes;
};

/** How the message looks in each language that it has; refuses one that is empty once it is cleaned, and unknown languages. */
const previewsOf = ({ words }: MessageOrder): MessageDryRun['previews'] => {
  assertLanguages('words', ...Object.keys(words));
  return Object.entries(words).map(([language, { subject, html }]) => {
    const htmlBody = cleanBody(html);
    return { language, subject, htmlBody, plainTextBody: textOfHtml(htmlBody) };
  });
};

/** The people that a message reaches. Who has several homes finds it in each, but gets one mail, text and call. */
class Reach {
  readonly #provider: Provider;
  readonly #people = new Set<string>();
  readonly #mail = new Set<string>();
  readonly #sms = new Set<string>();
  readonly #voice = new Set<string>();

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  /** Returns the recipient with the channels that have not reached the person at a home before. */
  add(recipient: Recipient): Recipient {
    const { accountId, phones } = recipient;
    const switches = { ...this.#provider.file.settings, ...recipient.settings };
    const hasPhone = phones.length > 0;
    const isFirst = (reached: Set<string>, isWanted: boolean): boolean => {
      if (!isWanted || reached.has(accountId)) return false;
      reached.add(accountId);
      return true;
    };
    this.#people.add(accountId);
    return {
      ...recipient,
      wantsEmail: isFirst(this.#mail, recipient.wantsEmail),
      wantsSms: isFirst(this.#sms, recipient.wantsSms && switches.enableSms && hasPhone),
      wantsVoice: isFirst(this.#voice, recipient.wantsVoice && switches.enableVoiceNotifications && hasPhone),
    };
  }

  counts() {
    return {
      people: this.#people.size,
      mail: this.#mail.size,
      sms: this.#sms.size,
      voice: this.#voice.size,
    };
  }
}

export const dryRunMessage = async (
  deps: OperatorMessageDeps,
  scope: OperatorScope,
  order: MessageOrder,
): Promise<MessageDryRun> => {
  const provider = providerOf(deps, scope);
  const previews = previewsOf(order);
  const reach = new Reach(provider);
  const homes = await forRecipients(deps, scope, order, async (recipients) => {
    for (const recipient of recipients) reach.add(recipient);
  });
  return { homes, ...reach.counts(), previews };
};

/** For readers who switch the language of the page. */
const translationsOf = (order: MessageOrder) => {
  const previews = previewsOf(order);
  return previews.length < 2
    ? null
    : Object.fromEntries(previews.map(({ language, ...words }) => [language, words]));
};

const wordsOf = (order: MessageOrder, provider: Provider, recipient: Recipient) => {
  const language = languageFor(provider, recipient.language);
  const words = wordsFor(order.words, provider, language);
  if (!words) throw new AppError('bad_request');
  const written = LANGUAGES.find((code) => order.words[code] === words) ?? language;
  return { words, language: written };
};

/**
 * Writes to every person once per key: a call that was cut off, and is repeated with its key, goes on where it stopped.
 * Returns how many people there are.
 */
export const sendMessage = async (
  deps: OperatorMessageDeps,
  scope: OperatorScope,
  order: MessageOrder,
  idempotencyKey: string | null,
): Promise<{ people: number }> => {
  await requireFresh(deps, scope);
  const translations = translationsOf(order);
  const { db, clock, random } = deps;
  const { providerId, accountId } = scope;
  const provider = providerOf(deps, scope);
  const dedupeKey = `operator/${
    idempotencyKey === null ? newId(random) : hashSecret(`${accountId} ${idempotencyKey}`)
  }`;
  const reach = new Reach(provider);
  let written = 0;
  await forRecipients(deps, scope, order, async (recipients) => {
    const now = clock.now();
    const notices = recipients.map((recipient): AccountNotice => {
      const id = newId(random);
      const link = messageLink(deps.publicUrl(provider), provider, recipient, id);
      const { words, language } = wordsOf(order, provider, recipient);
      return {
        id,
        language,
        translations,
        recipient: reach.add(recipient),
        kind: kindOf(order),
        dedupeKey,
        dispatchId: null,
        eventId: null,
        content: operatorContent(words, { recipient, provider, link }),
        texts: textsAt(recipient, now),
      };
    });
    written += await db.transaction().execute((tx) => notifyAccounts(tx, deps, notices, now));
  });
  const { people } = reach.counts();
  if (written > 0) {
    const { programId = null, houseId = null } = order;
    await audit.record(db, random, clock.now(), {
      providerId,
      accountId,
      ...(houseId === null ? {} : { houseId }),
      action: 'message-sent',
      detail: { programId, people, subject: wordsFor(order.words, provider)?.subject ?? null },
    });
  }
  return { people };
};
