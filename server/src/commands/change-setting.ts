import type { DeviceSetting, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import { passSettingGate, withSetting } from '#domain/control/settings/device-settings.ts';
import type { SettingRefusal } from '#domain/control/settings/device-settings.ts';
import type { LimitedDevice } from '#domain/control/gate/safety.ts';
import { SESSION } from '../auth/rules.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { record } from '../stores/system/audit.ts';
import * as commands from '../stores/devices/commands.ts';
import * as devices from '../stores/devices/devices.ts';
import { houseSettings } from '../providers/house-settings.ts';
import * as houses from '../stores/house/house.ts';
import { isFresh } from '../stores/auth/session.ts';
import type { SettingDeps } from './deps.ts';
import { lowerSetpoint } from './lower-setpoint.ts';
import { mailValveChange } from './mail-valve-change.ts';

export interface SettingRequest {
  readonly deviceId: string;
  readonly key: DeviceSettingKey;
  readonly value: Value | null;
  readonly acknowledged: string | null;
}

const errorOf = (refusal: SettingRefusal): AppError => {
  const { code, deviceId } = refusal;
  if (code === 'setpoint_out_of_range') {
    return new AppError(code, {
      deviceId,
      detail: `${refusal.field}: ${refusal.min} to ${refusal.max} °F`,
    });
  }
  return new AppError(code, {
    deviceId,
    ...(code === 'command_malformed' ? { detail: refusal.field } : {}),
  });
};

/**
 * Stores a person's change of one setting. The device is locked, so that a command which passed the gate under the old
 * setting is either seen here or checked against the new one at its delivery.
 */
export const changeSetting = (
  deps: SettingDeps,
  scope: HouseScope,
  { deviceId, key, value, acknowledged }: SettingRequest,
): Promise<DeviceSetting> => {
  const { db, clock, random } = deps;
  return db.transaction().execute(async (tx) => {
    const device = await commands.lockDevice(tx, scope, deviceId);
    const switches = houseSettings(deps, scope, await houses.settings(tx, scope));
    const activeEvent = await deps.eventHooks.isActive(tx, scope, deviceId);
    const result = passSettingGate({ device, switches, key, value, acknowledged, activeEvent });
    if ('refused' in result) throw errorOf(result.refused);
    const { setting, follows, needsFreshSignIn } = result.approved;
    const isConfirmed =
      !needsFreshSignIn || (await isFresh(tx, scope, { now: clock.now(), within: SESSION.fresh }));
    if (!isConfirmed) throw new AppError('confirm_identity', { deviceId });
    const storedValue = (wanted: DeviceSettingKey) =>
      device.deviceSettings.find((entry) => entry.key === wanted)?.value ?? null;
    if (storedValue(key) === setting.value) return setting;
    const now = clock.now();
    const { providerId, accountId, houseId } = scope;
    for (const changed of [setting, ...follows]) {
      await devices.putSetting(tx, scope, deviceId, changed, now);
      await record(tx, random, now, {
        providerId,
        accountId,
        houseId,
        action: 'setting-changed',
        detail: {
          deviceId,
          key: changed.key,
          before: storedValue(changed.key),
          after: changed.value,
          acknowledged,
        },
      });
    }
    if (needsFreshSignIn) await mailValveChange(tx, deps, scope, { deviceId, on: setting.value === true });
    const changedDevice = [setting, ...follows].reduce<LimitedDevice>(withSetting, device);
    const deviceSettings = changedDevice.deviceSettings ?? [];
    await lowerSetpoint(tx, deps, scope, { ...device, deviceSettings: [...deviceSettings] }, accountId);
    return setting;
  });
};
