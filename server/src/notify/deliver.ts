import type { Keys } from '../auth/keys.ts';
import type { RootDb } from '../db/connection.ts';
import type { JobData, Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Provider, Providers } from '../providers.ts';
import { optOut } from '../stores/phones.ts';
import type { WaysOut } from './ports.ts';
import type { MailOrder, TextOrder } from './post.ts';
import { renderMail } from './templates.ts';

export interface DeliveryMeans {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly providers: Providers;
  readonly ways: WaysOut;
  /** The address that mails come from; null: each provider's own. */
  readonly mailFrom: string | null;
}

type Sealed = JobData['send-mail'];

const openOrder = <T extends { until: string | null }>(
  { keys, clock, providers }: DeliveryMeans,
  { providerId, sealed }: Sealed,
): { order: T; provider: Provider } | null => {
  const provider = providers.byId(providerId);
  const order = JSON.parse(keys.open('message', providerId, sealed)) as T;
  const late = order.until !== null && new Date(order.until) <= clock.now();
  return provider && !late ? { order, provider } : null;
};

export const deliverMail = async (means: DeliveryMeans, data: Sealed, jobId: string): Promise<void> => {
  const found = openOrder<MailOrder>(means, data);
  if (!found) return;
  const { order, provider } = found;
  const rendered = renderMail(order.name, { ...order, provider });
  if (order.to === null) return;
  const address = means.mailFrom ?? provider.file.supportEmail;
  await means.ways.mailer.send({
    ...rendered,
    providerId: provider.id,
    messageId: `<${jobId}@${address.split('@')[1]}>`,
    from: { name: provider.file.name, address },
    replyTo: provider.file.supportEmail,
    to: order.to,
  });
};

const deliverTo =
  (way: 'texter' | 'dialer') =>
  async (means: DeliveryMeans, data: Sealed, id: string): Promise<void> => {
    const found = openOrder<TextOrder>(means, data);
    if (!found) return;
    const { order, provider } = found;
    const message = { providerId: provider.id, id, ...order };
    const { texter, dialer } = means.ways;
    const outcome = way === 'texter' ? await texter.send(message) : await dialer.call(message);
    // The gateway knows of an answer that never reached us.
    if (outcome === 'opted-out') {
      await means.db.transaction().execute((tx) => optOut(tx, order.to, means.clock.now()));
    }
  };

export const deliverText = deliverTo('texter');
export const deliverCall = deliverTo('dialer');

/** Works off what is to be sent. A failure is told to the log; whether it is tried again is the queue's rule. */
export const startDelivery = async (
  means: DeliveryMeans,
  jobs: Jobs,
  onError: (error: unknown, what: string) => void,
): Promise<void> => {
  const told =
    (what: string, work: (means: DeliveryMeans, data: Sealed, id: string) => Promise<void>) =>
    async (data: Sealed, id: string) => {
      try {
        await work(means, data, id);
      } catch (error) {
        onError(error, what);
        throw error;
      }
    };
  await jobs.work('send-mail', told('sending a mail', deliverMail));
  await jobs.work('send-sms', told('sending a text message', deliverText));
  await jobs.work('send-voice', told('calling', deliverCall));
};
