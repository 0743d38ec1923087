import type { Jobs } from '../../jobs/queue.ts';
import type { QueuedMail, QueuedText } from '../../notify/enqueue.ts';
import { testKeys } from '../app.ts';

interface Sent {
  readonly job: string;
  readonly order: QueuedMail & QueuedText;
}

/** A queue that records messages and decrypts them for the test. */
export const createMailbox = () => {
  const sent: Sent[] = [];
  const nothing = async () => {};
  const send: Jobs['send'] = async (_tx, job, data) => {
    if (!('sealed' in data)) return;
    const order = JSON.parse(testKeys.open('message', data.providerId, data.sealed)) as Sent['order'];
    sent.push({ job, order });
  };
  const jobs: Jobs = {
    send,
    sendMany: async (tx, job, all) => {
      for (const { data } of all) await send(tx, job, data);
    },
    work: nothing,
    workOnCommands: nothing,
    start: nothing,
    stop: nothing,
  };
  return {
    jobs,
    sent,
    /** The newest mail to an address. */
    lastTo: (to: string): QueuedMail | undefined => sent.findLast(({ order }) => order.to === to)?.order,
    /** Those with a recipient: mails to unknown addresses are queued without one. */
    delivered: () => sent.filter(({ order }) => order.to !== null),
  };
};

/** What a link in a mail carries. */
export const tokenIn = (link: string | undefined): string => /token=([\w-]+)/.exec(link ?? '')?.[1] ?? '';

/** The code of an invitation's mail. */
export const invitationCodeIn = (link: string | undefined): string =>
  /#\/link-house\?code=([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';
