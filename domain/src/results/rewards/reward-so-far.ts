import type { EventReward } from '#contract/entities/event.ts';
import { roundHalfUp } from '../numbers.ts';

interface SoFar {
  readonly reward: EventReward;
  readonly savedWh: number;
}

interface RewardSoFar {
  /** For what was saved so far, about. */
  readonly saved: number;
  /** For staying in until the end. */
  readonly flat: number;
}

/** What the events of a dispatch have earned so far: each is rounded by itself, as in the end; a flat reward is one for all of a program. */
export const rewardSoFar = (events: readonly (SoFar & { readonly programId: string })[]): RewardSoFar => {
  const flat = new Map(
    events.flatMap(({ reward, programId }) =>
      reward.type === 'per-event' ? [[programId, reward.amount] as const] : [],
    ),
  );
  const saved = events
    .filter(({ reward }) => reward.type === 'per-kwh')
    .map(({ reward, savedWh }) => roundHalfUp((Math.max(0, savedWh) * reward.amount) / 1_000));
  return {
    saved: saved.reduce((total, amount) => total + amount, 0),
    flat: [...flat.values()].reduce((total, amount) => total + amount, 0),
  };
};
