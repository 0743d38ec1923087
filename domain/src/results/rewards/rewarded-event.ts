import { optOutConsequence, optOutUse } from '../../events/people/consequence.ts';
import type { CountedOptOut, OptOutConsequence } from '../../events/people/consequence.ts';
import type { DemandEvent } from '../../events/event.ts';
import { outcomeOf } from '../../events/outcome.ts';
import type { Participation } from '../../events/participation.ts';
import type { Receipt } from '../receipt.ts';
import type { RewardedEvent } from './reward.ts';

/** One house in an event: its devices, and the newest receipt of each. */
export interface HouseInEvent {
  readonly event: DemandEvent;
  readonly participations: readonly Participation[];
  readonly receipts: readonly Pick<Receipt, 'deviceId' | 'version' | 'state' | 'reductionWh'>[];
}

const isCounted = ({ participations }: HouseInEvent): boolean =>
  participations.some(({ optOutCounted }) => optOutCounted);

const isBefore = (one: CountedOptOut, other: DemandEvent): boolean =>
  one.startTime < other.startTime || (one.startTime === other.startTime && one.dispatchId < other.dispatchId);

/** What leaving the event costs: the free opt-outs of a season are those of its first events. */
const consequenceOf = (house: HouseInEvent, counted: readonly CountedOptOut[]): OptOutConsequence | null => {
  if (!isCounted(house)) return null;
  const { event } = house;
  const earlier = counted.filter(
    (optOut) => optOut.dispatchId !== event.dispatchId && isBefore(optOut, event),
  );
  return optOutConsequence(event, optOutUse(event, earlier));
};

/** The events of one house, program and season that have results, as rewards are computed from them. */
export const rewardedEvents = (rows: readonly HouseInEvent[], now: number): RewardedEvent[] => {
  const counted = rows.filter(isCounted).map(({ event }): CountedOptOut => ({
    dispatchId: event.dispatchId,
    programId: event.program.id,
    startTime: event.startTime,
  }));
  return rows.map((row): RewardedEvent => {
    const { event, participations, receipts } = row;
    return {
      eventId: event.id,
      dispatchId: event.dispatchId,
      program: event.program,
      startTime: event.startTime,
      results: participations.flatMap((participation) =>
        receipts
          .filter(({ deviceId }) => deviceId === participation.deviceId)
          .map(({ deviceId, version, reductionWh }) => ({
            deviceId,
            version,
            outcome: outcomeOf(event, participation, now),
            reductionWh,
          })),
      ),
      isFinal: receipts.every(({ state }) => state !== 'provisional'),
      consequence: consequenceOf(row, counted),
    };
  });
};
