import { z } from 'zod';
import { Language } from './account.ts';

/** Whom a message would reach at this moment, and how it would look. */
export const MessageDryRun = z.object({
  homes: z.int(),
  people: z.int(),
  mail: z.int().meta({ description: 'people who would get a mail too' }),
  sms: z.int(),
  voice: z.int(),
  previews: z.array(
    z.object({
      language: Language,
      subject: z.string(),
      htmlBody: z.string().meta({ description: 'after it was cleaned' }),
      plainTextBody: z.string(),
    }),
  ),
});
export type MessageDryRun = z.infer<typeof MessageDryRun>;

/** What a person wrote to the provider. */
export const Inquiry = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  name: z.string(),
  email: z.string(),
  houseId: z.string(),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Inquiry = z.infer<typeof Inquiry>;
