import type { CommandBody } from '#domain/control/command/command.ts';
import type { Delivery, DeviceRef, LinkedDevice, Outgoing, Reading } from '#domain/ports/device-link.ts';
import type { Fault, FleetDevice, SimulatedDevice } from './device.ts';
import { createHouse } from './house.ts';
import type { SimulatedHouse } from './house.ts';

interface FleetSetup {
  readonly devices: readonly FleetDevice[];
  /** The same seed, start and devices give the same readings, step for step. */
  readonly seed: string;
  readonly start: Date;
}

/** All simulated houses. It has no clock of its own: callers say up to which time it is simulated. */
export interface Fleet {
  /** Simulates every house up to `now`; it never goes back in time. */
  readonly step: (now: Date) => void;
  /** Devices that are not in it yet come in at `now`, in their houses, if these are there already. */
  readonly add: (devices: readonly FleetDevice[], now: Date) => void;
  /** They report and answer no more. */
  readonly remove: (devices: readonly DeviceRef[]) => void;
  readonly has: (device: DeviceRef) => boolean;
  /** The readings of the devices at `now`, in any order, some twice where such a fault is set. */
  readonly readings: (now: Date, which?: (device: LinkedDevice) => boolean) => readonly Reading[];
  /** Throws `DeviceUnreachable` when the device does not answer. */
  readonly deliver: (outgoing: Outgoing, now: Date) => Delivery;
  /** A change at the device itself, such as at the wall. */
  readonly setAtDevice: (ref: DeviceRef, body: CommandBody, now: Date) => void;
  /** null: ends the fault. A device that was offline at the start, or never reported, stays so. */
  readonly fault: (ref: DeviceRef, fault: Fault | null) => void;
}

// No id holds a space.
const houseKey = ({ providerId, houseId }: DeviceRef): string => `${providerId} ${houseId}`;
const deviceKey = (ref: DeviceRef): string => `${houseKey(ref)} ${ref.deviceId}`;

export const createFleet = ({ devices, seed, start }: FleetSetup): Fleet => {
  const houses = new Map<string, SimulatedHouse>();
  const byKey = new Map<string, { readonly house: SimulatedHouse; readonly simulated: SimulatedDevice }>();
  const enter = (house: SimulatedHouse, entered: readonly SimulatedDevice[]): void => {
    for (const simulated of entered) byKey.set(deviceKey(simulated.device), { house, simulated });
  };
  const add = (added: readonly FleetDevice[], now: Date): void => {
    for (const [key, group] of Map.groupBy(added, houseKey)) {
      const house = houses.get(key);
      if (house) {
        house.step(now);
        enter(house, house.add(group));
        continue;
      }
      const made = createHouse(group, seed, now);
      houses.set(key, made);
      enter(made, made.devices());
    }
  };
  add(devices, start);
  const existing = (ref: DeviceRef) => {
    const entry = byKey.get(deviceKey(ref));
    if (!entry) throw new Error(`no device ${ref.deviceId}`);
    return entry;
  };
  return {
    step: (now) => {
      for (const house of houses.values()) house.step(now);
    },
    add: (added, now) =>
      add(
        added.filter((device) => !byKey.has(deviceKey(device))),
        now,
      ),
    remove: (refs) => {
      for (const ref of refs) {
        byKey.get(deviceKey(ref))?.house.remove(ref.deviceId);
        byKey.delete(deviceKey(ref));
      }
    },
    has: (ref) => byKey.has(deviceKey(ref)),
    readings: (now, which = () => true) =>
      [...houses.values()].flatMap((house) => {
        const selected = house.devices().filter(({ device }) => which(device));
        if (selected.length === 0) return [];
        const time = house.step(now);
        return selected.flatMap(({ read }) => read(time));
      }),
    deliver: (outgoing, now) => {
      const entry = byKey.get(deviceKey(outgoing));
      if (!entry) return { outcome: 'refused', reason: 'no such device' };
      entry.house.step(now);
      return entry.simulated.deliver(outgoing, now);
    },
    setAtDevice: (ref, body, now) => {
      const { house, simulated } = existing(ref);
      house.step(now);
      simulated.setAtDevice(body);
    },
    fault: (ref, fault) => existing(ref).simulated.fault(fault),
  };
};
