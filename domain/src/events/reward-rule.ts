import type { EventReward } from '#contract/entities/event.ts';
import type { Program } from '#contract/entities/program.ts';

/** By which rule events of a program are rewarded. */
export const rewardRule = ({ reward, currency }: Pick<Program, 'reward' | 'currency'>): EventReward => ({
  type: reward.type,
  amount: reward.type === 'none' ? 0 : reward.amount,
  currency,
});
