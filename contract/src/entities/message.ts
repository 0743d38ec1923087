import { z } from 'zod';
import { MessageKey } from './account.ts';

/** A message between the provider and one person about one house. */
export const Message = z.object({
  uuid: z.string(),
  subject: z.string().meta({ description: "may be empty: shown as 'no subject'" }),
  htmlBody: z.string().meta({ description: 'cleaned by the allow-list when it was written' }),
  plainTextBody: z.string(),
  createdAt: z.iso.datetime(),
  read: z.iso.datetime().nullable().meta({ description: 'when it was first opened; null: unread' }),
  favorite: z.boolean(),
  archived: z.boolean(),
  kind: MessageKey,
  fromAccount: z.boolean().meta({ description: 'written by the person to the provider' }),
  parentMessageId: z.string().nullable().meta({ description: 'the message that this one answers' }),
  eventId: z.string().nullable().meta({ description: 'the demand event that it is about' }),
  about: z.enum(['event', 'result']).nullable().meta({ description: 'what of that event' }),
});
export type Message = z.infer<typeof Message>;
