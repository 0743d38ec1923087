import type { DeviceSettingKey } from '#contract/entities/device.ts';
import { duesBetween } from '#domain/schedule.ts';
import type { Act } from '#simulator/history.ts';
import { passSchedule } from '../commands/schedules.ts';
import type { DemoDevice, Household } from './define.ts';
import { deviceId } from './ids.ts';
import { activeScheduleOf } from './schedules.ts';
import { entriesOf } from './state.ts';

/** What its schedule does to a device, as it would from now on: what the gate refuses is not done. */
const scheduledActs = (household: Household, device: DemoDevice, from: Date, to: Date): readonly Act[] => {
  const schedule = activeScheduleOf(device);
  const entries = entriesOf(household, device, to);
  if (!schedule || !entries) return [];
  const id = deviceId(household.key, device.key);
  const { kind, mfg, type = null, settings = {} } = device;
  const deviceSettings = Object.entries(settings).map(([key, value]) => ({
    key: key as DeviceSettingKey,
    value,
  }));
  const commanded = { id, kind, mfg, type, version: 0, deviceSettings, entries };
  const { timezone } = household.house;
  return duesBetween(schedule.events, timezone, from.getTime(), to.getTime()).flatMap(({ time, command }) => {
    const approved = passSchedule(commanded, command);
    return approved ? [{ time, deviceId: id, body: approved.body }] : [];
  });
};

/** Everything that is set in a house while it lives from one moment to another. */
export const actsIn = (household: Household, from: Date, to: Date): readonly Act[] =>
  household.devices.flatMap((device) => scheduledActs(household, device, from, to));
