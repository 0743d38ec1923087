import type { Value } from '#contract/entities/device.ts';
import type { ControlState, Failure } from '../state.ts';
import type { Values } from '../values.ts';
import { isEmpty, withoutKeys } from './awaited-values.ts';

/** A value that is edited again is no longer among the failed ones. */
const withoutFailed = (failure: Failure | null, keys: readonly string[]): Failure | null => {
  const wanted = withoutKeys(failure?.wanted ?? {}, (key) => keys.includes(key));
  return failure === null || isEmpty(wanted) ? null : { ...failure, wanted };
};

const applyEdits = (state: ControlState, edits: Values): ControlState => ({
  ...state,
  // The latest last: of values that exclude each other the last one counts.
  pending: { ...withoutKeys(state.pending, (key) => Object.hasOwn(edits, key)), ...edits },
  versionSeen: isEmpty(state.pending) ? state.version : state.versionSeen,
  dirty: true,
  failure: withoutFailed(state.failure, Object.keys(edits)),
});

export const edit = (state: ControlState, key: string, value: Value): ControlState => {
  if (typeof value !== 'number') return applyEdits(state, { [key]: value });
  return Number.isFinite(value) ? applyEdits(state, { [key]: value + 0 }) : state;
};

/** Edits again what failed, except where a newer edit is pending. */
export const retry = (state: ControlState): ControlState => {
  if (state.failure === null) return state;
  const { wanted } = state.failure;
  const edits = withoutKeys(wanted, (key) => Object.hasOwn(state.pending, key));
  return { ...applyEdits(state, edits), failure: null };
};

export const dismiss = (state: ControlState): ControlState => ({ ...state, failure: null });

/** Turns edits that were not sent in time into a failure, so that the person may try again. */
export const dropStaleEdits = (state: ControlState, now: number): ControlState => {
  if (!state.dirty) return state;
  const refusal = { code: 'edit_late', message: null, deviceId: null };
  return {
    ...state,
    pending: {},
    dirty: false,
    failure: { ...refusal, kind: 'failed', commandId: null, wanted: state.pending, at: now },
    refetch: true,
  };
};
