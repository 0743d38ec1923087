import type { Keys } from '../lib/secrets/keys.ts';
import type { RootDb } from '../db/connection.ts';
import type { JobData, Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import { isTextWanted } from '../stores/messages/message-texts.ts';
import { optOut } from '../stores/account/phones.ts';
import type { Channels } from './channels.ts';
import type { QueuedMail, QueuedNotice, QueuedText } from './enqueue.ts';
import { layOutMail } from './mail-layout.ts';
import { renderMail } from './templates.ts';

export interface MessageDeliveryDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly providers: Providers;
  readonly channels: Channels;
  /** Sender address; null: the support address of each provider. */
  readonly mailFrom: string | null;
}

type Sealed = JobData['send-mail'];

const openOrder = <T extends { until: string | null }>(
  { keys, clock, providers }: MessageDeliveryDeps,
  { providerId, sealed }: Sealed,
): { order: T; provider: Provider } | null => {
  const provider = providers.byId(providerId);
  const order = JSON.parse(keys.open('message', providerId, sealed)) as T;
  const late = order.until !== null && new Date(order.until) <= clock.now();
  return provider && !late ? { order, provider } : null;
};

export const deliverMail = async (deps: MessageDeliveryDeps, data: Sealed, jobId: string): Promise<void> => {
  const opened = openOrder<QueuedMail | QueuedNotice>(deps, data);
  if (!opened) return;
  const { order, provider } = opened;
  const rendered =
    'content' in order
      ? layOutMail(order.content, { ...order, provider })
      : renderMail(order.name, { ...order, provider });
  if (order.to === null) return;
  const address = deps.mailFrom ?? provider.file.supportEmail;
  await deps.channels.mailer.send({
    ...rendered,
    providerId: provider.id,
    messageId: `<${jobId}@${address.split('@')[1]}>`,
    from: { name: provider.file.name, address },
    replyTo: provider.file.supportEmail,
    to: order.to,
    calendar: ('calendar' in order && order.calendar) || null,
  });
};

const deliverTo =
  (way: 'sms' | 'voice') =>
  async (deps: MessageDeliveryDeps, data: Sealed, id: string): Promise<void> => {
    const opened = openOrder<QueuedText>(deps, data);
    if (!opened) return;
    const { order, provider } = opened;
    const { to, text, language, about } = order;
    if (about && !(await isTextWanted(deps.db, { providerId: provider.id, ...about }))) return;
    const message = { providerId: provider.id, id, to, text, language };
    const { sms, voice } = deps.channels;
    const outcome = way === 'sms' ? await sms.send(message) : await voice.call(message);
    // The gateway received a STOP that its webhook did not deliver.
    if (outcome === 'opted-out') {
      await deps.db.transaction().execute((tx) => optOut(tx, order.to, deps.clock.now()));
    }
  };

export const deliverText = deliverTo('sms');
export const deliverCall = deliverTo('voice');

/** Starts the workers of the message queues. Failures are logged; retries are the queue's setting. */
export const startDelivery = async (
  deps: MessageDeliveryDeps,
  jobs: Jobs,
  onError: (error: unknown, what: string) => void,
): Promise<void> => {
  const logged =
    (what: string, work: (deps: MessageDeliveryDeps, data: Sealed, id: string) => Promise<void>) =>
    async (data: Sealed, id: string) => {
      try {
        await work(deps, data, id);
      } catch (error) {
        onError(error, what);
        throw error;
      }
    };
  await jobs.work('send-mail', logged('sending a mail', deliverMail));
  await jobs.work('send-sms', logged('sending a text message', deliverText));
  await jobs.work('send-voice', logged('calling', deliverCall));
};
