import type { OptOutCause } from '../participation.ts';
import { isCounted, optOutConsequence } from '../people/consequence.ts';
import type { OptOutConsequence } from '../people/consequence.ts';
import { keptOptOut } from '../people/house-dispatch.ts';
import type { EngineTx } from './ports.ts';
import type { EngineEvent, StoredHome } from './rows.ts';

/** A device that has just left an event. */
interface LeavingDevice {
  readonly event: EngineEvent;
  readonly deviceId: string;
}

/**
 * Keeps what a home is told that leaving costs, after devices of it left a dispatch, and forgets it where none counts as having left
 * any more. The home must be locked. Returns what is told of each device.
 */
export const keepOptOuts = async <Device extends LeavingDevice>(
  { store }: EngineTx,
  home: StoredHome,
  left: readonly Device[],
  cause: OptOutCause,
  now: number,
): Promise<{ readonly device: Device; readonly told: OptOutConsequence }[]> => {
  if (left.length === 0 && Object.keys(home.optOuts).length === 0) return [];
  const counted = await store.countedDevices(home);
  const optOuts = await store.optOutsOf(home);
  const told = left.map((device) => ({
    device,
    deviceId: device.deviceId,
    told: optOutConsequence(device.event, { optOuts, toldAt: home.toldAt }, now),
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
      at: now,
    });
    return kept === null ? [] : [[programId, kept] as const];
  });
  await store.writeOptOuts(home, Object.fromEntries(entries));
  return told;
};
