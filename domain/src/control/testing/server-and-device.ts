import type { RealtimeEntry, Value } from '#contract/entities/device.ts';
import { showTemperature } from '../../units.ts';
import { effectsOf } from '../command.ts';
import type { Command } from '../command.ts';
import type { LimitedDevice } from '../safety.ts';
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

export const must = (condition: boolean, rule: string): void => {
  if (!condition) throw new Error(rule);
};

const shownValues = (state: ControlState): Record<string, Value | null> =>
  Object.fromEntries(
    KEYS.map((key) => {
      const value = shownValue(state, key);
      return [key, typeof value === 'number' ? showTemperature(value, 'F') : value];
    }),
  );
const wantedKeys = (state: ControlState): string[] => KEYS.filter((key) => isWanted(state, key));
const expectUnchanged = (
  world: ServerAndDevice,
  next: ControlState,
  keys: readonly string[],
  rule: string,
): void => {
  const [before, after] = [shownValues(world.client), shownValues(next)];
  for (const key of keys) must(before[key] === after[key], `${rule}: ${key} ${before[key]} → ${after[key]}`);
};

/** The server's answer: its newest reading of each value, at its present version. */
export const readServer = (world: ServerAndDevice): Answer => {
  world.now += 1;
  const time = new Date(world.now).toISOString();
  const entries = Object.entries(world.values).map(([key, value]) => ({ key, value, status: null, time }));
  const answer = { entries, version: world.version };
  world.answers.push(answer);
  return answer;
};

const checkSettled = (world: ServerAndDevice, before: ControlState, after: ControlState): void => {
  if (world.hasOtherChanges) return;
  for (const { commandId, version, effects } of before.awaiting) {
    const left = after.awaiting.find((one) => one.commandId === commandId)?.effects ?? {};
    for (const key of Object.keys(effects).filter((one) => !(one in left))) {
      const earlier = world.sentCommands.filter(
        ({ sequence, state }) => sequence < version && sequence > world.sequence && state === 'sent',
      );
      const mayStillMove = earlier.some(
        (order) => key in order.effects && order.effects[key] !== effects[key],
      );
      const isDone = world.effective.includes(version);
      const newest = world.sentCommands.findLast((order) => key in order.effects)?.sequence;
      must(isDone || !mayStillMove || newest !== version, `${key} of ${commandId} is settled too early`);
    }
  }
};

export const applyAnswer = (world: ServerAndDevice, { entries, version }: Answer): void => {
  const before = world.client;
  const next = applyReadings(before, entries, version);
  expectUnchanged(world, next, wantedKeys(before), 'a reading moved a wanted value');
  const time = Date.parse(entries[0]?.time ?? '');
  const stale = KEYS.filter((key) => time < (before.current[key]?.time ?? 0));
  expectUnchanged(world, next, stale, 'a stale reading moved a value');
  checkSettled(world, before, next);
  world.client = next;
};

export const answerCommand = (world: ServerAndDevice, isRefused: boolean): void => {
  if (world.inFlight === null) return;
  const { command, versionSeen } = world.inFlight;
  world.inFlight = null;
  if (isRefused || versionSeen !== world.version) {
    const code = isRefused ? 'busy' : 'version_conflict';
    world.isFailed = true;
    world.client = commandRefused(world.client, { code, message: null, deviceId: 'd' }, world.now);
    must(world.client.refetch && world.client.failure?.code === code, 'a failure asks for fresh values');
    return;
  }
  accept(world, effectsOf(device, command), true);
  const next = commandAccepted(
    world.client,
    { commandId: `c${world.version}`, version: world.version },
    world.now,
  );
  expectUnchanged(world, next, wantedKeys(world.client), 'an acceptance moved a wanted value');
  world.client = next;
};

const device: LimitedDevice = { kind: 'tstat', mfg: 'acme', type: null, deviceSettings: null };
export const DEVICES: LimitedDevice[] = [device, { ...device, mfg: 'honeywell' }];

export const accept = (world: ServerAndDevice, effects: Values, isOwn: boolean): void => {
  world.version += 1;
  world.sentCommands.push({
    id: `c${world.version}`,
    sequence: world.version,
    effects,
    expiresAt: world.now + CONTROL_TIMES.expiresMs,
    isOwn,
    state: 'sent',
  });
};

export const deliver = (world: ServerAndDevice, order: SentCommand | undefined): void => {
  if (order === undefined || order.state === 'failed' || order.state === 'expired') return;
  if (order.sequence <= world.sequence) {
    if (order.state === 'sent') order.state = 'failed';
  } else if (world.now >= order.expiresAt) {
    order.state = 'expired';
  } else {
    world.sequence = order.sequence;
    world.effective.push(order.sequence);
    Object.assign(world.values, order.effects);
    order.state = 'confirmed';
  }
  world.isFailed ||= order.state !== 'confirmed';
};

export const report = (world: ServerAndDevice, order: SentCommand | undefined): void => {
  if (order === undefined) return;
  const { id: commandId, state } = order;
  const next = applyCommandReport(world.client, { commandId, state, reason: null }, world.now);
  if (state === 'confirmed' || state === 'sent') {
    expectUnchanged(world, next, wantedKeys(world.client), 'a report of success moved a wanted value');
  }
  world.client = next;
};

export const tickNow = (world: ServerAndDevice, one: LimitedDevice): void => {
  const { state, send } = tick(world.client, one, world.now);
  const isNewFailure = state.failure !== world.client.failure;
  world.hasOtherChanges ||= state.awaiting.length < world.client.awaiting.length;
  if (!isNewFailure)
    expectUnchanged(world, state, wantedKeys({ ...world.client, awaiting: [] }), 'a tick moved a value');
  must(send === null || world.inFlight === null, 'two commands in flight');
  world.client = state;
  world.isFailed ||= isNewFailure;
  if (send === null) return;
  world.inFlight = send;
  world.commands += 1;
};

export const newServerAndDevice = (): ServerAndDevice => {
  const world: ServerAndDevice = {
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
  applyAnswer(world, readServer(world));
  return world;
};

/** No further edits: what is on its way arrives, reported by the server or by the passing of time alone. */
export const runUntilIdle = (world: ServerAndDevice, one: LimitedDevice, isReported: boolean): void => {
  for (let round = 0; round < 4; round += 1) {
    answerCommand(world, false);
    world.now += CONTROL_TIMES.reconcileMs;
    tickNow(world, one);
  }
  for (const order of world.sentCommands) deliver(world, order);
  if (isReported) for (const order of world.sentCommands) report(world, order);
  else world.now += CONTROL_TIMES.expiresMs;
  applyAnswer(world, readServer(world));
  tickNow(world, one);
  applyAnswer(world, readServer(world));
};
