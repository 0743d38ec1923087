import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Value } from '#contract/entities/device.ts';
import type { Command } from '#domain/control/command/command.ts';
import { applyCommandReport } from '#domain/control/reconcile/command-report.ts';
import { dismiss, dropStaleEdits, edit, retry } from '#domain/control/reconcile/edits.ts';
import { applyReadings } from '#domain/control/reconcile/readings.ts';
import { commandAccepted, commandRefused, resume, tick } from '#domain/control/reconcile/sending.ts';
import type { Accepted, Refused, Tick } from '#domain/control/reconcile/sending.ts';
import { CONTROL_TIMES, EMPTY_CONTROL_STATE } from '#domain/control/state.ts';
import type { ControlState, Failure } from '#domain/control/state.ts';

/** After a lost answer the command is sent again with the same idempotency key, so the server accepts it once. */
const ATTEMPTS = 3;

export interface CommandCall {
  readonly houseId: string;
  readonly deviceId: string;
  readonly command: Command;
  readonly versionSeen: number;
  readonly idempotencyKey: string;
}

interface Deps {
  /** ms of the server's clock. */
  readonly now: () => number;
  /** Runs `work` after so many ms; returns the function that cancels it. */
  readonly runAfter: (milliseconds: number, work: () => void) => () => void;
  readonly newKey: () => string;
  readonly post: (request: CommandCall) => Promise<Accepted>;
  /** What the error of a failed `post` means; code `network`: no answer came. */
  readonly refusalOf: (error: unknown) => Refused;
  /** A change has failed: it was refused, not sent in time, or accepted and never confirmed. Once per failure. */
  readonly onFailure: (failure: Failure) => void;
  readonly onAwaiting: (deviceId: string, isAwaiting: boolean) => void;
}

/** Where the commands of a device go, and how its newest readings are fetched. */
export interface ControlTarget {
  readonly device: DashboardDevice;
  readonly houseId: string;
  readonly refresh: () => Promise<unknown>;
}

interface Scheduled {
  readonly target: ControlTarget;
  readonly cancel: () => void;
  /** ms; the time at which the oldest unsent edit is sent at the latest, however many edits follow. */
  readonly deadline: number;
}

/** A failure keeps its time and command while single values of it are edited again. */
const isSameFailure = (one: Failure | null | undefined, other: Failure): boolean =>
  one?.at === other.at && one.commandId === other.commandId;

/** Known of a device at its first snapshot: a command that was accepted before the page was loaded is still awaited. */
const initialState = (device: DashboardDevice, now: number): ControlState => {
  const { command, kind } = device;
  if (!command || !['accepted', 'sent'].includes(command.state)) return EMPTY_CONTROL_STATE;
  const { commandId, version, acceptedAt, body } = command;
  return resume(
    device,
    {
      commandId,
      version,
      acceptedAt: Date.parse(acceptedAt),
      command: { type: 'OPERATIONAL', kind, body },
    },
    now,
  );
};

/** The control state of every device on the page. It outlives the cards, and ends with the session. */
export const createControlStore = (deps: Deps) => {
  const states = new Map<string, ControlState>();
  const scheduled = new Map<string, Scheduled>();
  const listeners = new Set<() => void>();
  /** Counts calls of `clear`: the answer to a command of an earlier session is ignored. */
  let session = 0;

  /** Takes in what the server says of a device: its readings, and the state of its newest command. */
  const withSnapshot = (state: ControlState, device: DashboardDevice): ControlState => {
    const { command } = device;
    const read = applyReadings(state, device.realtime, device.version);
    if (!command || command.state === 'accepted') return read;
    const report = { commandId: command.commandId, state: command.state, reason: command.reason };
    return applyCommandReport(read, report, deps.now());
  };

  /** Made while a card is drawn for the first time, and kept until `update` puts the same: the card is then not drawn again. */
  let firstStates = new WeakMap<DashboardDevice, ControlState>();
  const firstStateOf = (device: DashboardDevice): ControlState => {
    const state = firstStates.get(device) ?? withSnapshot(initialState(device, deps.now()), device);
    firstStates.set(device, state);
    return state;
  };

  const stateOf = (device: DashboardDevice): ControlState => states.get(device.id) ?? firstStateOf(device);

  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  const put = (deviceId: string, next: ControlState): void => {
    const before = states.get(deviceId);
    if (before === next) return;
    states.set(deviceId, next);
    deps.onAwaiting(deviceId, next.awaiting.length > 0);
    const { failure } = next;
    if (failure !== null && !isSameFailure(before?.failure, failure)) deps.onFailure(failure);
    notify();
  };

  const post = async (request: CommandCall): Promise<Accepted> => {
    const sessionOfRequest = session;
    for (let left = ATTEMPTS; ; left -= 1) {
      try {
        return await deps.post(request);
      } catch (error) {
        const isLost = deps.refusalOf(error).code === 'network';
        if (!isLost || left <= 1 || session !== sessionOfRequest) throw error;
      }
    }
  };

  const send = async (
    { device, houseId, refresh }: ControlTarget,
    { command, versionSeen }: NonNullable<Tick['send']>,
  ): Promise<void> => {
    const { id: deviceId } = device;
    const request = { houseId, deviceId, command, versionSeen, idempotencyKey: deps.newKey() };
    const sessionOfRequest = session;
    // The state is read after the answer: edits made in the meantime stay pending.
    const settle = (next: (state: ControlState) => ControlState): boolean => {
      if (session !== sessionOfRequest) return false;
      put(deviceId, next(stateOf(device)));
      return true;
    };
    let isCurrent: boolean;
    try {
      const accepted = await post(request);
      isCurrent = settle((state) => commandAccepted(state, accepted, deps.now()));
    } catch (error) {
      const refusal = deps.refusalOf(error);
      isCurrent = settle((state) => commandRefused(state, refusal, deps.now()));
    }
    if (isCurrent) await refresh();
  };

  const run = (target: ControlTarget): void => {
    const { device } = target;
    const deadline = scheduled.get(device.id)?.deadline ?? deps.now();
    scheduled.delete(device.id);
    // The timers of a machine that slept fire late.
    if (deps.now() - deadline > CONTROL_TIMES.editMs) {
      put(device.id, dropStaleEdits(stateOf(device), deps.now()));
    }
    const { state, send: toSend } = tick(stateOf(device), device, deps.now());
    put(device.id, state);
    if (toSend) void send(target, toSend);
    if (state.dirty || state.sending || state.awaiting.length > 0) schedule(target);
  };

  /** Every edit restarts the delay, so that quick clicks become one command; the deadline bounds it. */
  const schedule = (target: ControlTarget): void => {
    const { id } = target.device;
    const { reconcileMs } = CONTROL_TIMES;
    const earlier = scheduled.get(id);
    earlier?.cancel();
    const deadline = earlier?.deadline ?? deps.now() + 2 * reconcileMs;
    const delay = Math.max(0, Math.min(reconcileMs, deadline - deps.now()));
    scheduled.set(id, { target, deadline, cancel: deps.runAfter(delay, () => run(target)) });
  };

  const change = (target: ControlTarget, next: ControlState): void => {
    put(target.device.id, next);
    schedule(target);
  };

  return {
    stateOf,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (device: DashboardDevice): void => {
      const state = states.get(device.id);
      put(device.id, state ? withSnapshot(state, device) : firstStateOf(device));
    },
    edit: (target: ControlTarget, key: string, value: Value): void =>
      change(target, edit(stateOf(target.device), key, value)),
    retry: (target: ControlTarget): void => change(target, retry(stateOf(target.device))),
    dismiss: (device: DashboardDevice): void => put(device.id, dismiss(stateOf(device))),
    /** Sends unsent edits at once: the page is about to close. */
    flush: (): void => {
      // A sent command is scheduled anew, for its confirmation, so the list is copied first.
      const unsent = [...scheduled.values()].filter(({ target }) => stateOf(target.device).dirty);
      for (const { target, cancel } of unsent) {
        cancel();
        run(target);
      }
    },
    /** Forgets everything: the session has ended. Nothing is sent, and no answer is shown, afterwards. */
    clear: (): void => {
      session += 1;
      for (const { cancel } of scheduled.values()) cancel();
      scheduled.clear();
      for (const deviceId of states.keys()) deps.onAwaiting(deviceId, false);
      states.clear();
      firstStates = new WeakMap();
      notify();
    },
  };
};
