import type { Reward } from '#contract/entities/result.ts';
import type { Program } from '#contract/entities/program.ts';
import type { Balance } from '#domain/results/rewards/ledger.ts';
import { localDate } from '#domain/events/season.ts';
import { currencyOf, givenBy, ledgerBalance } from './ledger-sums.ts';

export interface YearReward extends Pick<Balance, 'accrued' | 'confirmed' | 'paid'> {
  /** YYYY */
  readonly year: string;
  readonly currency: Program['currency'];
  readonly total: number;
  /** In the years before. */
  readonly earlier: number;
  /** Of the same sum, the largest first. */
  readonly programs: readonly (Pick<Balance, 'accrued' | 'confirmed' | 'paid'> & {
    readonly programId: string;
  })[];
}

/** What the events of a calendar year of the house have earned; null: it takes part in no program and has earned nothing. */
export const yearReward = (reward: Reward, now: number, zone: string): YearReward | null => {
  const currency = currencyOf(reward);
  if (currency === null) return null;
  const year = localDate(now, zone).slice(0, 4);
  const all = reward.entries.filter((entry) => entry.currency === currency);
  const ofYear = all.filter(({ startTime }) => localDate(Date.parse(startTime), zone).startsWith(year));
  const { accrued, confirmed, paid } = ledgerBalance(ofYear);
  const total = accrued + confirmed + paid;
  const programs = [...Map.groupBy(ofYear, ({ programId }) => programId)]
    .map(([programId, entries]) => ({ programId, ...ledgerBalance(entries) }))
    .toSorted((one, other) => givenBy(other) - givenBy(one));
  return {
    year,
    currency,
    accrued,
    confirmed,
    paid,
    total,
    earlier: givenBy(ledgerBalance(all)) - total,
    programs,
  };
};
