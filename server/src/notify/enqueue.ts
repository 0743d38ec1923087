import type { Language } from '#contract/entities/account.ts';
import type { CalendarFile } from '#domain/events/people/calendar-file.ts';
import type { Db } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Keys } from '../lib/secrets/keys.ts';
import type { MailContent } from './mail-layout.ts';
import type { MailName, Values } from './templates.ts';

/** Payload of a mail job. Encrypted in the queue, because it holds codes and links that must not be readable in the database. */
export interface QueuedMail {
  /** null: no account has the address. The job takes as long, and nothing is sent. */
  readonly to: string | null;
  readonly name: MailName;
  readonly language: Language;
  readonly values: Values;
  /** Not sent after this time, when its code or link has expired. */
  readonly until: string | null;
}

/** Payload of a mail job whose words were written when it was enqueued. */
export interface QueuedNotice {
  readonly to: string;
  readonly language: Language;
  readonly content: MailContent;
  readonly calendar?: CalendarFile | null;
  readonly until: string | null;
}

export interface QueuedText {
  readonly to: string;
  readonly language: Language;
  readonly text: string;
  readonly until: string | null;
  /** Of a text about a message of the message center: it is sent only if it is still wanted. */
  readonly about?: {
    readonly accountId: string;
    readonly messageId: string;
    readonly countryCode: string;
    readonly phone: string;
    /** It was put off until the morning. */
    readonly waited: boolean;
  };
}

interface Deps {
  readonly jobs: Jobs;
  readonly keys: Keys;
}

/** Enqueued in the caller's transaction: sent if it commits. */
export const enqueueMail = (
  tx: Db,
  { jobs, keys }: Deps,
  providerId: string,
  order: QueuedMail,
): Promise<void> =>
  jobs.send(tx, 'send-mail', {
    providerId,
    sealed: keys.seal('message', providerId, JSON.stringify(order)),
  });

export const enqueueText = (
  tx: Db,
  { jobs, keys }: Deps,
  providerId: string,
  order: QueuedText,
): Promise<void> =>
  jobs.send(tx, 'send-sms', {
    providerId,
    sealed: keys.seal('message', providerId, JSON.stringify(order)),
  });
