import { kindOf } from '#domain/kinds/index.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { lived } from '#simulator/history.ts';
import { placeOf } from '#simulator/place.ts';
import type { StateEntries } from '../db/tables.ts';
import { DAY, MINUTE, after } from '../lib/clock.ts';
import { SIMULATION } from '../links/simulator/seed.ts';
import { actsIn } from './acts.ts';
import type { DemoDevice, Household } from './define.ts';
import type { HouseKey } from './houses.ts';
import { deviceId, houseId } from './ids.ts';
import { activeScheduleOf } from './schedules.ts';
import { entriesOf } from './state.ts';

/** Long enough for rooms, tanks, batteries and cars to forget how they began. */
const WARM_UP = { length: 3 * DAY, every: 5 * MINUTE } as const;

/** The houses that are shown with their past. That of all makers stands as it is described, each mode where it is. */
const LIVED_IN: readonly string[] = ['juniper', 'cabin', 'newcastle', 'toronto'] satisfies HouseKey[];

/** The devices of a house as they are described. */
export const describedFleet = ({ key, house, devices }: Household, now: Date): readonly FleetDevice[] => {
  const place = placeOf(house);
  return devices.map((device) => ({
    providerId: house.providerId,
    houseId: houseId(key),
    deviceId: deviceId(key, device.key),
    kind: device.kind,
    mfg: device.mfg,
    type: device.type ?? null,
    entries: entriesOf({ key, house, devices }, device, now),
    ...(place ? { place } : {}),
  }));
};

/** What was measured last, by device: of a house that its people have lived in up to now. */
const measuredIn = (
  household: Household,
  now: Date,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> => {
  const { length, every } = WARM_UP;
  const from = after(now, -length);
  const devices = describedFleet(household, now);
  const acts = actsIn(household, from, now);
  const past = lived({ devices, seed: SIMULATION, from, to: now, every, acts });
  const values = new Map<string, Readonly<Record<string, unknown>>>();
  for (const readings of past) for (const reading of readings) values.set(reading.deviceId, reading.values);
  return values;
};

/**
 * How the devices of a house stand at the start: what people set is as it is described, what schedules set and what is
 * measured follows from the days before, so that the past leads up to it.
 */
export const presentOf = (household: Household, now: Date): ((device: DemoDevice) => StateEntries | null) => {
  if (!LIVED_IN.includes(household.key)) return (device) => entriesOf(household, device, now);
  const measured = measuredIn(household, now);
  return (device) => {
    const described = entriesOf(household, device, now);
    const values = measured.get(deviceId(household.key, device.key));
    if (!described || device.offline || !values) return described;
    const { controls } = kindOf(device.kind);
    const isScheduled = activeScheduleOf(device) !== null;
    return Object.fromEntries(
      Object.entries(described).map(([key, entry]) => {
        const value = isScheduled || !Object.hasOwn(controls, key) ? values[key] : undefined;
        return [key, value === undefined ? entry : { ...entry, value: value as typeof entry.value }];
      }),
    );
  };
};
