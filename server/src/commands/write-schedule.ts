import type { DeviceSchedule, ScheduleWords } from '#contract/entities/schedule.ts';
import { mayWriteSchedules } from '#domain/schedules/change-permission.ts';
import { isRunnableSchedule } from '#domain/schedules/runnable.ts';
import { isSameWords } from '#domain/schedules/same-words.ts';
import { dueAfterChange, scheduleFaults } from '#domain/schedules/written-schedule.ts';
import type { Db } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { newId } from '../lib/secrets/random.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { requirePlainNames } from '../lib/text/validate-names.ts';
import { houseSettings } from '../providers/house-settings.ts';
import * as commands from '../stores/devices/commands.ts';
import * as schedules from '../stores/devices/schedules.ts';
import * as houses from '../stores/house/house.ts';
import * as idempotency from '../stores/system/idempotency.ts';
import type { SettingDeps } from './deps.ts';
import { refusalError } from './refusal-error.ts';

/** Of a device: more would fill its list. */
const MOST_SCHEDULES = 20;

/** Locks the device and throws unless people may write its schedules. */
const lockForWriting = async (tx: Db, deps: SettingDeps, scope: HouseScope, deviceId: string) => {
  const device = await commands.lockDevice(tx, scope, deviceId);
  const stored = await houses.settings(tx, scope);
  if (!mayWriteSchedules({ device, switches: houseSettings(deps, scope, stored) })) {
    throw new AppError('control_locked', { deviceId });
  }
  return { device, timezone: stored.timezone };
};

/** Throws unless every event is one that the device may be sent. */
const assertWritable = (device: commands.CommandedDevice, { name, Event }: ScheduleWords): void => {
  requirePlainNames({ name });
  const [fault] = scheduleFaults(device, Event);
  if (!fault) return;
  const where = `Event[${fault.index}]`;
  if (fault.code === 'refused') throw refusalError(fault.refusal, where);
  throw new AppError(`schedule_${fault.code}`, { deviceId: device.id, detail: where });
};

/** Writes a schedule, once per idempotency key. */
export const addSchedule = (
  deps: SettingDeps,
  scope: HouseScope,
  { deviceId, ...words }: ScheduleWords & { readonly deviceId: string },
  idempotencyKey: string | null,
): Promise<DeviceSchedule> =>
  deps.db.transaction().execute(async (tx) => {
    // Also keeps two calls with the same key apart.
    const { device } = await lockForWriting(tx, deps, scope, deviceId);
    const keyed = { route: `schedule ${scope.houseId} ${deviceId}`, key: idempotencyKey ?? '' };
    const requestHash = hashSecret(JSON.stringify(words));
    const first = idempotencyKey === null ? undefined : await idempotency.findAnswer(tx, scope, keyed);
    if (first && first.requestHash !== requestHash) throw new AppError('idempotency_mismatch', { deviceId });
    if (first) return first.answer as DeviceSchedule;
    assertWritable(device, words);
    if ((await schedules.countOf(tx, scope, deviceId)) >= MOST_SCHEDULES) {
      throw new AppError('too_many_schedules', { deviceId });
    }
    const answer = await schedules.insert(tx, scope, { ...words, uid: newId(deps.random), deviceId });
    if (idempotencyKey !== null) {
      await idempotency.storeAnswer(tx, scope, keyed, { requestHash, answer }, deps.clock.now());
    }
    return answer;
  });

/** The schedule, with its device locked. */
const lockSchedule = async (tx: Db, deps: SettingDeps, scope: HouseScope, uid: string) => {
  const { deviceId } = await schedules.get(tx, scope, uid);
  const locked = await lockForWriting(tx, deps, scope, deviceId);
  const schedule = await schedules.get(tx, scope, uid);
  const active = await schedules.active(tx, scope, deviceId);
  return { ...locked, schedule, isActive: active.uid === uid };
};

export const changeSchedule = (
  deps: SettingDeps,
  scope: HouseScope,
  uid: string,
  { replaces, ...words }: ScheduleWords & { readonly replaces?: ScheduleWords | undefined },
): Promise<DeviceSchedule> =>
  deps.db.transaction().execute(async (tx) => {
    const { device, timezone, schedule, isActive } = await lockSchedule(tx, deps, scope, uid);
    // A call that is repeated because its answer was lost finds its own words.
    const isKnown = !replaces || isSameWords(schedule, replaces) || isSameWords(schedule, words);
    if (!isKnown) throw new AppError('schedule_changed', { deviceId: device.id });
    assertWritable(device, words);
    const changed = { ...schedule, ...words };
    if (isActive && !isRunnableSchedule(changed)) {
      throw new AppError('schedule_incomplete', { deviceId: device.id });
    }
    await schedules.update(tx, scope, changed);
    if (isActive) {
      const due = dueAfterChange(schedule.Event, words.Event, timezone, deps.clock.now().getTime());
      const { providerId, houseId } = scope;
      const ref = { providerId, houseId, deviceId: device.id };
      await schedules.setNext(tx, [{ ...ref, nextAt: due === null ? null : new Date(due) }]);
    }
    return changed;
  });

export const deleteSchedule = (deps: SettingDeps, scope: HouseScope, uid: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const { device, isActive } = await lockSchedule(tx, deps, scope, uid);
    if (isActive) throw new AppError('schedule_active', { deviceId: device.id });
    await schedules.remove(tx, scope, uid);
  });
