import type { RealtimeEntry, Value } from '#contract/entities/device.ts';
import { must } from '../../testing/must.ts';
import { showTemperature } from '../../units.ts';
import { effectsOf } from '../command/command.ts';
import type { Command } from '../command/command.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { CONTROL_TIMES, EMPTY_CONTROL_STATE, isWanted, shownValue } from '../state.ts';
import type { ControlState } from '../state.ts';
import type { Values } from '../values.ts';
import { applyCommandReport } from '../reconcile/command-report.ts';
import { applyReadings } from '../reconcile/readings.ts';
import { commandAccepted, commandRefused, tick } from '../reconcile/sending.ts';

export const MODE = 'thermostat-mode';
export const FAN = 'thermostat-fan-mode';
export const HEAT = 'thermostat-heat-setpoint';
export const COOL = 'thermostat-cool-setpoint';
export const KEYS = [MODE, FAN, HEAT, COOL];
export const FIRST: Values = { [MODE]: 'cool', [FAN]: 'auto', [HEAT]: 68, [COOL]: 75 };
const T0 = Date.parse('2026-07-14T18:00:00Z');

interface SentCommand {
  readonly id: string;
  readonly sequence: number;
  readonly effects: Values;
  readonly expiresAt: number;
  readonly isOwn: boolean;
  state: 'sent' | 'confirmed' | 'failed' | 'expired';
}

interface Answer {
  readonly entries: RealtimeEntry[];
  readonly version: number;
}

/** A server and a device that carries out commands in order: it drops those with a lower sequence than it has seen. */
export interface ServerAndDevice {
  now: number;
  version: number;
  readonly sentCommands: SentCommand[];
  readonly values: Record<string, Value>;
  sequence: number;
  readonly effective: number[];
  readonly answers: Answer[];
  inFlight: { readonly command: Command; readonly versionSeen: number } | null;
  client: ControlState;
  edits: number;
  commands: number;
  /** Others changed the device, or a command expired: the shown values may change without an edit. */
  hasOtherChanges: boolean;
  isFailed: boolean;
}

const shownValues = (state: ControlState): Record<string, Value | null> =>
  Object.fromEntries(
    KEYS.map((key) => {
      const value = shownValue(state, key);
      return [key, typeof value === 'number' ? showTemperature(value, 'F') : value];
    }),
  );
const wantedKeys = (state: ControlState): string[] => KEYS.filter((key) => isWanted(state, key));
const expectUnchanged = (
  system: ServerAndDevice,
  next: ControlState,
  keys: readonly string[],
  rule: string,
): void => {
  const [before, after] = [shownValues(system.client), shownValues(next)];
  for (const key of keys) must(before[key] === after[key], `${rule}: ${key} ${before[key]} → ${after[key]}`);
};

/** The server's answer: its newest reading of each value, at its present version. */
export const readServer = (system: ServerAndDevice): Answer => {
  system.now += 1;
  const time = new Date(system.now).toISOString();
  const entries = Object.entries(system.values).map(([key, value]) => ({ key, value, status: null, time }));
  const answer = { entries, version: system.version };
  system.answers.push(answer);
  return answer;
};

const checkSettled = (system: ServerAndDevice, before: ControlState, after: ControlState): void => {
  if (system.hasOtherChanges) return;
  for (const { commandId, version, effects } of before.awaiting) {
    const left = after.awaiting.find((one) => one.commandId === commandId)?.effects ?? {};
    for (const key of Object.keys(effects).filter((one) => !(one in left))) {
      const earlier = system.sentCommands.filter(
        ({ sequence, state }) => sequence < version && sequence > system.sequence && state === 'sent',
      );
      const mayStillMove = earlier.some(
        (order) => key in order.effects && order.effects[key] !== effects[key],
      );
      const isDone = system.effective.includes(version);
      const newest = system.sentCommands.findLast((order) => key in order.effects)?.sequence;
      must(isDone || !mayStillMove || newest !== version, `${key} of ${commandId} is settled too early`);
    }
  }
};

export const applyAnswer = (system: ServerAndDevice, { entries, version }: Answer): void => {
  const before = system.client;
  const next = applyReadings(before, entries, version);
  expectUnchanged(system, next, wantedKeys(before), 'a reading moved a wanted value');
  const time = Date.parse(entries[0]?.time ?? '');
  const stale = KEYS.filter((key) => time < (before.current[key]?.time ?? 0));
  expectUnchanged(system, next, stale, 'a stale reading moved a value');
  checkSettled(system, before, next);
  system.client = next;
};

export const answerCommand = (system: ServerAndDevice, isRefused: boolean): void => {
  if (system.inFlight === null) return;
  const { command, versionSeen } = system.inFlight;
  system.inFlight = null;
  if (isRefused || versionSeen !== system.version) {
    const code = isRefused ? 'busy' : 'version_conflict';
    system.isFailed = true;
    system.client = commandRefused(system.client, { code, message: null, deviceId: 'd' }, system.now);
    must(system.client.refetch && system.client.failure?.code === code, 'a failure asks for fresh values');
    return;
  }
  accept(system, effectsOf(device, command), true);
  const next = commandAccepted(
    system.client,
    { commandId: `c${system.version}`, version: system.version },
    system.now,
  );
  expectUnchanged(system, next, wantedKeys(system.client), 'an acceptance moved a wanted value');
  system.client = next;
};

const device: LimitedDevice = { kind: 'tstat', mfg: 'acme', type: null, deviceSettings: null };
export const DEVICES: LimitedDevice[] = [device, { ...device, mfg: 'honeywell' }];

export const accept = (system: ServerAndDevice, effects: Values, isOwn: boolean): void => {
  system.version += 1;
  system.sentCommands.push({
    id: `c${system.version}`,
    sequence: system.version,
    effects,
    expiresAt: system.now + CONTROL_TIMES.expiresMs,
    isOwn,
    state: 'sent',
  });
};

export const deliver = (system: ServerAndDevice, order: SentCommand | undefined): void => {
  if (order === undefined || order.state === 'failed' || order.state === 'expired') return;
  if (order.sequence <= system.sequence) {
    if (order.state === 'sent') order.state = 'failed';
  } else if (system.now >= order.expiresAt) {
    order.state = 'expired';
  } else {
    system.sequence = order.sequence;
    system.effective.push(order.sequence);
    Object.assign(system.values, order.effects);
    order.state = 'confirmed';
  }
  system.isFailed ||= order.state !== 'confirmed';
};

export const report = (system: ServerAndDevice, order: SentCommand | undefined): void => {
  if (order === undefined) return;
  const { id: commandId, state } = order;
  const next = applyCommandReport(system.client, { commandId, state, reason: null }, system.now);
  if (state === 'confirmed' || state === 'sent') {
    expectUnchanged(system, next, wantedKeys(system.client), 'a report of success moved a wanted value');
  }
  system.client = next;
};

export const tickNow = (system: ServerAndDevice, one: LimitedDevice): void => {
  const { state, send } = tick(system.client, one, system.now);
  const isNewFailure = state.failure !== system.client.failure;
  system.hasOtherChanges ||= state.awaiting.length < system.client.awaiting.length;
  if (!isNewFailure)
    expectUnchanged(system, state, wantedKeys({ ...system.client, awaiting: [] }), 'a tick moved a value');
  must(send === null || system.inFlight === null, 'two commands in flight');
  system.client = state;
  system.isFailed ||= isNewFailure;
  if (send === null) return;
  system.inFlight = send;
  system.commands += 1;
};

export const newServerAndDevice = (): ServerAndDevice => {
  const system: ServerAndDevice = {
    now: T0,
    version: 7,
    sentCommands: [],
    values: { ...FIRST },
    sequence: 7,
    effective: [],
    answers: [],
    inFlight: null,
    client: EMPTY_CONTROL_STATE,
    edits: 0,
    commands: 0,
    hasOtherChanges: false,
    isFailed: false,
  };
  applyAnswer(system, readServer(system));
  return system;
};

/** No further edits: what is on its way arrives, reported by the server or by the passing of time alone. */
export const runUntilIdle = (system: ServerAndDevice, one: LimitedDevice, isReported: boolean): void => {
  for (let round = 0; round < 4; round += 1) {
    answerCommand(system, false);
    system.now += CONTROL_TIMES.reconcileMs;
    tickNow(system, one);
  }
  for (const order of system.sentCommands) deliver(system, order);
  if (isReported) for (const order of system.sentCommands) report(system, order);
  else system.now += CONTROL_TIMES.expiresMs;
  applyAnswer(system, readServer(system));
  tickNow(system, one);
  applyAnswer(system, readServer(system));
};
