import type { Value } from '#contract/entities/device.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { HOUR, MINUTE, SECOND, startOfDay, wallTime } from '#domain/time/time.ts';
import { DEFAULT_PLACE, placeOf } from '#simulator/environment/place.ts';
import { isCold, recentOutdoor } from '#simulator/residents.ts';
import type { StateEntries } from '../db/tables.ts';
import { addMs } from '../lib/clock/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import type { DemoDevice, Household } from './types.ts';
import { between, seededRandom } from './seeded-random.ts';

interface Age {
  readonly min: number;
  readonly max: number;
}

const ONLINE: Age = { min: 4 * SECOND, max: 50 * SECOND };
/** The clouds of car makers are polled less often. */
const CAR: Age = { min: 1 * MINUTE, max: 3 * MINUTE };
/** Largest difference between the times of one device's readings. */
const SPREAD = 8 * SECOND;
/** An offline device last reported at 19:42 of the day before, and was marked offline a quarter of an hour later. */
const LAST_REPORT_BEFORE_MIDNIGHT = 4 * HOUR + 18 * MINUTE;
const MARKED_OFFLINE_AFTER = 15 * MINUTE;

const eveningBefore = (now: Date, zone: string): Date => {
  const { year, month, day } = wallTime(now, zone);
  return addMs(startOfDay(year, month, day, zone), -LAST_REPORT_BEFORE_MIDNIGHT);
};

/** Minutes before that time at which residents last set something in the house. */
const SET_BEFORE: Age = { min: 10, max: 180 };

/** When the residents last set a device to its described state. */
export const lastSetAt = ({ key, house }: Household, device: DemoDevice, now: Date): Date => {
  const { min, max } = SET_BEFORE;
  const minutes = between(seededRandom(`set ${key} ${device.key}`), min, max);
  return addMs(eveningBefore(now, house.timezone), -minutes * MINUTE);
};

type DescribedReadings = Readonly<Record<string, Value | undefined>>;

/** Turns a cooling thermostat into a heating one, with the same distance to its setpoint. */
const winterReadings = (readings: DescribedReadings): DescribedReadings => {
  const { coolSetpoint, heatSetpoint, actualTemperature } = readings;
  return {
    ...readings,
    mode: 'heat',
    actualTemperature: Number(heatSetpoint) + Number(coolSetpoint) - Number(actualTemperature),
    hvacEquipmentStatus: 'off',
  };
};

const describedReadings = ({ house }: Household, device: DemoDevice, now: Date): DescribedReadings | null => {
  if (!device.readings || !device.seasonal) return device.readings;
  const outdoor = recentOutdoor(placeOf(house) ?? DEFAULT_PLACE, SIMULATION_SEED, now.getTime());
  return isCold(outdoor) ? winterReadings(device.readings) : device.readings;
};

/** The newest readings of a device as its state row holds them; null: it has never reported. */
export const describedEntries = (
  household: Household,
  device: DemoDevice,
  now: Date,
): StateEntries | null => {
  const readings = describedReadings(household, device, now);
  if (readings === null) return null;
  const random = seededRandom(`state ${household.key} ${device.key}`);
  const { min, max } = device.kind === 'ev' ? CAR : ONLINE;
  const newest = device.offline
    ? eveningBefore(now, household.house.timezone)
    : addMs(now, -between(random, min, max - SPREAD));
  const statusTime = device.offline ? addMs(newest, MARKED_OFFLINE_AFTER) : newest;
  const entries = Object.entries(kindOf(device.kind).resources).flatMap(([key, { property }]) => {
    if (key === 'status') {
      return [
        [key, { value: device.offline ? 'OFFLINE' : 'ONLINE', time: statusTime.toISOString() }] as const,
      ];
    }
    const value = readings[property];
    const time = addMs(newest, -between(random, 0, SPREAD)).toISOString();
    return value === undefined ? [] : [[key, { value, time }] as const];
  });
  return Object.fromEntries(entries);
};
