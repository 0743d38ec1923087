import type { Inquiry } from '#contract/entities/operator-message.ts';
import { AppError } from '../lib/app-error.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { newId } from '../lib/secrets/random.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import { notifyAccounts } from '../notify/notify-accounts.ts';
import * as audit from '../stores/system/audit.ts';
import { listInquiries } from '../stores/messages/inquiries.ts';
import type { InquiryRow } from '../stores/messages/inquiries.ts';
import { recipientsOf } from '../stores/messages/recipients.ts';
import type { OperatorMessageDeps } from './broadcast.ts';
import { messageLink } from './message-link.ts';
import { operatorContent } from './operator-content.ts';

const toInquiry = (row: InquiryRow): Inquiry => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  name: `${row.firstName} ${row.lastName}`,
  email: row.email,
  houseId: row.houseId,
  address: row.address,
  subject: row.subject,
  text: row.text,
  answeredAt: row.answeredAt?.toISOString() ?? null,
});

export const readInbox = async (
  { db }: OperatorMessageDeps,
  scope: OperatorScope,
  before: Date | null,
): Promise<Inquiry[]> => (await listInquiries(db, scope, { before })).map(toInquiry);

/**
 * Answers once per idempotency key. Texts and calls about an answer would come at any hour; the person asked in the portal and
 * reads it there, or by mail.
 */
export const answerInquiry = async (
  deps: OperatorMessageDeps,
  scope: OperatorScope,
  inquiryId: string,
  html: string,
  idempotencyKey: string | null,
): Promise<Inquiry> =>
  deps.db.transaction().execute(async (tx) => {
    const [inquiry] = await listInquiries(tx, scope, { id: inquiryId });
    const provider = deps.providers.byId(scope.providerId);
    if (!inquiry || !provider) throw new AppError('not_found');
    const { accountId, houseId, subject } = inquiry;
    const members = await recipientsOf(tx, scope.providerId, [houseId], 'direct_message');
    const recipient = members.find((one) => one.accountId === accountId);
    // Who is no longer of the household reads nothing of it.
    if (!recipient) throw new AppError('not_found');
    const now = deps.clock.now();
    const id = newId(deps.random);
    const link = messageLink(deps.publicUrl(provider), provider, recipient, id);
    const written = await notifyAccounts(
      tx,
      deps,
      [
        {
          id,
          recipient,
          kind: 'direct_message',
          dedupeKey: `answer/${
            idempotencyKey === null ? id : hashSecret(`${scope.accountId} ${inquiryId} ${idempotencyKey}`)
          }`,
          dispatchId: null,
          eventId: null,
          parentId: inquiryId,
          content: operatorContent({ subject, html, question: inquiry }, { recipient, provider, link }),
          texts: null,
        },
      ],
      now,
    );
    // A call that is repeated because its answer was lost.
    if (written === 0) return toInquiry(inquiry);
    const { providerId, accountId: operatorId } = scope;
    const entry = { providerId, accountId: operatorId, houseId, action: 'message-answered' } as const;
    await audit.record(tx, deps.random, now, { ...entry, detail: { inquiryId } });
    return { ...toInquiry(inquiry), answeredAt: now.toISOString() };
  });
