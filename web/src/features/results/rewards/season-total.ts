import type { Reward, RewardBalance } from '#contract/entities/result.ts';
import type { Program } from '#contract/entities/program.ts';
import { balanceOf } from '#domain/results/rewards/ledger.ts';
import type { Balance } from '#domain/results/rewards/ledger.ts';

export interface Total {
  readonly amount: number;
  readonly currency: Program['currency'];
}

/** What a house was given, wherever it stands now. */
export const givenBy = ({ accrued, confirmed, paid }: RewardBalance): number => accrued + confirmed + paid;

/** What stands where of some entries of an answer. */
export const ledgerBalance = (entries: Reward['entries']): Balance =>
  balanceOf(
    entries
      .map((entry) => ({
        ...entry,
        time: Date.parse(entry.time),
        currency: entry.currency as Program['currency'],
      }))
      // They come newest first; a balance is formed in the order in which they were written.
      .toReversed(),
  );

/** Earned in the present seasons of all programs; null: the house takes part in none. */
export const seasonTotal = ({ seasons }: Reward): Total | null => {
  const currency = seasons[0]?.currency as Total['currency'] | undefined;
  if (!currency) return null;
  const ofCurrency = seasons.filter((season) => season.currency === currency);
  return { currency, amount: ofCurrency.reduce((sum, { balance }) => sum + givenBy(balance), 0) };
};
