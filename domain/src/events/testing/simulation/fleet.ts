import { effectsOf } from '../../../control/command/command.ts';
import { DeviceUnreachable } from '../../../ports/link-failure.ts';
import type { Delivery } from '../../../ports/device-link.ts';
import { EVENT_TIMES } from '../../event-times.ts';
import { discharge, STORED, withoutParameters } from './battery.ts';
import { checkApplied } from './invariants.ts';
import { markUnseen } from './own-changes.ts';
import { must, note, required } from './world.ts';
import type { SimCommand, SimDevice, Values, World } from './world.ts';

/** In the last minutes before it fell back, nothing kept a return from reaching the device. */
const wasReachable = ({ outages }: World, device: SimDevice, until: number): boolean => {
  const from = until - EVENT_TIMES.fallbackMargin;
  return device.offlineUntil < from && !outages.some((outage) => outage.from < until && outage.to > from);
};

/** Falls back when its time has come, whether or not a server is alive. */
const settle = (world: World, device: SimDevice): void => {
  discharge(
    world,
    device,
    Math.min(world.now, Math.max(device.held?.until ?? world.now, device.dischargedTo)),
  );
  if (device.held === null || world.now < device.held.until) {
    return;
  }
  const { until, before } = device.held;
  // A battery falls back when it may have given all, whatever reaches it.
  const isLate = device.kind !== 'battery' && wasReachable(world, device, until);
  must(world, !isLate, 2, `${device.id} had to fall back by itself`);
  const { [STORED]: _, ...settings } = before;
  withoutParameters(device);
  Object.assign(device.values, settings);
  device.dischargedTo = world.now;
  device.held = null;
  world.counters.fallbacks += 1;
  note(world, `${device.id} falls back`);
};

const apply = (world: World, device: SimDevice, command: SimCommand): void => {
  checkApplied(world, command);
  // A change at the wall after the decision, and before its command arrives, is overtaken.
  if (command.action !== null) markUnseen(world, device.id, effectsOf(device, command));
  device.held =
    command.holdUntil === null
      ? null
      : { until: command.holdUntil, before: device.held?.before ?? { ...device.values } };
  if (command.body.mode !== undefined) withoutParameters(device);
  Object.assign(device.values, effectsOf(device, command));
  device.dischargedTo = world.now;
  command.applied = true;
  note(world, `${device.id} applies ${command.origin} #${command.sequence} ${JSON.stringify(command.body)}`);
};

/** What a maker's cloud does with a call: as the port says, and rejecting where the network fails. */
export const send = (world: World, command: SimCommand): Delivery => {
  const device = required(world.devices.get(command.deviceId));
  settle(world, device);
  if (world.now < device.offlineUntil) throw new DeviceUnreachable('offline');
  if (command.sequence <= device.sequence) return { outcome: 'superseded' };
  if (world.now >= command.expiresAt) return { outcome: 'expired' };
  device.sequence = command.sequence;
  apply(world, device, command);
  return { outcome: 'delivered' };
};

/** Somebody turns the knob: the device keeps that, and gives up any fallback. */
export const turnKnob = (world: World, device: SimDevice, values: Values): void => {
  settle(world, device);
  Object.assign(device.values, values);
  device.dischargedTo = world.now;
  device.held = null;
  world.counters.walls += 1;
  note(world, `${device.id} is set at the wall to ${JSON.stringify(values)}`);
};

export interface SimReading {
  readonly deviceId: string;
  /** By the device's clock. */
  readonly time: number;
  /** When it was really taken. */
  readonly takenAt: number;
  readonly values: Values;
}

export const readDevice = (world: World, device: SimDevice): SimReading | null => {
  settle(world, device);
  if (world.now < device.offlineUntil) return null;
  return {
    deviceId: device.id,
    time: world.now + device.skew,
    takenAt: world.now,
    values: { ...device.values },
  };
};
