import type { Language, MessageKey } from '#contract/entities/account.ts';
import { internationalPhone } from '#domain/account/phone.ts';
import type { CalendarFile } from '#domain/events/people/calendar-file.ts';
import type { Db } from '../db/connection.ts';
import type { JobData, Jobs } from '../jobs/queue.ts';
import { cleanHtml } from '../lib/text/clean-html.ts';
import type { Keys } from '../lib/secrets/keys.ts';
import { newId } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';
import { wordsOf } from './words-in-each.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import { insertOnce } from '../stores/messages/messages.ts';
import type { NewMessage } from '../stores/messages/messages.ts';
import type { Recipient } from '../stores/messages/recipients.ts';
import type { QueuedNotice, QueuedText } from './enqueue.ts';
import type { MailContent } from './mail-layout.ts';
import { languageFor } from './templates.ts';

export interface NotifyDeps {
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly random: Random;
  readonly providers: Providers;
  /** Base of the links in messages. */
  readonly publicUrl: (provider: Provider) => string;
}

/** The words of a message on each channel, in the language of its reader. */
export interface NoticeContent extends MailContent {
  /** For the message center, where they differ from those of the mail. */
  readonly title?: string;
  readonly html?: string;
  readonly sms: string;
  readonly voice: string;
  /** For the mail. */
  readonly calendar?: CalendarFile | null;
}

/** When a text or call may go out; null: not at all. */
export interface TextTime {
  readonly at: Date;
  /** Not sent after this time; null: whenever it can be. */
  readonly until: Date | null;
}

export interface AccountNotice {
  /** With the channels that the person chose for messages of `kind`. */
  readonly recipient: Recipient;
  readonly kind: MessageKey;
  /** Of the message, where its words lead to it; made here otherwise. */
  readonly id?: string;
  /** What the message is about: a person is told once. */
  readonly dedupeKey: string;
  readonly dispatchId: string | null;
  readonly eventId: string | null;
  /** The message that it answers. */
  readonly parentId?: string;
  readonly content: NoticeContent;
  /** Of what somebody wrote, where that is not in the language of its reader. */
  readonly language?: Language;
  /** What the message center shows in each language, where it was written in several. */
  readonly translations?: NewMessage['translations'];
  readonly texts: TextTime | null;
}

interface Prepared extends AccountNotice {
  readonly provider: Provider;
  readonly message: NewMessage;
}

const prepare = ({ random, providers }: NotifyDeps, notice: AccountNotice): Prepared | null => {
  const { recipient, kind, dedupeKey, dispatchId, eventId, content } = notice;
  const { providerId, accountId, houseId } = recipient;
  const provider = providers.byId(providerId);
  if (!provider) return null;
  const words = wordsOf(content);
  const message: NewMessage = {
    providerId,
    accountId,
    houseId,
    id: notice.id ?? newId(random),
    kind,
    dedupeKey,
    dispatchId,
    eventId,
    parentId: notice.parentId ?? null,
    language: notice.language ?? languageFor(provider, recipient.language),
    ...words,
    subject: content.title ?? words.subject,
    htmlBody: content.html === undefined ? words.htmlBody : cleanHtml(content.html),
    translations: notice.translations ?? null,
  };
  return { ...notice, provider, message };
};

type Sealed = JobData['send-mail'];
interface MessageJob {
  readonly data: Sealed;
  readonly startAfter?: Date;
}

const seal = ({ keys }: NotifyDeps, providerId: string, order: QueuedNotice | QueuedText): Sealed => ({
  providerId,
  sealed: keys.seal('message', providerId, JSON.stringify(order)),
});

const mailJob = (deps: NotifyDeps, { recipient, provider, content, message }: Prepared): MessageJob => {
  const { subject, blocks, ending, calendar = null } = content;
  const { providerId, language } = message;
  const order: QueuedNotice = {
    to: recipient.email,
    language,
    content: { subject, blocks, ending, portal: deps.publicUrl(provider) },
    calendar,
    until: null,
  };
  return { data: seal(deps, providerId, order) };
};

const textJobs = (
  deps: NotifyDeps,
  { recipient, provider, message }: Prepared,
  { at, until }: TextTime,
  text: string,
  now: Date,
): MessageJob[] =>
  recipient.phones.map((number) => {
    const { providerId, accountId } = message;
    const language = languageFor(provider, recipient.language);
    const order: QueuedText = {
      to: internationalPhone(number.phone, number.countryCode),
      language,
      text,
      until: until?.toISOString() ?? null,
      about: { accountId, messageId: message.id, ...number, waited: at > now },
    };
    return { data: seal(deps, providerId, order), ...(at > now ? { startAfter: at } : {}) };
  });

/**
 * Writes each message into the message center, once per person and `dedupeKey`, and with it enqueues mail, texts and calls
 * as the person chose: a mail is tried until it was sent, always with the same Message-ID; texts and calls are tried once.
 * All of it belongs to the caller's transaction. Returns how many people were told.
 */
export const notifyAccounts = async (
  tx: Db,
  deps: NotifyDeps,
  notices: readonly AccountNotice[],
  now: Date,
): Promise<number> => {
  const prepared = notices
    .map((notice) => prepare(deps, notice))
    .filter((preparedNotice) => preparedNotice !== null);
  const written = await insertOnce(
    tx,
    prepared.map(({ message }) => message),
    now,
  );
  const jobs: Record<'send-mail' | 'send-sms' | 'send-voice', MessageJob[]> = {
    'send-mail': [],
    'send-sms': [],
    'send-voice': [],
  };
  for (const preparedNotice of prepared.filter(({ message }) => written.has(message.id))) {
    const { recipient, provider, texts, content } = preparedNotice;
    const switches = { ...provider.file.settings, ...recipient.settings };
    if (recipient.wantsEmail) jobs['send-mail'].push(mailJob(deps, preparedNotice));
    if (texts !== null && recipient.wantsSms && switches.enableSms) {
      jobs['send-sms'].push(...textJobs(deps, preparedNotice, texts, content.sms, now));
    }
    if (texts !== null && recipient.wantsVoice && switches.enableVoiceNotifications) {
      jobs['send-voice'].push(...textJobs(deps, preparedNotice, texts, content.voice, now));
    }
  }
  for (const name of ['send-mail', 'send-sms', 'send-voice'] as const) {
    if (jobs[name].length > 0) await deps.jobs.sendMany(tx, name, jobs[name]);
  }
  return written.size;
};
