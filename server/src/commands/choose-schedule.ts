import type { ActiveSchedule } from '#contract/entities/schedule.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { scheduleChangeRefusal } from '#domain/schedules/change-permission.ts';
import { isRunnableSchedule } from '#domain/schedules/runnable.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import * as commands from '../stores/devices/commands.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import { houseSettings } from '../providers/house-settings.ts';
import * as houses from '../stores/house/house.ts';
import * as schedules from '../stores/devices/schedules.ts';
import type { SettingDeps } from './deps.ts';

/** Locks the device and throws unless a person may change its schedule now. */
const lockForChange = async (
  tx: Db,
  deps: SettingDeps,
  scope: HouseScope,
  deviceId: string,
): Promise<void> => {
  const device = await commands.lockDevice(tx, scope, deviceId);
  const refusal = scheduleChangeRefusal({
    device,
    switches: houseSettings(deps, scope, await houses.settings(tx, scope)),
    activeEvent: await deps.eventHooks.isActive(tx, scope, deviceId),
    status: latestValuesOf(toRealtime(device.entries)).status,
  });
  if (refusal !== null) throw new AppError(refusal, { deviceId });
};

export const activateSchedule = (
  deps: SettingDeps,
  scope: HouseScope,
  deviceId: string,
  uid: string,
): Promise<ActiveSchedule> =>
  deps.db.transaction().execute(async (tx) => {
    await lockForChange(tx, deps, scope, deviceId);
    if (!isRunnableSchedule(await schedules.get(tx, scope, uid))) throw new AppError('schedule_incomplete');
    return schedules.activate(tx, scope, deviceId, uid, deps.clock.now());
  });

export const deactivateSchedule = (deps: SettingDeps, scope: HouseScope, deviceId: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await lockForChange(tx, deps, scope, deviceId);
    await schedules.deactivate(tx, scope, deviceId);
  });
