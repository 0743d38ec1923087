import type { Language } from '#contract/entities/account.ts';
import { instant, json, orNull, text } from '../columns.ts';
import { ofAccount, tenant } from './owners.ts';

export interface MarketingWords {
  readonly title: string;
  /** HTML, cleaned when it was stored. */
  readonly body: string;
  readonly linkTitle: string;
}

/** What a provider offers on dashboards. */
export const marketingTables = {
  marketingMessage: {
    ...tenant,
    id: text<string>(),
    /** Both null: for all homes. */
    programId: orNull(text<string>()),
    houseId: orNull(text<string>()),
    words: json<Record<Language, MarketingWords>>(),
    link: text<string>(),
    startsAt: instant,
    endsAt: instant,
    createdAt: instant,
    withdrawnAt: orNull(instant),
  },
  marketingDismissal: { ...ofAccount, messageId: text<string>(), dismissedAt: instant },
};
