import type { Device, DeviceSetting, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import { loweredSetpoint, passSettingGate, withSetting } from '#domain/control/device-settings.ts';
import type { SettingRefusal } from '#domain/control/device-settings.ts';
import { passGate } from '#domain/control/gate.ts';
import { readingsOf } from '#domain/control/readings.ts';
import type { LimitedDevice } from '#domain/control/safety.ts';
import { headerOf } from '#domain/control/title.ts';
import { settingsOfHouse } from '#domain/settings.ts';
import { DAY } from '#domain/time.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { SESSION } from '../auth/rules.ts';
import type { HouseScope } from '../lib/scope.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { requirePlainNames } from '../lib/validate-names.ts';
import { after } from '../lib/clock.ts';
import { newId } from '../lib/random.ts';
import { enqueueMail } from '../notify/enqueue.ts';
import { languageFor } from '../notify/templates.ts';
import type { Providers } from '../providers/registry.ts';
import * as accounts from '../stores/account.ts';
import { record } from '../stores/audit.ts';
import * as commands from '../stores/commands.ts';
import * as devices from '../stores/devices.ts';
import * as houses from '../stores/house.ts';
import { isFresh } from '../stores/session.ts';
import type { CommandMeans } from './accept.ts';

/** Hot water that must become cooler is told so until the device can be reached, which may be the next day. */
const SAFETY_LIFE = DAY;

export interface SettingMeans extends CommandMeans {
  readonly providers: Providers;
  readonly keys: AuthDeps['keys'];
}

export interface SettingRequest {
  readonly deviceId: string;
  readonly key: DeviceSettingKey;
  readonly value: Value | null;
  readonly acknowledged: string | null;
}

const refuse = (refusal: SettingRefusal): AppError => {
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

/** Tells a water heater to come down when a setting has put its ceiling below what it holds or was just asked for. */
const bringDown = async (
  { clock, random, jobs }: SettingMeans,
  tx: Db,
  scope: HouseScope,
  device: commands.CommandedDevice,
): Promise<void> => {
  const open = await commands.listOpenOf(tx, scope, device.id);
  const setpoint = loweredSetpoint(device, {
    reported: readingsOf(devices.toRealtime(device.entries)).number('hwh-set-temperature'),
    underWay: open.flatMap(({ command }) => command.body.setpoint ?? []),
  });
  if (setpoint === null) return;
  const result = passGate({
    device,
    command: { type: 'OPERATIONAL', kind: device.kind, body: { setpoint } },
    sender: { origin: 'safety' },
  });
  if ('refused' in result) throw new AppError(result.refused.code, { deviceId: device.id });
  const { type, kind, body } = result.approved;
  const { providerId, houseId, accountId } = scope;
  const now = clock.now();
  const commandId = newId(random);
  await commands.insert(tx, {
    providerId,
    houseId,
    id: commandId,
    deviceId: device.id,
    accountId,
    origin: 'safety',
    command: { type, kind, body },
    version: device.version + 1,
    acceptedAt: now,
    expiresAt: after(now, SAFETY_LIFE),
  });
  await jobs.send(tx, 'lower-setpoint', { providerId, houseId, commandId });
};

/** Everybody in the home hears that its hot water may become hotter, or no longer may. */
const tellHousehold = async (
  { jobs, keys, providers }: SettingMeans,
  tx: Db,
  scope: HouseScope,
  { deviceId, on }: { readonly deviceId: string; readonly on: boolean },
): Promise<void> => {
  const provider = providers.byId(scope.providerId);
  const device = await devices.get(tx, scope, deviceId, { settings: true, commandModes: false });
  const members = await accounts.membersOf(tx, scope);
  const who = members.find(({ id }) => id === scope.accountId);
  if (!provider) return;
  for (const { email, language } of members) {
    await enqueueMail(tx, { jobs, keys }, scope.providerId, {
      to: email,
      name: on ? 'valveOn' : 'valveOff',
      language: languageFor(provider, language),
      values: {
        device: headerOf(device) ?? deviceId,
        who: who ? `${who.firstName} ${who.lastName}` : provider.file.name,
      },
      until: null,
    });
  }
};

export const switchesOf = async ({ db, clock, providers }: SettingMeans, scope: HouseScope) => {
  const provider = providers.byId(scope.providerId);
  if (!provider) throw new AppError('not_found');
  const { settings, timezone } = await houses.settings(db, scope);
  return settingsOfHouse(provider.file.settings, settings, timezone, clock.now());
};

/**
 * Stores a person's change of one setting. The device is locked, so that a command which passed the gate under the old
 * setting is either seen here or meets the new one.
 */
export const changeSetting = async (
  means: SettingMeans,
  scope: HouseScope,
  { deviceId, key, value, acknowledged }: SettingRequest,
): Promise<DeviceSetting> => {
  const { db, clock, random } = means;
  const switches = await switchesOf(means, scope);
  const activeEvent = await means.isEventActive(scope, deviceId);
  return db.transaction().execute(async (tx) => {
    const device = await commands.lockDevice(tx, scope, deviceId);
    const result = passSettingGate({ device, switches, key, value, acknowledged, activeEvent });
    if ('refused' in result) throw refuse(result.refused);
    const { setting, follows, needsFreshSignIn } = result.approved;
    const isProven = !needsFreshSignIn || (await isFresh(tx, scope, after(clock.now(), -SESSION.fresh)));
    if (!isProven) throw new AppError('confirm_identity', { deviceId });
    const valueOf = (wanted: DeviceSettingKey) =>
      device.deviceSettings.find((one) => one.key === wanted)?.value ?? null;
    if (valueOf(key) === setting.value) return setting;
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
          before: valueOf(changed.key),
          after: changed.value,
          acknowledged,
        },
      });
    }
    if (needsFreshSignIn) await tellHousehold(means, tx, scope, { deviceId, on: setting.value === true });
    const changedDevice = [setting, ...follows].reduce<LimitedDevice>(withSetting, device);
    await bringDown(means, tx, scope, {
      ...device,
      deviceSettings: [...(changedDevice.deviceSettings ?? [])],
    });
    return setting;
  });
};

export const renameDevice = (
  { db, clock, random }: SettingMeans,
  scope: HouseScope,
  deviceId: string,
  name: string | null,
): Promise<Device> => {
  requirePlainNames({ name });
  return db.transaction().execute(async (tx) => {
    const { before } = await devices.rename(tx, scope, deviceId, name);
    if (before !== name) {
      await record(tx, random, clock.now(), {
        providerId: scope.providerId,
        accountId: scope.accountId,
        houseId: scope.houseId,
        action: 'device-renamed',
        detail: { deviceId, before, after: name },
      });
    }
    return devices.get(tx, scope, deviceId, { settings: true, commandModes: true });
  });
};
