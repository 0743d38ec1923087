import type { FleetDevice } from '#simulator/device.ts';
import { placeOf } from '#simulator/environment/place.ts';
import type { RootDb } from '../db/connection.ts';
import type { Household } from '../demo/types.ts';
import { householdOf } from '../demo/neighbours.ts';
import { houseId } from '../demo/ids.ts';
import { DEMO_TABLES, rowsOf } from '../demo/rows.ts';
import { insertTable } from '../demo/seed.ts';
import { lockSeeding } from '../stores/demo.ts';
import { listFleet, listHouseIds } from '../stores/fleet.ts';

/** Lower house numbers belong to the demo. */
const FIRST_NUMBER = 1_001;
/** Houses per transaction. */
const BATCH_SIZE = 500;

const homeAt = (index: number): Household => {
  const number = FIRST_NUMBER + index;
  return householdOf(`home-${String(number).padStart(6, '0')}`, number, index);
};

/** Inserts the given houses that are missing; ids follow from their number. Returns how many were inserted. */
const makeHomes = async (db: RootDb, homes: readonly Household[], now: Date): Promise<number> => {
  let made = 0;
  for (let at = 0; at < homes.length; at += BATCH_SIZE) {
    const group = homes.slice(at, at + BATCH_SIZE);
    made += await db.transaction().execute(async (tx) => {
      await lockSeeding(tx);
      const there = await listHouseIds(tx, 'sunvale');
      const missing = group.filter(({ key }) => !there.has(houseId(key)));
      const rows = rowsOf(
        { homes: missing, accounts: [] },
        { now, passwordHash: '', seal: (_account, secret) => secret },
      );
      for (const table of DEMO_TABLES) await insertTable(tx, rows, table);
      return missing.length;
    });
  }
  return made;
};

/** The first `count` houses of the fleet; those that are missing are inserted. */
export const prepareHomes = async (
  db: RootDb,
  count: number,
  now: Date,
): Promise<{ readonly made: number; readonly devices: readonly FleetDevice[] }> => {
  const homes = Array.from({ length: count }, (_, index) => homeAt(index));
  const made = await makeHomes(db, homes, now);
  const wanted = new Set(homes.map(({ key }) => houseId(key)));
  const rows = (await listFleet(db)).filter((row) => wanted.has(row.houseId));
  return {
    made,
    devices: rows.map((row) => {
      const place = placeOf(row);
      return { ...row, ...(place ? { place } : {}) };
    }),
  };
};
