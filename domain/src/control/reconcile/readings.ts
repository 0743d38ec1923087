import type { RealtimeEntry } from '#contract/entities/device.ts';
import type { Awaiting, ControlState, Failure, TimedValue } from '../state.ts';
import { isReached, valueAt } from '../values.ts';
import { dropParameters, stopAwaiting } from './awaited-values.ts';

interface Entry extends TimedValue {
  readonly key: string;
}

/** Readings that are newer than the known ones, or repeat them: they arrive in any order and more than once. */
const newerEntries = (state: ControlState, entries: readonly RealtimeEntry[]): Entry[] =>
  entries
    .map(({ key, value, time }) => ({ key, value, time: Date.parse(time) }))
    .filter(({ key, value, time }) => {
      const previous = valueAt(state.current, key) ?? { value: null, time: Number.NEGATIVE_INFINITY };
      return time > previous.time || (time === previous.time && value === previous.value);
    });

/**
 * Whether a reading may be older than `command`: it shows a value that the device had, or was commanded to have, before
 * an earlier command whose effect no reading has shown.
 */
const mayPrecede = (state: ControlState, { version }: Awaiting, { key, value }: Entry): boolean => {
  const earlierValues = [valueAt(state.current, key)?.value ?? null];
  return state.awaiting
    .filter((one) => one.version < version)
    .flatMap(({ effects }) => valueAt(effects, key) ?? [])
    .some((commanded) => {
      const isSkipped = !isReached(commanded, value);
      const isOld = earlierValues.some((earlier) => earlier !== null && isReached(earlier, value));
      earlierValues.push(commanded);
      return isSkipped && isOld;
    });
};

/** Whether a command that expired was carried out all the same, as later readings show. */
const isReachedLate = ({ current }: ControlState, { kind, wanted, at }: Failure): boolean =>
  kind === 'expired' &&
  Object.entries(wanted).every(([key, value]) => {
    const reading = valueAt(current, key);
    return reading !== undefined && reading.time >= at && isReached(value, reading.value);
  });

/** Applies the readings of an answer that was given at `version` of the device. */
export const applyReadings = (
  before: ControlState,
  entries: readonly RealtimeEntry[],
  version: number,
): ControlState => {
  const entriesToApply = newerEntries(before, entries);
  const changed = entriesToApply.filter(({ key, value }) => valueAt(before.current, key)?.value !== value);
  const withoutOldParameters = dropParameters(
    before.current,
    changed.map(({ key }) => key),
  );
  let state: ControlState = {
    ...before,
    version: Math.max(before.version, version),
    current: {
      ...withoutOldParameters,
      ...Object.fromEntries(entriesToApply.map(({ key, value, time }) => [key, { value, time }])),
    },
    refetch: false,
  };
  for (const command of before.awaiting) {
    for (const entry of entriesToApply) {
      const wanted = valueAt(command.effects, entry.key);
      const isLater = version >= command.version && entry.time >= command.acceptedAt;
      const isDone = wanted !== undefined && isLater && isReached(wanted, entry.value);
      if (isDone && !mayPrecede(before, command, entry))
        state = stopAwaiting(state, command, [entry.key], entry.time);
    }
  }
  return state.failure !== null && isReachedLate(state, state.failure) ? { ...state, failure: null } : state;
};
