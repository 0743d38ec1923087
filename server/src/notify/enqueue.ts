import type { Language } from '#contract/entities/account.ts';
import type { Db } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Keys } from '../lib/keys.ts';
import type { MailName, Values } from './templates.ts';

/** What a job is to send. It lies in the queue sealed: it holds codes and links that must not stand in the database. */
export interface QueuedMail {
  /** null: nobody has the address that was asked for. The work is the same, and nothing is sent. */
  readonly to: string | null;
  readonly name: MailName;
  readonly language: Language;
  readonly values: Values;
  /** Later than this it would only confuse. */
  readonly until: string | null;
}

export interface QueuedText {
  readonly to: string;
  readonly language: Language;
  readonly text: string;
  readonly until: string | null;
}

interface Deps {
  readonly jobs: Jobs;
  readonly keys: Keys;
}

/** Sent with the transaction of the change that calls for it, or not at all. */
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
