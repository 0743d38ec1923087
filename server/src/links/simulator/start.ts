import { DAY, MINUTE } from '#domain/time/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { placeOf } from '#simulator/environment/place.ts';
import { createFleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import type { SimulatorLink } from '#simulator/link.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { usualEntries } from '#simulator/usual-state.ts';
import type { RootDb } from '../../db/connection.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { listFleet, removedFromFleet } from '../../stores/devices/fleet.ts';
import type { FleetRow } from '../../stores/devices/fleet.ts';

/** A device may be committed so much later than its time says. */
const SLOWEST_COMMIT = 10 * MINUTE;
/** Longer than any event has to put a removed device back. */
const ANSWERS_AFTER_REMOVAL = DAY;

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  /** Whether a device that has never reported goes on doing so. */
  readonly isSilent: (deviceId: string) => boolean;
}

export interface Simulator {
  readonly link: SimulatorLink;
  /** Takes in devices that came into the database meanwhile, and lets go of those that were removed; which came in. */
  readonly follow: () => Promise<(deviceId: string) => boolean>;
}

/** Simulates every device of the database, from its stored state, or from the usual one where it has never reported. */
export const startSimulator = async ({ db, clock, isSilent }: Deps): Promise<Simulator> => {
  const toDevice = (row: FleetRow, now: Date): FleetDevice => {
    const place = placeOf(row);
    const placed = place ? { place } : {};
    const hasReported = row.entries !== null && Object.keys(row.entries).length > 0;
    const entries =
      hasReported || isSilent(row.deviceId)
        ? row.entries
        : usualEntries(row, { ...placed, seed: SIMULATION_SEED, now });
    return { ...row, entries, ...placed };
  };
  const start = clock.now();
  let since = start;
  const rows = await listFleet(db, { removedAfter: addMs(start, -ANSWERS_AFTER_REMOVAL) });
  const devices = rows.map((row) => toDevice(row, start));
  const fleet = createFleet({ devices, seed: SIMULATION_SEED, start });
  return {
    link: createSimulatorLink({ fleet, clock }),
    follow: async () => {
      const now = clock.now();
      const from = addMs(since, -SLOWEST_COMMIT);
      const added = (await listFleet(db, { since: from })).filter((row) => !fleet.has(row));
      fleet.add(
        added.map((row) => toDevice(row, now)),
        now,
      );
      fleet.remove(
        await removedFromFleet(db, addMs(from, -ANSWERS_AFTER_REMOVAL), addMs(now, -ANSWERS_AFTER_REMOVAL)),
      );
      since = now;
      const ids = new Set(added.map(({ deviceId }) => deviceId));
      return (deviceId) => ids.has(deviceId);
    },
  };
};
