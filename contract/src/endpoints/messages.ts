import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { Message } from '../entities/message.ts';
import { Flag } from '../flag.ts';
import { InstantText } from '../instant.ts';
import { Line } from '../line.ts';

const inboxCall = { access: 'self', path: '/account/{id}/house/{houseId}/message' } as const;
const messageCall = { ...inboxCall, path: '/account/{id}/house/{houseId}/message/{messageId}' } as const;

/** Whether to list only those that are so, or only those that are not; null: both. */
const Filter = z
  .enum(['true', '1', 'false', '0'])
  .optional()
  .transform((value) => (value === undefined ? null : value === 'true' || value === '1'));

/** Several lines: in these marks of direction may be needed. */
export const BODY = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

export const Subject = Line.max(200);
const Body = z.string().trim().min(1).max(10_000).regex(BODY, 'must have no control characters');

const sends = { ...inboxCall, budget: 'write', repeat: 'new-effect', headers: ['Idempotency-Key'] } as const;

export const messages = defineEndpoints({
  list: {
    ...inboxCall,
    method: 'GET',
    summary: 'Messages of the signed-in person about a house, newest first, or only how many there are',
    budget: 'read',
    repeat: 'safe',
    query: z.object({ archived: Filter, favorite: Filter, read: Filter, countOnly: Flag }),
    response: z.union([z.array(Message), z.object({ count: z.int() })]),
    etag: 'content',
  },
  change: {
    ...messageCall,
    method: 'PUT',
    summary: 'Mark a message as read or unread, as favorite or not, or move it to the archive or back',
    budget: 'write',
    repeat: 'same-result',
    body: z
      .strictObject({
        read: z.boolean().optional(),
        favorite: z.boolean().optional(),
        archived: z.boolean().optional(),
      })
      .refine(
        (change) => Object.values(change).some((value) => value !== undefined),
        'read, favorite or archived',
      ),
    response: Message,
  },
  readAll: {
    ...inboxCall,
    method: 'PUT',
    path: '/account/{id}/house/{houseId}/message/read',
    summary:
      'Mark the messages of the inbox as read that were written until then; answers how many there were',
    budget: 'write',
    repeat: 'same-result',
    // So that a message that arrives in between stays unread.
    body: z.strictObject({ until: InstantText }),
    response: z.object({ count: z.int() }),
  },
  delete: {
    ...messageCall,
    method: 'DELETE',
    summary: 'Delete a message, which can be restored for a minute; those about rewards cannot be deleted',
    budget: 'write',
    repeat: 'same-result',
    response: null,
    errors: ['message_kept'],
  },
  restore: {
    ...messageCall,
    method: 'POST',
    path: '/account/{id}/house/{houseId}/message/{messageId}/restore',
    summary: 'Take back the deletion of a message, within a minute of it',
    budget: 'write',
    repeat: 'same-result',
    response: Message,
  },
  write: {
    ...sends,
    method: 'POST',
    summary: 'Write to the provider',
    body: z.strictObject({ subject: Subject, body: Body }),
    response: Message,
    status: 201,
    errors: ['idempotency_mismatch'],
  },
  reply: {
    ...sends,
    method: 'PUT',
    path: '/account/{id}/house/{houseId}/message/reply',
    summary: 'Answer a message',
    body: z.strictObject({ parentMessageId: z.string().min(1).max(64), body: Body }),
    response: Message,
    errors: ['idempotency_mismatch', 'not_found'],
  },
});
