import type { Program } from '#contract/entities/program.ts';
import type { OptOutConsequence } from '../../events/people/consequence.ts';
import type { ParticipationOutcome } from '../../events/outcome.ts';
import { localDate } from '../../events/season.ts';
import { roundHalfUp, sum } from '../numbers.ts';

/** What one device saved in an event, by one version of its receipt. */
interface DeviceResult {
  readonly deviceId: string;
  readonly version: number;
  readonly outcome: ParticipationOutcome;
  /** null: there is no number. */
  readonly reductionWh: number | null;
}

/** An event of a season as one house lived it. */
export interface RewardedEvent {
  readonly eventId: string;
  readonly dispatchId: string;
  readonly program: Pick<Program, 'id' | 'reward' | 'zone' | 'currency'>;
  /** ms */
  readonly startTime: number;
  readonly results: readonly DeviceResult[];
  /** Its settling time is over. */
  readonly isFinal: boolean;
  /** Of an opt-out that counts; null: nobody left. */
  readonly consequence: OptOutConsequence | null;
}

/** Rounded once per event. Only what responded is rewarded: what others used less is chance. */
const earnedBy = ({ program: { reward }, results }: RewardedEvent): number => {
  const responded = results.filter(({ outcome }) => outcome === 'responded');
  if (reward.type === 'none' || responded.length === 0) return 0;
  if (reward.type === 'per-event') return reward.amount;
  const wh = Math.max(0, sum(responded.map(({ reductionWh }) => reductionWh ?? 0)));
  return roundHalfUp((wh * reward.amount) / 1_000);
};

/** A reward per event is one for the dispatch: its first event has it. */
const isPaidByAnother = (event: RewardedEvent, earlier: readonly RewardedEvent[]): boolean =>
  event.program.reward.type === 'per-event' &&
  earlier.some((other) => other.dispatchId === event.dispatchId && earnedBy(other) > 0);

const monthOf = ({ startTime, program: { zone } }: RewardedEvent): string =>
  localDate(startTime, zone).slice(0, 7);

const costs = ({ consequence }: RewardedEvent, code: OptOutConsequence['code']): boolean =>
  consequence?.code === code;

const isLost = (event: RewardedEvent, events: readonly RewardedEvent[]): boolean =>
  events.some(
    (other) =>
      (costs(other, 'loses_event_reward') && other.dispatchId === event.dispatchId) ||
      (costs(other, 'loses_month_reward') && monthOf(other) === monthOf(event)),
  );

/** What opt-outs of the season cost; each dispatch once. */
const chargesOf = (events: readonly RewardedEvent[]): number =>
  sum(
    [...Map.groupBy(events, ({ dispatchId }) => dispatchId).values()].map((dispatch) =>
      Math.max(
        0,
        ...dispatch.map(({ consequence }) => (consequence?.code === 'loses_amount' ? consequence.amount : 0)),
      ),
    ),
  );

const byTime = (a: RewardedEvent, b: RewardedEvent): number =>
  a.startTime - b.startTime || (a.eventId < b.eventId ? -1 : 1);

export interface RewardAmount {
  readonly event: RewardedEvent;
  /** By the result alone. */
  readonly earned: number;
  /** After what opt-outs cost; never below zero, nor below what was paid already. */
  readonly payable: number;
}

/**
 * What each event of one house, program and season is worth now. A charge is taken from the earliest events that have
 * something left, and waits for later ones.
 */
export const rewardAmounts = (
  events: readonly RewardedEvent[],
  paidFor: (eventId: string) => number,
): RewardAmount[] => {
  const ordered = events.toSorted(byTime);
  let charge = chargesOf(ordered);
  return ordered.map((event, index) => {
    const earned = isPaidByAnother(event, ordered.slice(0, index)) ? 0 : earnedBy(event);
    const paid = paidFor(event.eventId);
    const beforeCharge = isLost(event, ordered) ? paid : Math.max(earned, paid);
    const charged = Math.min(charge, beforeCharge - paid);
    charge -= charged;
    return { event, earned, payable: beforeCharge - charged };
  });
};
