import type { FleetDevice } from '#simulator/device.ts';
import type { Act } from '#simulator/history.ts';
import { DAY, MINUTE } from '../lib/clock.ts';
import { actsIn } from './acts.ts';
import type { HouseKey } from './houses.ts';
import type { Household } from './define.ts';
import { describedFleet, presentOf } from './present.ts';
import { households } from './rows.ts';

export interface Past {
  readonly house: HouseKey;
  /** How far back it goes, and how far its readings lie apart. */
  readonly length: number;
  readonly every: number;
}

const YEAR_AND_A_MONTH = 395 * DAY;

/** The quick ones first. The neighbours have none: only their results are ever shown. */
export const PASTS: readonly Past[] = [
  { house: 'newcastle', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'toronto', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'makers', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'juniper', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
  { house: 'cabin', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
];

const householdAt = (key: HouseKey): Household => {
  const found = households.find((household) => household.key === key);
  if (!found) throw new Error(`no house ${key}`);
  return found;
};

/** The devices of a demo house as its past begins. */
export const devicesAt = (key: HouseKey, now: Date): readonly FleetDevice[] =>
  describedFleet(householdAt(key), now);

/** The same devices as they stand when it ends. */
export const presentAt = (key: HouseKey, now: Date): readonly FleetDevice[] => {
  const household = householdAt(key);
  const entriesFor = presentOf(household, now);
  return describedFleet(household, now).map((device, index) => {
    const row = household.devices[index];
    return row ? { ...device, entries: entriesFor(row) } : device;
  });
};

/** Everything that is set in it. */
export const actsAt = (key: HouseKey, from: Date, until: Date): readonly Act[] =>
  actsIn(householdAt(key), from, until);

export const zoneOf = (key: HouseKey): string => householdAt(key).house.timezone;
