import type { Reward, RewardBalance } from '#contract/entities/result.ts';
import type { Program } from '#contract/entities/program.ts';
import { balanceOf } from '#domain/results/rewards/ledger.ts';
import type { Balance } from '#domain/results/rewards/ledger.ts';

/** What a house was given, wherever it stands now. */
export const givenBy = ({
  accrued,
  confirmed,
  paid,
}: Pick<RewardBalance, 'accrued' | 'confirmed' | 'paid'>): number => accrued + confirmed + paid;

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

/** That a house is paid in; null: it takes part in no program, and has earned nothing. */
export const currencyOf = ({ seasons, balance }: Reward): Program['currency'] | null =>
  ((seasons[0] ?? balance[0])?.currency as Program['currency'] | undefined) ?? null;
