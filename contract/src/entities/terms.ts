import { z } from 'zod';
import { Language } from './account.ts';

/** The day by which a provider names its texts; the one of provider.json is in force. */
export const TermsVersion = z.iso.date();

/** Which texts a person was shown and agreed to. */
export const AgreedTerms = z.strictObject({ version: TermsVersion, language: Language });
export type AgreedTerms = z.infer<typeof AgreedTerms>;

/** What people agree to: HTML of the provider's files. */
export const Terms = z.object({
  version: TermsVersion,
  language: Language,
  terms: z.string().meta({ description: 'terms of use; HTML' }),
  privacy: z.string().meta({ description: 'privacy notice; HTML' }),
});
export type Terms = z.infer<typeof Terms>;

export const Agreement = z.object({
  id: z.string(),
  version: TermsVersion,
  language: Language,
  agreedAt: z.iso.datetime(),
});
export type Agreement = z.infer<typeof Agreement>;
