import type { Reward } from '#contract/entities/result.ts';
import type { Program } from '#contract/entities/program.ts';
import { localDate } from '#domain/events/season.ts';
import { currencyOf, givenBy, ledgerBalance } from '../rewards/ledger-sums.ts';

interface MonthReward {
  readonly currency: Program['currency'];
  /** For the events of the month. */
  readonly total: number;
  /** The part of it that may still change. */
  readonly provisional: number;
  /** For those of its calendar year. */
  readonly year: number;
}

const YEAR_LENGTH = 'YYYY'.length;

/** What the events of a month (YYYY-MM) of the house have earned; null: it takes part in no program and has earned nothing. */
export const monthReward = (reward: Reward, month: string, zone: string): MonthReward | null => {
  const currency = currencyOf(reward);
  if (currency === null) return null;
  const balanceIn = (span: string) =>
    ledgerBalance(
      reward.entries.filter(
        (entry) =>
          entry.currency === currency && localDate(Date.parse(entry.startTime), zone).startsWith(span),
      ),
    );
  const balance = balanceIn(month);
  return {
    currency,
    total: givenBy(balance),
    provisional: balance.accrued,
    year: givenBy(balanceIn(month.slice(0, YEAR_LENGTH))),
  };
};
