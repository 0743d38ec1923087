import type { DeviceKind } from '#contract/entities/device.ts';
import type { DemandEvent } from '../events/event.ts';
import { outcomeOf } from '../events/outcome.ts';
import type { ParticipationOutcome } from '../events/outcome.ts';
import type { Participation } from '../events/participation.ts';
import { endOf } from '../events/timing.ts';
import { sum } from './numbers.ts';
import type { Receipt } from './receipt.ts';
import type { NoResultReason } from './result.ts';

/** One device of a house in an event. */
export interface DeviceShare {
  readonly deviceId: string;
  readonly outcome: ParticipationOutcome;
  /** Wh; null: not known. */
  readonly actualWh: number | null;
  readonly reductionWh: number | null;
  /** Why there is no number; absent: there is one, or not yet. */
  readonly reason?: NoResultReason;
}

/** One event as one house lived it. Times in ms. */
export interface EventResult {
  readonly eventId: string;
  readonly dispatchId: string;
  readonly type: DeviceKind;
  readonly startTime: number;
  /** Its end, or when it was cancelled. */
  readonly endTime: number;
  readonly devices: readonly DeviceShare[];
}

const newestOf = (receipts: readonly Receipt[], deviceId: string): Receipt | null =>
  receipts
    .filter((receipt) => receipt.deviceId === deviceId)
    .reduce<Receipt | null>((newest, one) => (newest && newest.version > one.version ? newest : one), null);

/** From the participations of a house in an event and its receipts, in whatever versions and order. */
export const eventResult = (
  event: DemandEvent,
  participations: readonly Participation[],
  receipts: readonly Receipt[],
  now: number,
): EventResult => ({
  eventId: event.id,
  dispatchId: event.dispatchId,
  type: event.kind,
  startTime: event.startTime,
  endTime: endOf(event),
  devices: participations.map((participation) => {
    const receipt = newestOf(receipts, participation.deviceId);
    return {
      deviceId: participation.deviceId,
      outcome: outcomeOf(event, participation, now),
      actualWh: receipt?.actualWh ?? null,
      reductionWh: receipt?.reductionWh ?? null,
      ...(receipt?.reason ? { reason: receipt.reason } : {}),
    };
  }),
});

/** The `deviceEventLogs` of an event: devices that are not excluded. */
export const deviceEventLogs = ({ devices }: EventResult) =>
  devices
    .filter(({ outcome }) => outcome !== 'excluded')
    .map(({ deviceId, outcome, actualWh }) => ({
      deviceId,
      optout: outcome === 'optedOut',
      eventEnergy: actualWh,
    }));

/** What is known, added up; null: nothing is known. Negative reductions stay negative. */
export const knownSum = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sum(known);
};

/** Wh that some events saved; null: no result is known. */
export const savedWh = (results: readonly EventResult[]): number | null =>
  knownSum(results.flatMap(({ devices }) => devices.map(({ reductionWh }) => reductionWh)));
