import type { DeviceLink, LinkedDevice, OnReadings } from '#domain/ports/device-link.ts';
import type { Fleet } from './fleet.ts';

interface LinkSetup {
  readonly fleet: Fleet;
  readonly clock: { now(): Date };
}

export interface SimulatorLink extends DeviceLink {
  /**
   * Simulates up to `now` and passes the readings of all devices, or of those that `which` selects, to subscribers. Resolves
   * when all of them have stored the readings. Readings that were not stored are lost: a device reports its values again.
   */
  readonly advance: (now: Date, which?: (device: LinkedDevice) => boolean) => Promise<void>;
  readonly fleet: Pick<Fleet, 'add' | 'remove' | 'has'>;
}

export const createSimulatorLink = ({ fleet, clock }: LinkSetup): SimulatorLink => {
  const listeners = new Set<{ readonly onReadings: OnReadings }>();
  let isStopped = false;
  return {
    name: 'simulator',
    fleet,
    start: async () => {
      isStopped = false;
    },
    stop: async () => {
      isStopped = true;
    },
    health: () => (isStopped ? 'stopped' : 'up'),
    // Async, so that a device that does not answer rejects instead of throwing.
    send: async (outgoing) => fleet.deliver(outgoing, clock.now()),
    subscribe: (onReadings) => {
      const listener = { onReadings };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    advance: async (now, which) => {
      const readings = fleet.readings(now, which);
      if (readings.length === 0) return;
      await Promise.all(Array.from(listeners, ({ onReadings }) => onReadings(readings)));
    },
  };
};
