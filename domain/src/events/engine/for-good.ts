import type { DeviceRef } from '../../ports/device-link.ts';
import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { leaveForGood, takeOut } from '../people/people.ts';
import { carryOut, lockParticipations } from './carry-out.ts';
import type { LockedParticipation } from './carry-out.ts';
import type { EngineTx } from './ports.ts';
import type { HomeRef } from './rows.ts';

export type HouseRef = Omit<DeviceRef, 'deviceId'>;

/** As they are once this transaction has ended: no device is taken in by facts that were read before. */
export const withFacts = (
  locked: readonly LockedParticipation[],
  more: (participant: LockedParticipation) => Partial<LockedParticipation['facts']>,
): LockedParticipation[] =>
  locked.map((participant) => ({
    ...participant,
    facts: { ...participant.facts, ...more(participant) },
  }));

/** The same in all events that are not over for it. */
export const lockAllOfHouse = async (tx: EngineTx, house: HouseRef): Promise<LockedParticipation[]> => {
  await tx.store.lockDevicesOfHouse(house);
  return lockParticipations(tx, await tx.store.participationsOfHouse(house, null), 'wait', tx.now());
};

export const homesOf = (locked: readonly LockedParticipation[]): HomeRef[] =>
  locked.map(({ providerId, houseId, event: { dispatchId } }) => ({ providerId, houseId, dispatchId }));

type Leave = (event: DemandEvent, participation: Participation, now: number) => Participation;

/** Whatever they were planned for, with facts by which no event takes them in again. */
const letGo = async (
  tx: EngineTx,
  locked: readonly LockedParticipation[],
  leaves: Leave,
  now: number,
): Promise<void> => {
  const closed = withFacts(locked, () => ({ isClosed: true }));
  await carryOut(tx, closed, ({ event, participation }) => leaves(event, participation, now), now);
};

/** The household closes: all devices leave events, and what was moved is put back, as is safe after `lapse`; true: there were any. */
export const leaveEventsForGood = async (
  tx: EngineTx,
  house: HouseRef,
  lapse?: () => Promise<void>,
): Promise<boolean> => {
  if (lapse) await lockAllOfHouse(tx, house);
  await lapse?.();
  const locked = await lockAllOfHouse(tx, house);
  if (locked.length === 0) return false;
  const homes = await tx.store.lockHomes(homesOf(locked));
  const now = tx.now();
  for (const home of homes) await tx.store.writeDeparture(home, { at: now, by: null, cause: 'closed' });
  await letGo(tx, locked, leaveForGood, now);
  return true;
};

/** Devices that may not be in events any more leave those that come or run, and what was moved is put back. `by`: who ended it. */
export const leaveEventsOf = async (
  tx: EngineTx,
  house: HouseRef,
  isMeant: (participant: LockedParticipation) => boolean,
  by: 'owner' | 'provider',
): Promise<void> => {
  const locked = (await lockAllOfHouse(tx, house)).filter(isMeant);
  const cause = by === 'owner' ? 'person' : by;
  await letGo(tx, locked, (event, participation, now) => takeOut(event, participation, cause, now), tx.now());
};
