import { createFleet } from '#simulator/fleet.ts';
import { createSimulatorLink } from '#simulator/link.ts';
import { placeOf } from '#simulator/environment/place.ts';
import type { SimulatorLink } from '#simulator/link.ts';
import type { RootDb } from '../../db/connection.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { listFleet } from '../../stores/devices/fleet.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';

/** Simulates every device of the database, starting from its stored state. */
export const startSimulator = async (db: RootDb, clock: Clock): Promise<SimulatorLink> => {
  const rows = await listFleet(db);
  const devices = rows.map((row) => {
    const place = placeOf(row);
    return { ...row, ...(place ? { place } : {}) };
  });
  const fleet = createFleet({ devices, seed: SIMULATION_SEED, start: clock.now() });
  return createSimulatorLink({ fleet, clock });
};
