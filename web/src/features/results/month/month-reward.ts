import type { Reward } from '#contract/entities/result.ts';
import { localDate } from '#domain/events/season.ts';
import { givenBy, ledgerBalance, seasonTotal } from '../rewards/season-total.ts';
import type { Total } from '../rewards/season-total.ts';

interface MonthReward {
  readonly currency: Total['currency'];
  /** For the events of the month. */
  readonly total: number;
  /** The part of it that may still change. */
  readonly provisional: number;
  /** In the present seasons of all programs. */
  readonly season: number;
}

/** What the events of a month (YYYY-MM) of the house have earned; null: the house takes part in no program. */
export const monthReward = (reward: Reward, month: string, zone: string): MonthReward | null => {
  const season = seasonTotal(reward);
  if (!season) return null;
  const { currency } = season;
  const balance = ledgerBalance(
    reward.entries.filter(
      (entry) =>
        entry.currency === currency && localDate(Date.parse(entry.startTime), zone).startsWith(month),
    ),
  );
  return { currency, total: givenBy(balance), provisional: balance.accrued, season: season.amount };
};
