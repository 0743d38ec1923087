import type { Reading } from '#domain/ports/device-link.ts';
import { DAY, MINUTE } from '#domain/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { lived } from '#simulator/history.ts';
import { placeOf } from '#simulator/place.ts';
import { after } from '../lib/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { pastActionsIn } from './past-actions.ts';
import type { Household } from './types.ts';
import type { HouseKey } from './houses.ts';
import { deviceId, houseId } from './ids.ts';
import { describedEntries } from './described-state.ts';

export interface HistoryPlan {
  readonly house: HouseKey;
  /** How far back it goes, and how far its readings lie apart. */
  readonly length: number;
  readonly every: number;
}

const YEAR_AND_A_MONTH = 395 * DAY;

/** The quick ones first. The neighbours have none: only their results are ever shown. */
export const HISTORY_PLANS: readonly HistoryPlan[] = [
  { house: 'newcastle', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'toronto', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'makers', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'juniper', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
  { house: 'cabin', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
];

/** Long enough for rooms, tanks, batteries and cars to forget how they were described. */
const SETTLING = 5 * DAY;
/** The first start needs the end of the past before there is time for the rest of it. */
const LATELY = 7 * DAY;

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
    entries: describedEntries({ key, house, devices }, device, now),
    ...(place ? { place } : {}),
  }));
};

/** What is told at one moment; nothing while a house settles. */
interface Moment {
  readonly time: number;
  readonly readings: readonly Reading[];
}

/** The past of a house. Its last days are the same ones however far it goes back, and have settled for themselves. */
export function* simulateHistory(
  household: Household,
  { length, every }: Pick<HistoryPlan, 'length' | 'every'>,
  until: Date,
): Generator<Moment> {
  const devices = describedFleet(household, until);
  const first = after(until, -length);
  const lately = after(until, -LATELY);
  function* livedFrom(begin: Date, to: Date): Generator<Moment> {
    const from = after(begin, -SETTLING);
    const acts = pastActionsIn(household, devices, { from, to: until });
    const toldFrom = begin < first ? first : begin;
    let time = from.getTime();
    for (const readings of lived({ devices, seed: SIMULATION_SEED, from, toldFrom, to, every, acts })) {
      yield { time, readings };
      time += every;
    }
  }
  if (first < lately) yield* livedFrom(first, after(lately, -every));
  yield* livedFrom(lately, until);
}
