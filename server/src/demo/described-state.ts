import type { Value } from '#contract/entities/device.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { HOUR, MINUTE, SECOND, startOfDay, wallTime } from '#domain/time.ts';
import { SOMEWHERE, placeOf } from '#simulator/place.ts';
import { isCold, outdoorLately } from '#simulator/residents.ts';
import type { StateEntries } from '../db/tables.ts';
import { after } from '../lib/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import type { DemoDevice, Household } from './types.ts';
import { between, seededRandom } from './seeded-random.ts';

interface Age {
  readonly min: number;
  readonly max: number;
}

const ONLINE: Age = { min: 4 * SECOND, max: 50 * SECOND };
/** A car's cloud is asked less often. */
const CAR: Age = { min: 1 * MINUTE, max: 3 * MINUTE };
/** How far the readings of one device lie apart at most. */
const SPREAD = 8 * SECOND;
/** An offline device was last heard of at 19:42 of the day before, and missed a quarter of an hour later. */
const SILENT_BEFORE_MIDNIGHT = 4 * HOUR + 18 * MINUTE;
const MISSED_AFTER = 15 * MINUTE;

const eveningBefore = (now: Date, zone: string): Date => {
  const { year, month, day } = wallTime(now, zone);
  return after(startOfDay(year, month, day, zone), -SILENT_BEFORE_MIDNIGHT);
};

/** Minutes before that time at which people last set something in the house. */
const SET_BEFORE: Age = { min: 10, max: 180 };

/** When the people of a house last set a device the way it is described. */
export const lastSetAt = ({ key, house }: Household, device: DemoDevice, now: Date): Date => {
  const { min, max } = SET_BEFORE;
  const minutes = between(seededRandom(`set ${key} ${device.key}`), min, max);
  return after(eveningBefore(now, house.timezone), -minutes * MINUTE);
};

type Described = Readonly<Record<string, Value | undefined>>;

/** As far below what it heats to as it was above what it cooled to. */
const heating = (readings: Described): Described => {
  const { coolSetpoint, heatSetpoint, actualTemperature } = readings;
  return {
    ...readings,
    mode: 'heat',
    actualTemperature: Number(heatSetpoint) + Number(coolSetpoint) - Number(actualTemperature),
    hvacEquipmentStatus: 'off',
  };
};

const describedAt = ({ house }: Household, device: DemoDevice, now: Date): Described | null => {
  if (!device.readings || !device.seasonal) return device.readings;
  const outdoor = outdoorLately(placeOf(house) ?? SOMEWHERE, SIMULATION_SEED, now.getTime());
  return isCold(outdoor) ? heating(device.readings) : device.readings;
};

/** The newest readings of a device as its state row holds them; null: it has never reported. */
export const describedEntries = (household: Household, device: DemoDevice, now: Date): StateEntries | null => {
  const readings = describedAt(household, device, now);
  if (readings === null) return null;
  const random = seededRandom(`state ${household.key} ${device.key}`);
  const { min, max } = device.kind === 'ev' ? CAR : ONLINE;
  const newest = device.offline
    ? eveningBefore(now, household.house.timezone)
    : after(now, -between(random, min, max - SPREAD));
  const noticed = device.offline ? after(newest, MISSED_AFTER) : newest;
  const entries = Object.entries(kindOf(device.kind).resources).flatMap(([key, { property }]) => {
    if (key === 'status') {
      return [[key, { value: device.offline ? 'OFFLINE' : 'ONLINE', time: noticed.toISOString() }] as const];
    }
    const value = readings[property];
    const time = after(newest, -between(random, 0, SPREAD)).toISOString();
    return value === undefined ? [] : [[key, { value, time }] as const];
  });
  return Object.fromEntries(entries);
};
