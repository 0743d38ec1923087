import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { Instant } from '../instant.ts';
import { Inquiry, MessageDryRun } from '../entities/operator-message.ts';
import { wordsByLanguage } from '../words-by-language.ts';
import { BODY, Subject } from './messages.ts';

const Html = z
  .string()
  .trim()
  .min(1)
  .max(20_000)
  .regex(BODY, 'must have no control characters')
  .meta({ description: 'cleaned by the allow-list of the message center' });

const Words = z.strictObject({ subject: Subject.min(1), html: Html });

const Order = z
  .strictObject({
    programId: z.string().min(1).max(64).optional().meta({ description: 'to the homes of a program' }),
    houseId: z.string().min(1).max(64).optional().meta({ description: 'to one home' }),
    incentive: z.boolean().default(false).meta({ description: 'about a reward: it cannot be deleted' }),
    words: wordsByLanguage(Words),
  })
  .refine(({ programId, houseId }) => programId === undefined || houseId === undefined, {
    path: ['houseId'],
    message: 'either programId or houseId, or neither: to all',
  });
export type MessageOrder = z.output<typeof Order>;

const refusals = [...operatorCall.errors, 'program_unknown'] as const;

export const operatorMessages = defineEndpoints({
  dryRun: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/message/dry-run',
    summary: 'Whom a message would reach, and how it would look; nothing is sent',
    budget: 'write',
    repeat: 'same-result',
    body: Order,
    response: MessageDryRun,
    errors: refusals,
  },
  send: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/message',
    summary: 'Write to all homes, to those of a program, or to one',
    budget: 'write',
    repeat: 'new-effect',
    body: Order,
    response: z.object({ people: z.int() }),
    status: 201,
    headers: ['Idempotency-Key'],
    errors: [...refusals, 'confirm_identity'],
  },
  inbox: {
    ...operatorCall,
    method: 'GET',
    path: '/operator/inbox',
    summary: 'A hundred messages that people wrote to the provider: unanswered ones first, each newest first',
    budget: 'read',
    repeat: 'safe',
    query: z.object({ before: Instant.meta({ description: 'only those written before' }) }),
    response: z.array(Inquiry),
  },
  answer: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/inbox/{inquiryId}/answer',
    summary: 'Answer the message of a person',
    budget: 'write',
    repeat: 'new-effect',
    headers: ['Idempotency-Key'],
    body: z.strictObject({ html: Html }),
    response: Inquiry,
    status: 201,
  },
});
