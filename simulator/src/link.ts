import type { DeviceLink, LinkedDevice, Reading } from '#domain/ports/device-link.ts';
import type { Fleet } from './fleet.ts';

interface LinkSetup {
  readonly fleet: Fleet;
  readonly clock: { now(): Date };
}

export interface SimulatorLink extends DeviceLink {
  /** Lets the houses live up to `now` and hands out what their devices say, or those of them that `which` names. */
  readonly pump: (now: Date, which?: (device: LinkedDevice) => boolean) => void;
}

export const createSimulatorLink = ({ fleet, clock }: LinkSetup): SimulatorLink => {
  const listeners = new Set<{ readonly hear: (readings: readonly Reading[]) => void }>();
  return {
    name: 'simulator',
    // Async, so that a device that does not answer rejects instead of throwing.
    send: async (outgoing) => fleet.deliver(outgoing, clock.now()),
    subscribe: (hear) => {
      const listener = { hear };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    pump: (now, which) => {
      const readings = fleet.readings(now, which);
      if (readings.length === 0) return;
      for (const { hear } of listeners) hear(readings);
    },
  };
};
