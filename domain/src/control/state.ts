import type { Value } from '#contract/entities/device.ts';
import { valueAt } from './values.ts';
import type { KnownValues, Values } from './values.ts';

/**
 * A person's changes of one device on their way: pending (edited) → sending (in flight) → awaiting (accepted) → current
 * (a reading shows it). Every time is in ms of the server's clock, as the readings' times are.
 */
export const CONTROL_TIMES = {
  /** Between two ticks. */
  reconcileMs: 3_000,
  /** After acceptance: from then on the card says that it waits for the device. */
  waitingMs: 15_000,
  /** After acceptance: from then on the command is not delivered any more. */
  expiresMs: 120_000,
  /** An edit that was not sent by then is dropped: the computer slept, and the person may have left. */
  editMs: 20_000,
  /** A person may not send commands on readings that are older. */
  staleMs: 180_000,
} as const;

export interface TimedValue {
  readonly value: Value | null;
  readonly time: number;
}

interface Sending {
  readonly edits: Values;
  /** The readings once the device has carried it out: more than the edits where the maker needs more in a command. */
  readonly effects: Values;
  readonly versionSeen: number;
}

export interface Awaiting {
  readonly commandId: string;
  readonly version: number;
  readonly acceptedAt: number;
  readonly edits: Values;
  /** Those that no reading has shown yet. */
  readonly effects: Values;
}

export interface Failure {
  readonly kind: 'failed' | 'expired';
  readonly code: string;
  readonly message: string | null;
  /** The device that the answer named. */
  readonly deviceId: string | null;
  /** null: refused, so there never was a command. */
  readonly commandId: string | null;
  /** What `retry` asks for again. */
  readonly wanted: Values;
  readonly at: number;
}

export interface ControlState {
  /** The highest version of the device that the server sent. */
  readonly version: number;
  readonly current: Readonly<Record<string, TimedValue>>;
  readonly pending: Values;
  /** Changes pending reconciliation. */
  readonly dirty: boolean;
  /** The version at the first pending edit: what the person saw when they decided. */
  readonly versionSeen: number;
  readonly sending: Sending | null;
  /** Oldest first. */
  readonly awaiting: readonly Awaiting[];
  readonly failure: Failure | null;
  /** Realtime should be fetched now instead of at the next poll; the next readings clear it. */
  readonly refetch: boolean;
}

export type ControlPhase = 'idle' | 'editing' | 'sending' | 'accepted' | 'waiting' | 'failed' | 'expired';

export const EMPTY_CONTROL_STATE: ControlState = {
  version: 0,
  current: {},
  pending: {},
  dirty: false,
  versionSeen: 0,
  sending: null,
  awaiting: [],
  failure: null,
  refetch: false,
};

/** The newest value that is pending, being sent or awaited for a key. */
const wantedAt = ({ pending, sending, awaiting }: ControlState, key: string): Value | undefined =>
  [pending, sending?.effects ?? {}, ...awaiting.map(({ effects }) => effects).toReversed()]
    .map((values) => valueAt(values, key))
    .find((value) => value !== undefined);

export const isWanted = (state: ControlState, key: string): boolean => wantedAt(state, key) !== undefined;

/** The value on the screen: the wanted one until it is confirmed or failed, else the reading; null: not known. */
export const shownValue = (state: ControlState, key: string): Value | null =>
  wantedAt(state, key) ?? valueAt(state.current, key)?.value ?? null;

/** The readings once the device has carried out all accepted commands. */
export const expectedValues = ({ current, awaiting }: ControlState): KnownValues => ({
  ...Object.fromEntries(Object.entries(current).map(([key, { value }]) => [key, value])),
  ...Object.fromEntries(awaiting.flatMap(({ effects }) => Object.entries(effects))),
});

export const isExpired = ({ acceptedAt }: Pick<Awaiting, 'acceptedAt'>, now: number): boolean =>
  now - acceptedAt >= CONTROL_TIMES.expiresMs;

export const phaseOf = (state: ControlState, now: number): ControlPhase => {
  if (state.sending !== null) return 'sending';
  if (state.dirty) return 'editing';
  if (state.failure !== null) return state.failure.kind;
  const [oldest] = state.awaiting;
  if (oldest === undefined) return 'idle';
  if (isExpired(oldest, now)) return 'expired';
  return now - oldest.acceptedAt >= CONTROL_TIMES.waitingMs ? 'waiting' : 'accepted';
};
