import type { Reading } from '#domain/ports/device-link.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { simulateHistory } from '#simulator/history.ts';
import { placeOf } from '#simulator/environment/place.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { livedEventsIn } from './lived-devices.ts';
import { inOneHouse } from './lived-event.ts';
import type { LivedEvent } from './lived-event.ts';
import { pastActionsIn } from './past-actions.ts';
import { pastDispatches } from './past-dispatches.ts';
import type { Household } from '../types.ts';
import type { HouseKey } from '../homes/houses.ts';
import { deviceId, houseId } from '../ids.ts';
import { describedEntries } from '../described-state.ts';

export interface HistoryPlan {
  readonly house: HouseKey;
  /** How far back it goes, in ms. */
  readonly length: number;
  /** Interval of its readings, in ms. */
  readonly every: number;
}

const YEAR_AND_A_MONTH = 395 * DAY;

/** Short ones first, so that most houses have their history early. Neighbours need none: no screen shows their devices. */
export const HISTORY_PLANS: readonly HistoryPlan[] = [
  { house: 'newcastle', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'toronto', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'makers', length: 7 * DAY, every: 15 * MINUTE },
  { house: 'juniper', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
  { house: 'cabin', length: YEAR_AND_A_MONTH, every: 5 * MINUTE },
];

/** None of them longer than `days`. */
export const shortened = (plans: readonly HistoryPlan[], days: number): readonly HistoryPlan[] =>
  plans.map((plan) => ({ ...plan, length: Math.min(plan.length, days * DAY) }));

/** Simulated before the first stored reading, so that the described start values no longer show in it. */
const SETTLING = 5 * DAY;
/** The newest days are simulated on their own: the first start needs their end before the months before are simulated. */
const RECENT = 7 * DAY;

/** The devices of a house with the state that the demo data describes. */
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

/** The readings of one moment; none while the simulation settles. */
interface HistoryStep {
  readonly time: number;
  readonly readings: readonly Reading[];
}

/** Events are lived from their notice on; what precedes them is needed to compare with. */
const BEFORE_EVENT = 5 * HOUR;
const AFTER_EVENT = HOUR;

/**
 * Simulates a house up to `until`, with the events of the past. The newest days have their own settling time, so they do not depend on
 * `length`. `onLived` gets each device in each event that lies in the history, when it is over.
 */
export function* houseHistory(
  household: Household,
  { length, every }: Pick<HistoryPlan, 'length' | 'every'>,
  until: Date,
  onLived: (lived: LivedEvent) => void = () => {},
): Generator<HistoryStep> {
  const devices = describedFleet(household, until);
  const first = addMs(until, -length);
  const recentStart = addMs(until, -RECENT);
  /** An event in both parts of the history counts as lived in the newer one. */
  const belongsTo = ({ startTime, endTime }: LivedEvent['event'], begin: Date): boolean =>
    startTime - BEFORE_EVENT >= first.getTime() &&
    endTime + AFTER_EVENT > recentStart.getTime() === (begin === recentStart);
  function* simulateFrom(begin: Date, to: Date): Generator<HistoryStep> {
    const from = addMs(begin, -SETTLING);
    const actions = pastActionsIn(household, devices, { from, to: until });
    // The notice of an event is sent a day before.
    const dispatches = pastDispatches({ since: addMs(from, DAY), until });
    const lived = livedEventsIn(household, dispatches, { from, to: until });
    const reportFrom = begin < first ? first : begin;
    let time = from.getTime();
    for (const readings of simulateHistory({
      devices,
      seed: SIMULATION_SEED,
      from,
      reportFrom,
      to,
      every,
      actions,
      controller: inOneHouse(lived),
    })) {
      yield { time, readings };
      time += every;
    }
    for (const one of lived) if (belongsTo(one.event, begin)) onLived(one);
  }
  if (first < recentStart) yield* simulateFrom(first, addMs(recentStart, -every));
  yield* simulateFrom(recentStart, until);
}
