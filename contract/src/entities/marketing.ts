import { z } from 'zod';
import { Language } from './account.ts';

/** What the provider offers a home on its dashboard, in the language of the request. */
export const MarketingMessage = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string().meta({ description: 'HTML, cleaned' }),
  linkTitle: z.string().meta({ description: 'the words on the button' }),
  link: z.string().meta({
    description: 'where the button leads: https, mailto, tel, or a page of the portal such as #/profile',
  }),
});
export type MarketingMessage = z.infer<typeof MarketingMessage>;

const target = {
  programId: z.string().nullable(),
  houseId: z.string().nullable(),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
};

/** Which homes a message would show at, and how it would look. */
export const MarketingDryRun = z.object({
  ...target,
  homes: z.int().meta({ description: 'homes of the target whose dashboard has marketing' }),
  homesWithout: z.int().meta({ description: 'homes of the target where enableHomeMarketing is off' }),
  link: z.string(),
  previews: z.array(
    z.object({
      language: Language,
      title: z.string(),
      body: z.string().meta({ description: 'after it was cleaned' }),
      plainTextBody: z.string(),
      linkTitle: z.string(),
    }),
  ),
});
export type MarketingDryRun = z.infer<typeof MarketingDryRun>;

export const PublishedMarketing = z.object({
  id: z.string(),
  ...target,
  title: z.string(),
  link: z.string(),
  createdAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
  dismissals: z.int().meta({ description: 'people who have dismissed it' }),
});
export type PublishedMarketing = z.infer<typeof PublishedMarketing>;
