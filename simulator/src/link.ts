import type { DeviceLink, LinkedDevice, Reading } from '#domain/ports/device-link.ts';
import type { Fleet } from './fleet.ts';

interface LinkSetup {
  readonly fleet: Fleet;
  readonly clock: { now(): Date };
}

export interface SimulatorLink extends DeviceLink {
  /** Simulates up to `now` and passes the readings of all devices, or of those that `which` selects, to subscribers. */
  readonly advance: (now: Date, which?: (device: LinkedDevice) => boolean) => void;
}

export const createSimulatorLink = ({ fleet, clock }: LinkSetup): SimulatorLink => {
  const listeners = new Set<{ readonly onReadings: (readings: readonly Reading[]) => void }>();
  return {
    name: 'simulator',
    // Async, so that a device that does not answer rejects instead of throwing.
    send: async (outgoing) => fleet.deliver(outgoing, clock.now()),
    subscribe: (onReadings) => {
      const listener = { onReadings };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    advance: (now, which) => {
      const readings = fleet.readings(now, which);
      if (readings.length === 0) return;
      for (const { onReadings } of listeners) onReadings(readings);
    },
  };
};
