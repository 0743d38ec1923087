import type { Reading } from '#domain/ports/device-link.ts';
import { MINUTE } from '#domain/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { FleetDevice } from '#simulator/device.ts';
import type { RootDb } from '../db/connection.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { ingest } from '../telemetry/ingest.ts';

interface RunSetup {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly devices: readonly FleetDevice[];
  readonly speed: number;
  /** When the houses' time begins. */
  readonly start: Date;
}

export interface Round {
  /** Where the houses' time is now. */
  readonly time: Date;
  readonly readings: number;
}

/** When the houses last told of themselves; they go on from there, and never live through the same time twice. */
export const lastReportedAt = (devices: readonly FleetDevice[]): Date => {
  const times = devices.flatMap(({ entries }) =>
    Object.values(entries ?? {}).map(({ time = '' }) => Date.parse(time)),
  );
  return new Date(times.reduce((newest, time) => Math.max(newest, time), 0));
};

/** Readings in one transaction. */
const AT_ONCE = 5_000;

/** Plays houses into a database: each tells of itself once a minute of its own time, which never overtakes the clock. */
export const createFleetRun = ({ db, clock, devices, speed, start }: RunSetup) => {
  const fleet = createFleet({ devices, seed: SIMULATION_SEED, start });
  const began = clock.now();
  let time = start;

  const store = async (readings: readonly Reading[], now: Date): Promise<void> => {
    for (let at = 0; at < readings.length; at += AT_ONCE) {
      await ingest({ db, clock: { now: () => now } }, readings.slice(at, at + AT_ONCE));
    }
  };

  return {
    /** Lives up to where its time should be by now. */
    round: async (): Promise<Round> => {
      const now = clock.now();
      const ahead = after(start, (now.getTime() - began.getTime()) * speed);
      const target = ahead < now ? ahead : now;
      let readings = 0;
      for (let next = after(time, MINUTE); next <= target; next = after(next, MINUTE)) {
        const told = fleet.readings(next);
        await store(told, next);
        readings += told.length;
        time = next;
      }
      return { time, readings };
    },
  };
};
