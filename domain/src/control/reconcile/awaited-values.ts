import { parameterOwner } from '../controls.ts';
import { isWanted } from '../state.ts';
import type { Awaiting, ControlState, Failure } from '../state.ts';
import type { Values } from '../values.ts';

export const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
export const withoutKeys = (values: Values, isRemoved: (key: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !isRemoved(key)));

type Current = ControlState['current'];

const isOwnedBy = (key: string, owners: readonly string[]): boolean => {
  const owner = parameterOwner(key);
  return owner !== null && owners.includes(owner);
};

/** Removes the parameters of these resources: they belong to the mode they were sent with, and end with a change of it. */
export const dropParameters = (current: Current, owners: readonly string[]): Current =>
  Object.fromEntries(Object.entries(current).filter(([key]) => !isOwnedBy(key, owners)));

export const withReadings = (current: Current, values: Values, time: number): Current => ({
  ...current,
  ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, time }])),
});

/**
 * Stops waiting for the effects of a command on these resources, and for those of earlier commands on them. Devices do not
 * report parameters: they count as reached together with the mode they were sent with.
 */
export const stopAwaiting = (
  state: ControlState,
  command: Awaiting,
  keys: readonly string[],
  time: number,
): ControlState => {
  const isSettled = (key: string) => keys.includes(key) || isOwnedBy(key, keys);
  const parameters = withoutKeys(command.effects, (key) => !isOwnedBy(key, keys));
  const current = isEmpty(parameters) ? state.current : dropParameters(state.current, keys);
  return {
    ...state,
    current: withReadings(current, parameters, time),
    awaiting: state.awaiting.flatMap((one) => {
      if (one.version > command.version) return [one];
      const effects = withoutKeys(one.effects, isSettled);
      return isEmpty(effects) ? [] : [{ ...one, effects }];
    }),
  };
};

/** Removes a command that the device will not carry out; edits that a newer one overrides are not reported as failed. */
export const failCommand = (
  state: ControlState,
  lost: Awaiting,
  failure: Omit<Failure, 'wanted'>,
): ControlState => {
  const remaining = {
    ...state,
    awaiting: state.awaiting.filter(({ commandId }) => commandId !== lost.commandId),
  };
  const newer = {
    ...remaining,
    awaiting: remaining.awaiting.filter(({ version }) => version > lost.version),
  };
  const wanted = withoutKeys(lost.edits, (key) => !Object.hasOwn(lost.effects, key) || isWanted(newer, key));
  return { ...remaining, failure: isEmpty(wanted) ? state.failure : { ...failure, wanted }, refetch: true };
};
