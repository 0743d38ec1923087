import type { RealtimeEntry, Value } from '#contract/entities/device.ts';
import { showTemperature } from '../../units.ts';
import { effectsOf } from '../command.ts';
import type { Command } from '../command.ts';
import type { LimitedDevice } from '../safety.ts';
import { CONTROL_TIMES, NOTHING_KNOWN, isWanted, shown } from '../state.ts';
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

interface Order {
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

/** A server and a device that does as told, in order: it drops what has a lower number than it has seen. */
export interface World {
  now: number;
  version: number;
  readonly orders: Order[];
  readonly values: Record<string, Value>;
  sequence: number;
  readonly effective: number[];
  readonly answers: Answer[];
  inFlight: { readonly command: Command; readonly versionSeen: number } | null;
  client: ControlState;
  wishes: number;
  commands: number;
  /** Others changed the device, or time ran out: what a person sees may rightly surprise them. */
  isDisturbed: boolean;
  isFailed: boolean;
}

export const must = (condition: boolean, rule: string): void => {
  if (!condition) throw new Error(rule);
};

const look = (state: ControlState): Record<string, Value | null> =>
  Object.fromEntries(
    KEYS.map((key) => {
      const value = shown(state, key);
      return [key, typeof value === 'number' ? showTemperature(value, 'F') : value];
    }),
  );
const wantedKeys = (state: ControlState): string[] => KEYS.filter((key) => isWanted(state, key));
const expectStill = (world: World, next: ControlState, keys: readonly string[], rule: string): void => {
  const [before, after] = [look(world.client), look(next)];
  for (const key of keys) must(before[key] === after[key], `${rule}: ${key} ${before[key]} → ${after[key]}`);
};

/** The server is asked: its newest reading of each value, at its present version. */
export const ask = (world: World): Answer => {
  world.now += 1;
  const time = new Date(world.now).toISOString();
  const entries = Object.entries(world.values).map(([key, value]) => ({ key, value, status: null, time }));
  const answer = { entries, version: world.version };
  world.answers.push(answer);
  return answer;
};

const checkSettled = (world: World, before: ControlState, after: ControlState): void => {
  if (world.isDisturbed) return;
  for (const { commandId, version, effects } of before.awaiting) {
    const left = after.awaiting.find((one) => one.commandId === commandId)?.effects ?? {};
    for (const key of Object.keys(effects).filter((one) => !(one in left))) {
      const earlier = world.orders.filter(
        ({ sequence, state }) => sequence < version && sequence > world.sequence && state === 'sent',
      );
      const mayStillMove = earlier.some(
        (order) => key in order.effects && order.effects[key] !== effects[key],
      );
      const isDone = world.effective.includes(version);
      const newest = world.orders.findLast((order) => key in order.effects)?.sequence;
      must(isDone || !mayStillMove || newest !== version, `${key} of ${commandId} is settled too early`);
    }
  }
};

export const hear = (world: World, { entries, version }: Answer): void => {
  const before = world.client;
  const next = applyReadings(before, entries, version);
  expectStill(world, next, wantedKeys(before), 'a reading moved a wanted value');
  const time = Date.parse(entries[0]?.time ?? '');
  const stale = KEYS.filter((key) => time < (before.current[key]?.time ?? 0));
  expectStill(world, next, stale, 'a stale reading moved a value');
  checkSettled(world, before, next);
  world.client = next;
};

export const answerCommand = (world: World, isRefused: boolean): void => {
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
  expectStill(world, next, wantedKeys(world.client), 'an acceptance moved a wanted value');
  world.client = next;
};

const device: LimitedDevice = { kind: 'tstat', mfg: 'acme', type: null, deviceSettings: null };
export const DEVICES: LimitedDevice[] = [device, { ...device, mfg: 'honeywell' }];

export const accept = (world: World, effects: Values, isOwn: boolean): void => {
  world.version += 1;
  world.orders.push({
    id: `c${world.version}`,
    sequence: world.version,
    effects,
    expiresAt: world.now + CONTROL_TIMES.expiresMs,
    isOwn,
    state: 'sent',
  });
};

export const deliver = (world: World, order: Order | undefined): void => {
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

export const report = (world: World, order: Order | undefined): void => {
  if (order === undefined) return;
  const { id: commandId, state } = order;
  const next = applyCommandReport(world.client, { commandId, state, reason: null }, world.now);
  if (state === 'confirmed' || state === 'sent') {
    expectStill(world, next, wantedKeys(world.client), 'good news moved a wanted value');
  }
  world.client = next;
};

export const tickNow = (world: World, one: LimitedDevice): void => {
  const { state, send } = tick(world.client, one, world.now);
  const isNewFailure = state.failure !== world.client.failure;
  world.isDisturbed ||= state.awaiting.length < world.client.awaiting.length;
  if (!isNewFailure)
    expectStill(world, state, wantedKeys({ ...world.client, awaiting: [] }), 'a tick moved a value');
  must(send === null || world.inFlight === null, 'two commands in flight');
  world.client = state;
  world.isFailed ||= isNewFailure;
  if (send === null) return;
  world.inFlight = send;
  world.commands += 1;
};

export const newWorld = (): World => {
  const world: World = {
    now: T0,
    version: 7,
    orders: [],
    values: { ...FIRST },
    sequence: 7,
    effective: [],
    answers: [],
    inFlight: null,
    client: NOTHING_KNOWN,
    wishes: 0,
    commands: 0,
    isDisturbed: false,
    isFailed: false,
  };
  hear(world, ask(world));
  return world;
};

/** Nobody touches anything any more: what is on its way arrives, by word of the server or by the clock alone. */
export const settleDown = (world: World, one: LimitedDevice, hasWord: boolean): void => {
  for (let round = 0; round < 4; round += 1) {
    answerCommand(world, false);
    world.now += CONTROL_TIMES.reconcileMs;
    tickNow(world, one);
  }
  for (const order of world.orders) deliver(world, order);
  if (hasWord) for (const order of world.orders) report(world, order);
  else world.now += CONTROL_TIMES.expiresMs;
  hear(world, ask(world));
  tickNow(world, one);
  hear(world, ask(world));
};
