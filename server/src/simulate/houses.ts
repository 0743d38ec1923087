import type { FleetDevice } from '#simulator/device.ts';
import { placeOf } from '#simulator/environment/place.ts';
import type { RootDb } from '../db/connection.ts';
import type { Household } from '../demo/types.ts';
import { householdOf } from '../demo/homes/neighbours.ts';
import { houseId } from '../demo/ids.ts';
import { DEMO_TABLES, rowsOf } from '../demo/rows.ts';
import { insertHomes } from '../demo/seed.ts';
import { PROVISIONED_TABLES } from '../provisioning/homes.ts';
import { analyze, lockSeeding } from '../stores/system/demo.ts';
import { existingHouseIds, listFleet } from '../stores/devices/fleet.ts';

const PROVIDER = 'sunvale';
/** Lower house numbers belong to the demo. */
const FIRST_NUMBER = 1_001;
/** Houses per transaction, and per read. */
const BATCH_SIZE = 500;

const houseAt = (index: number): Household => {
  const number = FIRST_NUMBER + index;
  return householdOf(`home-${String(number).padStart(6, '0')}`, number, index);
};

/** Inserts the given houses that are missing; ids follow from their number. Returns how many were inserted. */
const insertMissing = (db: RootDb, houses: readonly Household[], now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockSeeding(tx);
    const ids = houses.map(({ key }) => houseId(key));
    const there = await existingHouseIds(tx, { providerId: PROVIDER, ids });
    const missing = houses.filter(({ key }) => !there.has(houseId(key)));
    const rows = rowsOf(
      { homes: missing, accounts: [] },
      { now, passwordHash: '', seal: (_account, secret) => secret, states: new Map() },
    );
    await insertHomes(tx, rows);
    return missing.length;
  });

const readDevices = async (db: RootDb, houses: readonly Household[]): Promise<FleetDevice[]> => {
  const ids = houses.map(({ key }) => houseId(key));
  const rows = await listFleet(db, { houses: { providerId: PROVIDER, ids } });
  return rows.map((row) => {
    const place = placeOf(row);
    return { ...row, ...(place ? { place } : {}) };
  });
};

interface PreparedHouses {
  /** Houses that were inserted. */
  readonly made: number;
  readonly devices: readonly FleetDevice[];
}

interface Hooks {
  readonly onProgress?: (houses: { readonly done: number; readonly made: number }) => void;
  readonly isStopped?: () => boolean;
}

/** The first `count` houses of the fleet; those that are missing are inserted. Stopped early it returns those it got to. */
export const prepareHouses = async (
  db: RootDb,
  count: number,
  now: Date,
  { onProgress, isStopped }: Hooks = {},
): Promise<PreparedHouses> => {
  const devices: FleetDevice[] = [];
  let [made, analyzeAt] = [0, 1];
  for (let at = 0; at < count; at += BATCH_SIZE) {
    if (isStopped?.()) break;
    const houses = Array.from({ length: Math.min(BATCH_SIZE, count - at) }, (_, index) =>
      houseAt(at + index),
    );
    made += await insertMissing(db, houses, now);
    if (made >= analyzeAt) {
      await analyze(db, [...PROVISIONED_TABLES, ...DEMO_TABLES]);
      analyzeAt = 2 * made;
    }
    for (const device of await readDevices(db, houses)) devices.push(device);
    onProgress?.({ done: at + houses.length, made });
  }
  return { made, devices };
};
