import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { MarketingDryRun, PublishedMarketing } from '../entities/marketing.ts';
import { InstantText } from '../instant.ts';
import { wordsByLanguage } from '../words-by-language.ts';
import { BODY, Subject } from './messages.ts';

const Words = z.strictObject({
  title: Subject.min(1).max(80),
  html: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .regex(BODY, 'must have no control characters')
    .meta({ description: 'cleaned by the allow-list of the message center' }),
  linkTitle: Subject.min(1).max(40),
});

/** Whether a browser can tell where it leads: a host that cannot be one, or broken percent-encoding, leads nowhere. */
const isReadable = (link: string): boolean => {
  try {
    decodeURI(link);
  } catch {
    return false;
  }
  return link.startsWith('#') || z.url().safeParse(link).success;
};

/** A page elsewhere, a mail, a call, or a page of the portal. */
const Link = z
  .string()
  .max(500)
  .regex(/^(?:https:\/\/|mailto:|tel:|#\/)[^\s\p{Cc}\p{Cs}\\]+$/u, 'https://, mailto:, tel: or #/')
  .refine(isReadable, 'leads nowhere');

const Order = z
  .strictObject({
    programId: z.string().min(1).max(64).optional().meta({ description: 'at the homes of a program' }),
    houseId: z.string().min(1).max(64).optional().meta({ description: 'at one home' }),
    startTime: InstantText.optional().meta({ description: 'now unless given' }),
    endTime: InstantText.optional().meta({
      description: '30 days after the start unless given; at most 366',
    }),
    link: Link,
    words: wordsByLanguage(Words),
  })
  .refine(({ programId, houseId }) => programId === undefined || houseId === undefined, {
    path: ['houseId'],
    message: 'either programId or houseId, or neither: at all',
  });
export type MarketingOrder = z.output<typeof Order>;

const refusals = [...operatorCall.errors, 'program_unknown'] as const;

export const operatorMarketing = defineEndpoints({
  dryRun: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/marketing/dry-run',
    summary: 'At how many homes a marketing message would show, and how it would look; nothing is published',
    budget: 'write',
    repeat: 'same-result',
    body: Order,
    response: MarketingDryRun,
    errors: refusals,
  },
  publish: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/marketing',
    summary: 'Show a marketing message on the dashboards of all homes, of those of a program, or of one',
    budget: 'write',
    repeat: 'new-effect',
    body: Order,
    response: PublishedMarketing,
    status: 201,
    headers: ['Idempotency-Key'],
    errors: [...refusals, 'confirm_identity'],
  },
  list: {
    ...operatorCall,
    method: 'GET',
    path: '/operator/marketing',
    summary: 'The newest hundred marketing messages of the provider',
    budget: 'read',
    repeat: 'safe',
    response: z.array(PublishedMarketing),
  },
  withdraw: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/marketing/{marketingId}/withdraw',
    summary: 'Show a marketing message no longer',
    budget: 'write',
    repeat: 'same-result',
    response: PublishedMarketing,
  },
});
