import type { RealtimeEntry, Value } from '#contract/entities/device.ts';
import { buildCommand, effectsOf } from './command.ts';
import type { Command } from './command.ts';
import { parameterOwner } from './controls.ts';
import type { LimitedDevice } from './safety.ts';
import { NOTHING_KNOWN, expected, isTooOld, isWanted } from './state.ts';
import type { Awaiting, ControlState, Failure, Reading } from './state.ts';
import { isReached, valueAt } from './values.ts';
import type { Values } from './values.ts';

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
const without = (values: Values, isGone: (key: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !isGone(key)));

/** A wish given anew is no longer among those that failed. */
const forget = (failure: Failure | null, keys: readonly string[]): Failure | null => {
  const wanted = without(failure?.wanted ?? {}, (key) => keys.includes(key));
  return failure === null || isEmpty(wanted) ? null : { ...failure, wanted };
};

const editAll = (state: ControlState, edits: Values): ControlState => ({
  ...state,
  // The latest last: of values that exclude each other the last one counts.
  pending: { ...without(state.pending, (key) => Object.hasOwn(edits, key)), ...edits },
  versionSeen: isEmpty(state.pending) ? state.version : state.versionSeen,
  dirty: true,
  failure: forget(state.failure, Object.keys(edits)),
});

export const edit = (state: ControlState, key: string, value: Value): ControlState => {
  if (typeof value !== 'number') return editAll(state, { [key]: value });
  return Number.isFinite(value) ? editAll(state, { [key]: value + 0 }) : state;
};

type Current = ControlState['current'];

const isOwnedBy = (key: string, owners: readonly string[]): boolean => {
  const owner = parameterOwner(key);
  return owner !== null && owners.includes(owner);
};

/** The parameters a device was told belong to the mode it had then: a change of it, or a new set, ends them. */
const dropParameters = (current: Current, owners: readonly string[]): Current =>
  Object.fromEntries(Object.entries(current).filter(([key]) => !isOwnedBy(key, owners)));

const learn = (current: Current, values: Values, time: number): Current => ({
  ...current,
  ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, time }])),
});

/**
 * Ends waiting for these values of a command, and of every earlier one that wanted something else there. Parameters are
 * not reported: they hold as soon as the mode they went with does.
 */
const settle = (
  state: ControlState,
  command: Awaiting,
  keys: readonly string[],
  time: number,
): ControlState => {
  const isSettled = (key: string) => keys.includes(key) || isOwnedBy(key, keys);
  const parameters = without(command.effects, (key) => !isOwnedBy(key, keys));
  const current = isEmpty(parameters) ? state.current : dropParameters(state.current, keys);
  return {
    ...state,
    current: learn(current, parameters, time),
    awaiting: state.awaiting.flatMap((one) => {
      if (one.version > command.version) return [one];
      const effects = without(one.effects, isSettled);
      return isEmpty(effects) ? [] : [{ ...one, effects }];
    }),
  };
};

/** Takes a command back that the device will not carry out. What a newer wish covers needs no word. */
const fail = (state: ControlState, lost: Awaiting, failure: Omit<Failure, 'wanted'>): ControlState => {
  const rest = { ...state, awaiting: state.awaiting.filter(({ commandId }) => commandId !== lost.commandId) };
  const newer = { ...rest, awaiting: rest.awaiting.filter(({ version }) => version > lost.version) };
  const wanted = without(lost.edits, (key) => !Object.hasOwn(lost.effects, key) || isWanted(newer, key));
  return { ...rest, failure: isEmpty(wanted) ? state.failure : { ...failure, wanted }, refetch: true };
};

const expire = (state: ControlState, now: number): ControlState => {
  const old = state.awaiting.find((one) => isTooOld(one, now));
  if (old === undefined) return state;
  const reached = Object.keys(old.effects).filter((key) => {
    const reading = valueAt(state.current, key);
    return (
      reading !== undefined &&
      reading.time >= old.acceptedAt &&
      isReached(old.effects[key] ?? '', reading.value)
    );
  });
  const settled = settle(state, old, reached, now);
  const left = settled.awaiting.find(({ commandId }) => commandId === old.commandId);
  const failure = {
    kind: 'expired',
    code: 'command_expired',
    message: null,
    deviceId: null,
    at: now,
  } as const;
  return expire(left ? fail(settled, left, { ...failure, commandId: old.commandId }) : settled, now);
};

export interface Tick {
  readonly state: ControlState;
  /** To be sent now, with the version the person acted on. */
  readonly send: { readonly command: Command; readonly versionSeen: number } | null;
}

export const tick = (before: ControlState, device: LimitedDevice, now: number): Tick => {
  const state = expire(before, now);
  if (!state.dirty || state.sending !== null) return { state, send: null };
  const { pending: edits, versionSeen } = state;
  const command = buildCommand(device, expected(state), edits);
  const next = { ...state, pending: {}, dirty: false };
  if (command === null) return { state: next, send: null };
  const sending = { edits, effects: effectsOf(device, command), versionSeen };
  return { state: { ...next, sending }, send: { command, versionSeen } };
};

export interface Accepted {
  readonly commandId: string;
  readonly version: number;
}

export const sent = (state: ControlState, { commandId, version }: Accepted, now: number): ControlState => {
  if (state.sending === null) return state;
  const { edits, effects, versionSeen } = state.sending;
  return {
    ...state,
    version: Math.max(state.version, version),
    // Edits made meanwhile were made knowing of this one.
    versionSeen: state.versionSeen === versionSeen ? version : state.versionSeen,
    sending: null,
    awaiting: [...state.awaiting, { commandId, version, acceptedAt: now, edits, effects }],
    refetch: true,
  };
};

export interface Refused {
  readonly code: string;
  readonly message: string | null;
  /** The device that the answer names. */
  readonly deviceId: string | null;
}

/** The answer was no, or never came. What was wanted is kept for another try, edits made meanwhile included. */
export const refused = (state: ControlState, refusal: Refused, now: number): ControlState => {
  if (state.sending === null) return state;
  const wanted = { ...state.sending.edits, ...state.pending };
  return {
    ...state,
    pending: {},
    dirty: false,
    sending: null,
    failure: { ...refusal, kind: 'failed', commandId: null, wanted, at: now },
    refetch: true,
  };
};

interface Entry extends Reading {
  readonly key: string;
}

/** What is newer than all that is known, or says it again: readings arrive in any order and more than once. */
const newsIn = (state: ControlState, entries: readonly RealtimeEntry[]): Entry[] =>
  entries
    .map(({ key, value, time }) => ({ key, value, time: Date.parse(time) }))
    .filter(({ key, value, time }) => {
      const known = valueAt(state.current, key) ?? { value: null, time: Number.NEGATIVE_INFINITY };
      return time > known.time || (time === known.time && value === known.value);
    });

/**
 * Whether a reading may still be from before `command`: it shows a value the device had, or was told to have, before an
 * earlier command that it has not been seen to obey.
 */
const mayPrecede = (state: ControlState, { version }: Awaiting, { key, value }: Entry): boolean => {
  const before = [valueAt(state.current, key)?.value ?? null];
  return state.awaiting
    .filter((one) => one.version < version)
    .flatMap(({ effects }) => valueAt(effects, key) ?? [])
    .some((told) => {
      const isSkipped = !isReached(told, value);
      const isOld = before.some((earlier) => earlier !== null && isReached(earlier, value));
      before.push(told);
      return isSkipped && isOld;
    });
};

/** A command given up as too late may have been carried out all the same. */
const isMadeUp = ({ current }: ControlState, { kind, wanted, at }: Failure): boolean =>
  kind === 'expired' &&
  Object.entries(wanted).every(([key, value]) => {
    const reading = valueAt(current, key);
    return reading !== undefined && reading.time >= at && isReached(value, reading.value);
  });

/** What the device says, from an answer given at `version` of the device. */
export const readings = (
  before: ControlState,
  entries: readonly RealtimeEntry[],
  version: number,
): ControlState => {
  const news = newsIn(before, entries);
  const changed = news.filter(({ key, value }) => valueAt(before.current, key)?.value !== value);
  const kept = dropParameters(
    before.current,
    changed.map(({ key }) => key),
  );
  let state: ControlState = {
    ...before,
    version: Math.max(before.version, version),
    current: { ...kept, ...Object.fromEntries(news.map(({ key, value, time }) => [key, { value, time }])) },
    refetch: false,
  };
  for (const command of before.awaiting) {
    for (const entry of news) {
      const wanted = valueAt(command.effects, entry.key);
      const isLater = version >= command.version && entry.time >= command.acceptedAt;
      const isDone = wanted !== undefined && isLater && isReached(wanted, entry.value);
      if (isDone && !mayPrecede(before, command, entry))
        state = settle(state, command, [entry.key], entry.time);
    }
  }
  return state.failure !== null && isMadeUp(state, state.failure) ? { ...state, failure: null } : state;
};

export interface CommandReport {
  readonly commandId: string;
  readonly state: 'sent' | 'confirmed' | 'failed' | 'expired';
  readonly reason: string | null;
}

/** Edits that were never sent, and are too old to be: kept for another try. */
export const lapse = (state: ControlState, now: number): ControlState => {
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

interface UnderWay extends Accepted {
  readonly command: Command;
  readonly acceptedAt: number;
}

/** The beginning of a visit, with the command that was under way when it began: a reload must not forget it. */
export const takeUp = (
  device: LimitedDevice,
  { command, ...accepted }: UnderWay,
  now: number,
): ControlState => {
  if (isTooOld(accepted, now)) return NOTHING_KNOWN;
  const effects = effectsOf(device, command);
  return { ...NOTHING_KNOWN, awaiting: [{ ...accepted, edits: effects, effects }] };
};

/** What the server says of a command: confirmed when the device was seen to obey. */
export const commandState = (state: ControlState, report: CommandReport, now: number): ControlState => {
  const { commandId, reason } = report;
  const command = state.awaiting.find((one) => one.commandId === commandId);
  if (report.state === 'confirmed') {
    const isLate = command === undefined && state.failure?.commandId === commandId;
    const done = command?.effects ?? (isLate ? state.failure?.wanted : undefined);
    if (done === undefined) return state;
    const isNewer = (key: string) => (valueAt(state.current, key)?.time ?? now) > now;
    const current = learn(state.current, without(done, isNewer), now);
    const learned = { ...state, current, failure: isLate ? null : state.failure, refetch: true };
    return command ? settle(learned, command, Object.keys(done), now) : learned;
  }
  if (report.state === 'sent' || command === undefined) return state;
  const kind = report.state;
  return fail(state, command, {
    kind,
    code: `command_${kind}`,
    message: reason,
    deviceId: null,
    commandId,
    at: now,
  });
};

/** Wants again what failed. */
export const retry = (state: ControlState): ControlState => {
  if (state.failure === null) return state;
  const { wanted } = state.failure;
  const edits = without(wanted, (key) => Object.hasOwn(state.pending, key));
  return { ...editAll(state, edits), failure: null };
};

export const dismiss = (state: ControlState): ControlState => ({ ...state, failure: null });
