import type { Reward } from '#contract/entities/result.ts';
import type { Program } from '#contract/entities/program.ts';
import { sum } from '#domain/results/numbers.ts';
import { givenBy, seasonTotal } from './season-total.ts';

export interface SeasonReward {
  readonly currency: Program['currency'];
  readonly accrued: number;
  readonly confirmed: number;
  readonly paid: number;
  /** Of them together. */
  readonly total: number;
  /** Of seasons that are over, or of programs that the house has left. */
  readonly earlier: number;
}

/** The present seasons of all programs together; null: the house takes part in none and has earned nothing. */
export const seasonReward = (reward: Reward): SeasonReward | null => {
  const { seasons, balance } = reward;
  const present = seasonTotal(reward);
  const currency = present?.currency ?? (balance[0]?.currency as Program['currency'] | undefined);
  if (!currency) return null;
  const total = present?.amount ?? 0;
  const all = balance.filter((entry) => entry.currency === currency);
  const sumOf = (kind: 'accrued' | 'confirmed' | 'paid') =>
    sum(seasons.filter((season) => season.currency === currency).map((season) => season.balance[kind]));
  return {
    currency,
    accrued: sumOf('accrued'),
    confirmed: sumOf('confirmed'),
    paid: sumOf('paid'),
    total,
    earlier: sum(all.map(givenBy)) - total,
  };
};
