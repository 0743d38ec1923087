import type { EventState } from '#contract/entities/event.ts';
import type { DeviceCursor, HomeRef, ParticipationRef } from '../../engine/rows.ts';

/** One provider lives in a store in memory. */
export const PROVIDER = 'provider';

/** Of events that are not over. */
export const OPEN_STATES: readonly EventState[] = [
  'scheduled',
  'notified',
  'preparing',
  'active',
  'returning',
];

export const participationKey = ({
  eventId,
  houseId,
  deviceId,
}: Omit<ParticipationRef, 'providerId'>): string => `${houseId}/${deviceId}/${eventId}`;

export const homeKey = ({ houseId, dispatchId }: Omit<HomeRef, 'providerId'>): string =>
  `${houseId}/${dispatchId}`;

export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const compareDevices = (one: DeviceCursor, other: DeviceCursor): number =>
  compare(one.houseId, other.houseId) || compare(one.deviceId, other.deviceId);

export const actionKey = ({ round, phase }: { readonly round: number; readonly phase: string }): string =>
  `${round} ${phase}`;
