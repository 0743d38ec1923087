import type { DeviceKind } from '#contract/entities/device.ts';
import { addUse } from '#domain/telemetry/meter.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { UseChange } from '../../stores/telemetry/roll-ups.ts';
import type { LivedEvent } from './lived-event.ts';
import { neighbourPast } from './neighbour-past.ts';
import { pastDispatches, tookPart } from './past-dispatches.ts';
import type { PastDispatch } from './past-dispatches.ts';
import { DEMO_HOME } from './past-incidents.ts';
import type { Household } from '../types.ts';

/** Days before an event that a rule looks at: ten of its kind, and those that do not count. */
const COMPARED = 38 * DAY;
/** Before an event that a rule looks at, with an hour that the clocks may have changed by. */
const BEFORE = 5 * HOUR;
const AFTER = HOUR;

/** Whether the result of an event of the past needs what a device of this kind used then. */
export const neededForResults = (
  until: Date,
  length: number,
): ((kind: DeviceKind, time: number) => boolean) => {
  const dispatches = pastDispatches({ since: new Date(until.getTime() - length), until });
  return (kind, time) =>
    dispatches.some(({ program, startTime, endTime }) => {
      if (!program.kinds.includes(kind) || time > endTime || time < startTime - COMPARED) return false;
      const sinceBegin = time - (startTime - COMPARED - BEFORE);
      return sinceBegin % DAY < endTime - startTime + BEFORE + AFTER;
    });
};

/** What was lived of the events of the past, to be stored together. */
export interface PastEvents {
  readonly lived: LivedEvent[];
  /** By device and time: those that are older than quarter hours are kept. Without them old results could not be computed. */
  readonly quarters: Map<string, UseChange>;
}

const keyOf = ({ houseId, deviceId, time }: UseChange): string => `${houseId} ${deviceId} ${time}`;

/** A quarter may come in two parts. */
export const addQuarter = ({ quarters }: PastEvents, change: UseChange): void => {
  const key = keyOf(change);
  const known = quarters.get(key);
  quarters.set(key, known ? { ...known, use: addUse(known.use, change.use) } : change);
};

/** What the engine left of one device in one event. */
export type EventOutcome = Pick<LivedEvent, 'event' | 'device'> &
  NonNullable<ReturnType<LivedEvent['outcome']>>;

export const outcomesOf = (livedEvents: readonly LivedEvent[]): EventOutcome[] =>
  livedEvents.flatMap(({ event, device, outcome }) => {
    const result = outcome();
    return result ? [{ event, device, ...result }] : [];
  });

const isIn = ({ dispatchId }: PastDispatch, lived: readonly LivedEvent[]): boolean =>
  lived.some(({ event }) => event.dispatchId === dispatchId);

/** Adds what the neighbours did in the events that the home of demo@ has lived. */
export const addNeighbours = (
  { lived, quarters }: PastEvents,
  until: Date,
  homes: readonly Household[],
): void => {
  const dispatches = pastDispatches({ since: new Date(0), until }).filter((one) => isIn(one, lived));
  if (dispatches.length === 0) return;
  for (const household of homes) {
    if (household.key === DEMO_HOME || !tookPart(household.house)) continue;
    for (const past of neighbourPast(household, dispatches, until)) {
      lived.push(...past.lived);
      // Hours that two events are compared with were lived twice, and came out the same.
      for (const change of past.quarters) quarters.set(keyOf(change), change);
    }
  }
};
