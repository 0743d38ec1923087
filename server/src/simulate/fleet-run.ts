import type { Reading } from '#domain/ports/device-link.ts';
import { MINUTE } from '#domain/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { FleetDevice } from '#simulator/device.ts';
import type { RootDb } from '../db/connection.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { noMetrics } from '../lib/metrics.ts';
import { ingest } from '../telemetry/ingest.ts';

interface RunSetup {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly devices: readonly FleetDevice[];
  readonly speed: number;
  /** Start of the simulated time. */
  readonly start: Date;
}

export interface Round {
  /** The simulated time reached. */
  readonly time: Date;
  readonly readings: number;
}

/** The newest reading of all devices: the simulation continues from there and never repeats a time. */
export const lastReportedAt = (devices: readonly FleetDevice[]): Date => {
  const times = devices.flatMap(({ entries }) =>
    Object.values(entries ?? {}).map(({ time = '' }) => Date.parse(time)),
  );
  return new Date(times.reduce((newest, time) => Math.max(newest, time), 0));
};

/** Readings per transaction. */
const BATCH_SIZE = 5_000;

/** Simulates houses and stores their readings: one per device and simulated minute. Simulated time never overtakes the clock. */
export const createFleetRun = ({ db, clock, devices, speed, start }: RunSetup) => {
  const fleet = createFleet({ devices, seed: SIMULATION_SEED, start });
  const began = clock.now();
  let time = start;

  const store = async (readings: readonly Reading[], now: Date): Promise<void> => {
    for (let at = 0; at < readings.length; at += BATCH_SIZE) {
      await ingest(
        { db, clock: { now: () => now }, metrics: noMetrics },
        readings.slice(at, at + BATCH_SIZE),
      );
    }
  };

  return {
    /** Simulates up to where the simulated time should be by now. */
    round: async (): Promise<Round> => {
      const now = clock.now();
      const ahead = after(start, (now.getTime() - began.getTime()) * speed);
      const target = ahead < now ? ahead : now;
      let readings = 0;
      for (let next = after(time, MINUTE); next <= target; next = after(next, MINUTE)) {
        const due = fleet.readings(next);
        await store(due, next);
        readings += due.length;
        time = next;
      }
      return { time, readings };
    },
  };
};
