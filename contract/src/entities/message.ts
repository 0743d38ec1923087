import { z } from 'zod';
import { Language, MessageKey } from './account.ts';

/** The words of a message in one language. */
const MessageWords = z.object({ subject: z.string(), htmlBody: z.string(), plainTextBody: z.string() });
export type MessageWords = z.infer<typeof MessageWords>;

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
  language: Language.nullable().meta({
    description: 'of its words; null: not known, as of what a person typed',
  }),
  translations: z.record(Language, MessageWords).meta({
    description: 'its words by language, where it was written in several; else empty',
  }),
  about: z.enum(['event', 'result']).nullable().meta({ description: 'what of that event' }),
});
export type Message = z.infer<typeof Message>;
