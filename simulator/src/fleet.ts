import type { Delivery, DeviceRef, LinkedDevice, Outgoing, Reading } from '#domain/ports/device-link.ts';
import type { Fault, FleetDevice, SimulatedDevice } from './device.ts';
import { createHome } from './home.ts';
import type { Home } from './home.ts';

interface FleetSetup {
  readonly devices: readonly FleetDevice[];
  /** The same seed, start and devices give the same readings, step for step. */
  readonly seed: string;
  readonly start: Date;
}

/** All simulated houses. It has no clock: it lives as far as it is told to. */
export interface Fleet {
  /** Moves every house on to `now`, never back. */
  readonly step: (now: Date) => void;
  /** What the devices say at `now`, in any order, some twice when they are at fault. */
  readonly readings: (now: Date, which?: (device: LinkedDevice) => boolean) => readonly Reading[];
  /** Throws `Unreachable` when the device does not answer. */
  readonly deliver: (outgoing: Outgoing, now: Date) => Delivery;
  /** null: it behaves again. A device that was offline at the start, or never reported, stays so. */
  readonly fault: (ref: DeviceRef, fault: Fault | null) => void;
}

// No id holds a space.
const houseKey = ({ providerId, houseId }: DeviceRef): string => `${providerId} ${houseId}`;
const deviceKey = (ref: DeviceRef): string => `${houseKey(ref)} ${ref.deviceId}`;

export const createFleet = ({ devices, seed, start }: FleetSetup): Fleet => {
  const homes = [...Map.groupBy(devices, houseKey).values()].map((group) => createHome(group, seed, start));
  const places = new Map<string, { readonly home: Home; readonly at: SimulatedDevice }>(
    homes.flatMap((home) => home.devices.map((at) => [deviceKey(at.device), { home, at }] as const)),
  );
  return {
    step: (now) => {
      for (const home of homes) home.step(now);
    },
    readings: (now, which = () => true) =>
      homes.flatMap((home) => {
        const asked = home.devices.filter(({ device }) => which(device));
        if (asked.length === 0) return [];
        const time = home.step(now);
        return asked.flatMap(({ read }) => read(time));
      }),
    deliver: (outgoing, now) => {
      const place = places.get(deviceKey(outgoing));
      if (!place) return { outcome: 'refused', reason: 'no such device' };
      place.home.step(now);
      return place.at.deliver(outgoing, now);
    },
    fault: (ref, fault) => {
      const place = places.get(deviceKey(ref));
      if (!place) throw new Error(`no device ${ref.deviceId}`);
      place.at.fault(fault);
    },
  };
};
