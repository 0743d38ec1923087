import { isCounted, optOutConsequence } from '#domain/events/people/consequence.ts';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import { keptOptOut } from '#domain/events/people/house-dispatch.ts';
import type { OptOutCause } from '#domain/events/participation.ts';
import type { Db } from '../../db/connection.ts';
import {
  countedDevices,
  lockHouseDispatches,
  optOutsOfHouseholds,
  writeOptOuts,
} from '../../stores/events/house-dispatches.ts';
import type { StoredHouseDispatch } from '../../stores/events/house-dispatches.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { LockedParticipation } from '../carry-out.ts';

/** A device that has just left an event. */
export interface LeavingDevice {
  readonly event: StoredEvent;
  readonly deviceId: string;
}

/**
 * Keeps what a home is told that leaving costs, after devices of it left a dispatch, and forgets it where none counts as having left
 * any more. The home in the dispatch must be locked. Returns what is told of each device.
 */
export const keepOptOuts = async <Device extends LeavingDevice>(
  tx: Db,
  home: StoredHouseDispatch,
  left: readonly Device[],
  cause: OptOutCause,
  now: Date,
): Promise<{ readonly device: Device; readonly told: OptOutConsequence }[]> => {
  if (left.length === 0 && Object.keys(home.optOuts).length === 0) return [];
  const counted = await countedDevices(tx, home);
  const optOuts = await optOutsOfHouseholds(tx, home.providerId, [home.houseId]);
  const at = now.getTime();
  const told = left.map((device) => ({
    device,
    deviceId: device.deviceId,
    told: optOutConsequence(device.event, { optOuts, toldAt: home.toldAt }, at),
  }));
  const entries = [...counted].flatMap(([programId, devices]) => {
    const kept = keptOptOut(home.optOuts[programId] ?? null, {
      isCounted: optOuts.some(
        (optOut) =>
          optOut.dispatchId === home.dispatchId && optOut.programId === programId && isCounted(optOut),
      ),
      counted: devices,
      left: told.filter(
        ({ device: { event, deviceId } }) => event.program.id === programId && devices.includes(deviceId),
      ),
      cause,
      at,
    });
    return kept === null ? [] : [[programId, kept] as const];
  });
  await writeOptOuts(tx, { ...home, optOuts: Object.fromEntries(entries) });
  return told;
};

/** Keeps what it costs that devices, which are locked, have left without anybody having been asked. */
export const keepUnasked = async (
  tx: Db,
  left: readonly LockedParticipation[],
  cause: Exclude<OptOutCause, 'person'>,
  now: Date,
): Promise<{ readonly device: LockedParticipation; readonly told: OptOutConsequence }[]> => {
  const refs = left.map(({ providerId, houseId, event: { dispatchId } }) => ({
    providerId,
    houseId,
    dispatchId,
  }));
  const unasked = [];
  for (const home of await lockHouseDispatches(tx, refs, 'update')) {
    const ofHome = left.filter(
      ({ providerId, houseId, event }) =>
        providerId === home.providerId && houseId === home.houseId && event.dispatchId === home.dispatchId,
    );
    unasked.push(...(await keepOptOuts(tx, home, ofHome, cause, now)));
  }
  return unasked;
};
