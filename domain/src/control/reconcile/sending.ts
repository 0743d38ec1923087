import { buildCommand, effectsOf } from '../command/command.ts';
import type { Command } from '../command/command.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { EMPTY_CONTROL_STATE, expectedValues, isExpired } from '../state.ts';
import type { ControlState } from '../state.ts';
import { isReached, valueAt } from '../values.ts';
import { failCommand, stopAwaiting } from './awaited-values.ts';

/** Fails every awaited command that is past its life; effects that a reading shows count as reached. */
const failExpired = (state: ControlState, now: number): ControlState => {
  const expired = state.awaiting.find((one) => isExpired(one, now));
  if (expired === undefined) return state;
  const reached = Object.keys(expired.effects).filter((key) => {
    const reading = valueAt(state.current, key);
    return (
      reading !== undefined &&
      reading.time >= expired.acceptedAt &&
      isReached(expired.effects[key] ?? '', reading.value)
    );
  });
  const settled = stopAwaiting(state, expired, reached, now);
  const unreached = settled.awaiting.find(({ commandId }) => commandId === expired.commandId);
  const failure = {
    kind: 'expired',
    code: 'command_expired',
    message: null,
    deviceId: null,
    at: now,
  } as const;
  return failExpired(
    unreached ? failCommand(settled, unreached, { ...failure, commandId: expired.commandId }) : settled,
    now,
  );
};

export interface Tick {
  readonly state: ControlState;
  /** To be sent now, with the version that the person's screen showed. */
  readonly send: { readonly command: Command; readonly versionSeen: number } | null;
}

/** Called every few seconds: fails what is too old, and builds the next command unless one is being sent. */
export const tick = (before: ControlState, device: LimitedDevice, now: number): Tick => {
  const state = failExpired(before, now);
  if (!state.dirty || state.sending !== null) return { state, send: null };
  const { pending: edits, versionSeen } = state;
  const command = buildCommand(device, expectedValues(state), edits);
  const next = { ...state, pending: {}, dirty: false };
  if (command === null) return { state: next, send: null };
  const sending = { edits, effects: effectsOf(device, command), versionSeen };
  return { state: { ...next, sending }, send: { command, versionSeen } };
};

export interface Accepted {
  readonly commandId: string;
  readonly version: number;
}

/** The server accepted the command that was being sent. */
export const commandAccepted = (
  state: ControlState,
  { commandId, version }: Accepted,
  now: number,
): ControlState => {
  if (state.sending === null) return state;
  const { edits, effects, versionSeen } = state.sending;
  return {
    ...state,
    version: Math.max(state.version, version),
    // Edits made while it was being sent were made with this command on the screen.
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

/** The server refused, or did not answer. The edits, newer ones included, are kept so that the person may try again. */
export const commandRefused = (state: ControlState, refusal: Refused, now: number): ControlState => {
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

interface OpenCommand extends Accepted {
  readonly command: Command;
  readonly acceptedAt: number;
}

/** The initial state after a page load, with the command that was accepted before it. */
export const resume = (
  device: LimitedDevice,
  { command, ...accepted }: OpenCommand,
  now: number,
): ControlState => {
  if (isExpired(accepted, now)) return EMPTY_CONTROL_STATE;
  const effects = effectsOf(device, command);
  return { ...EMPTY_CONTROL_STATE, awaiting: [{ ...accepted, edits: effects, effects }] };
};
