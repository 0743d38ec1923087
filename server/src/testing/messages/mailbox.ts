import type { Jobs } from '../../jobs/queue.ts';
import type { QueuedMail, QueuedNotice, QueuedText } from '../../notify/enqueue.ts';
import { testKeys } from '../app.ts';

interface Sent {
  readonly job: string;
  readonly order: QueuedMail & QueuedText & Pick<QueuedNotice, 'content'>;
}

interface Sealed {
  readonly providerId: string;
  readonly sealed: string;
}

const orderOf = ({ providerId, sealed }: Sealed): Sent['order'] =>
  JSON.parse(testKeys.open('message', providerId, sealed)) as Sent['order'];

/** Of the jobs that a recording queue was given. */
export const mailsIn = (jobs: readonly unknown[]): Sent['order'][] =>
  (jobs as readonly (Sealed & { readonly name: string })[])
    .filter(({ name }) => name === 'send-mail')
    .map(orderOf);

/** A queue that records messages and decrypts them for the test. */
export const createMailbox = () => {
  const sent: Sent[] = [];
  const others: { readonly job: string; readonly data: object }[] = [];
  const nothing = async () => {};
  const send: Jobs['send'] = async (_tx, job, data) => {
    if (!('sealed' in data)) {
      others.push({ job, data });
      return;
    }
    sent.push({ job, order: orderOf(data) });
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
    /** Jobs that are no messages. */
    others,
    /** The newest mail to an address. */
    lastTo: (to: string): Sent['order'] | undefined => sent.findLast(({ order }) => order.to === to)?.order,
    /** Those with a recipient: mails to unknown addresses are queued without one. */
    delivered: () => sent.filter(({ order }) => order.to !== null),
  };
};

/** What a link in a mail carries. */
export const tokenIn = (link: string | undefined): string => /token=([\w-]+)/.exec(link ?? '')?.[1] ?? '';

/** The code of an invitation's mail. */
export const invitationCodeIn = (link: string | undefined): string =>
  /#\/link-house\?code=([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';
