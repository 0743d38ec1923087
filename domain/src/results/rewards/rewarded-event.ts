import { chargedConsequence } from '../../events/people/consequence.ts';
import type { OptOutRecord } from '../../events/people/consequence.ts';
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

/**
 * The events of one house, program and season that have results, as rewards are computed from them. `optOuts`: what its household
 * left, also in events without results.
 */
export const rewardedEvents = (
  rows: readonly HouseInEvent[],
  optOuts: readonly OptOutRecord[],
  now: number,
): RewardedEvent[] =>
  rows.map(({ event, participations, receipts }): RewardedEvent => ({
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
    consequence: chargedConsequence(event, optOuts),
  }));
