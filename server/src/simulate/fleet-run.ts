import { MINUTE } from '#domain/time/time.ts';
import { createFleet } from '#simulator/fleet.ts';
import type { Fleet } from '#simulator/fleet.ts';
import type { FleetDevice } from '#simulator/device.ts';
import type { RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { noMetrics } from '../lib/metrics.ts';
import { ingest } from '../telemetry/ingest.ts';

interface RunSetup {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly devices: readonly FleetDevice[];
  readonly speed: number;
  /** Where the simulated time of a house begins that was not heard of later. */
  readonly start: Date;
  readonly onError: (error: unknown, what: string) => void;
}

/** Readings per transaction: what is in memory at once, whatever the size of the fleet. */
const BATCH_SIZE = 5_000;
const DEVICES_PER_GROUP = BATCH_SIZE;

/** Houses that are simulated together: they begin in the same minute. */
interface Group {
  readonly fleet: Fleet;
  readonly start: Date;
  time: Date;
}

const houseKey = ({ providerId, houseId }: FleetDevice): string => `${providerId} ${houseId}`;

/** The newest reading of a house: its simulation continues from there and never repeats a time. */
export const lastReportedAt = (devices: readonly FleetDevice[]): Date => {
  const times = devices.flatMap(({ entries }) =>
    Object.values(entries ?? {}).map(({ time = '' }) => Date.parse(time)),
  );
  return new Date(times.reduce((newest, time) => Math.max(newest, time), 0));
};

/** Every house begins at a full minute after its own last reading, or after `start` where it has no later one. */
const groupsOf = (devices: readonly FleetDevice[], start: Date): Group[] => {
  const startOf = (house: readonly FleetDevice[]): number =>
    Math.ceil(Math.max(lastReportedAt(house).getTime(), start.getTime()) / MINUTE) * MINUTE;
  const houses = [...Map.groupBy(devices, houseKey).values()];
  return [...Map.groupBy(houses, startOf)].flatMap(([time, cohort]) => {
    const groups: Group[] = [];
    let waiting: FleetDevice[] = [];
    const create = () => {
      const begin = new Date(time);
      const fleet = createFleet({ devices: waiting, seed: SIMULATION_SEED, start: begin });
      groups.push({ fleet, start: begin, time: begin });
      waiting = [];
    };
    for (const house of cohort) {
      if (waiting.length + house.length > DEVICES_PER_GROUP && waiting.length > 0) create();
      waiting.push(...house);
    }
    if (waiting.length > 0) create();
    return groups;
  });
};

interface Progress {
  /** The simulated time that the last house has reached; the clock's when there is none. */
  readonly time: Date;
  /** How far that is behind the clock. */
  readonly lag: number;
}

/**
 * Simulates houses and stores their readings: one per device and simulated minute. Each house lives its own time, `speed`
 * times as fast as the clock until it has caught up with it; it never overtakes it.
 */
export const createFleetRun = ({ db, clock, devices, speed, start, onError }: RunSetup) => {
  const groups = groupsOf(devices, start);
  const began = clock.now();

  const targetOf = (group: Group, now: Date): Date => {
    const ahead = addMs(group.start, (now.getTime() - began.getTime()) * speed);
    return ahead < now ? ahead : now;
  };
  const isBehind = (group: Group, now: Date): boolean => addMs(group.time, MINUTE) <= targetOf(group, now);

  const stepGroup = async (group: Group): Promise<number> => {
    const next = addMs(group.time, MINUTE);
    const readings = group.fleet.readings(next);
    for (let at = 0; at < readings.length; at += BATCH_SIZE) {
      const deps = { db, clock: { now: () => next }, metrics: noMetrics, onError };
      await ingest(deps, readings.slice(at, at + BATCH_SIZE));
    }
    group.time = next;
    return readings.length;
  };

  return {
    progress: (): Progress => {
      const now = clock.now();
      const time = groups.reduce((oldest, group) => (group.time < oldest ? group.time : oldest), now);
      return { time, lag: now.getTime() - time.getTime() };
    },
    /**
     * Simulates one minute of every house that is behind where it should be by now, so that houses with a long past do not
     * keep the others waiting. `onStored` is told after every batch. Returns how many readings were stored.
     */
    step: async (onStored: (readings: number) => void, isStopped: () => boolean): Promise<number> => {
      const now = clock.now();
      let stored = 0;
      for (const group of groups) {
        if (isStopped()) break;
        if (!isBehind(group, now)) continue;
        const readings = await stepGroup(group);
        stored += readings;
        onStored(readings);
      }
      return stored;
    },
  };
};
