import { limitsFollowing, withSetting } from '#domain/control/settings/device-settings.ts';
import type { LimitedDevice } from '#domain/control/gate/safety.ts';
import type { Db } from '../db/connection.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import * as commands from '../stores/devices/commands.ts';
import * as devices from '../stores/devices/devices.ts';
import type { CommandDeps } from './deps.ts';
import { lowerSetpoint } from './lower-setpoint.ts';

const VALVE_OFF = { key: 'hwh-mixing-valve', value: false } as const;

/**
 * Whoever confirmed a mixing valve does not live there any more: it counts as turned off, and water that is hotter than is safe without
 * one goes down. The devices must be locked.
 */
export const lapseValves = async (tx: Db, deps: CommandDeps, house: HouseDataScope): Promise<void> => {
  const ids = await devices.withValve(tx, house);
  const locked = await commands.lockFreeDevices(
    tx,
    ids.map((deviceId) => ({ ...house, deviceId })),
  );
  for (const { device, deviceId } of locked) {
    const changes = [VALVE_OFF, ...limitsFollowing(device, VALVE_OFF)];
    for (const changed of changes) await devices.putSetting(tx, house, deviceId, changed, deps.clock.now());
    const deviceSettings = changes.reduce<LimitedDevice>(withSetting, device).deviceSettings ?? [];
    await lowerSetpoint(tx, deps, house, { ...device, deviceSettings: [...deviceSettings] }, null);
  }
};
