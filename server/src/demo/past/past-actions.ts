import type { DeviceKind, DeviceSettingKey } from '#contract/entities/device.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { duesBetween } from '#domain/schedules/due-times.ts';
import type { FleetDevice } from '#simulator/device.ts';
import type { DeviceAction } from '#simulator/history.ts';
import { seasonalActions } from '#simulator/residents.ts';
import { approveScheduled } from '../../commands/run-schedules.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import type { DemoDevice, Household } from '../types.ts';
import { deviceId } from '../ids.ts';
import { activeScheduleOf } from '../homes/schedules.ts';
import { describedEntries, lastSetAt } from '../described-state.ts';

interface HistorySpan {
  readonly from: Date;
  /** The described state holds at this time. */
  readonly to: Date;
}

/** The commands of a device's active schedule, through the same gate as live ones: refused commands are left out. */
export const scheduledCommands = (
  household: Household,
  device: DemoDevice,
  { from, to }: HistorySpan,
): readonly { readonly time: number; readonly command: ApprovedCommand }[] => {
  const schedule = activeScheduleOf(device);
  const entries = describedEntries(household, device, to);
  if (!schedule || !entries) return [];
  const { kind, mfg, type = null, settings = {} } = device;
  const deviceSettings = Object.entries(settings).map(([key, value]) => ({
    key: key as DeviceSettingKey,
    value,
  }));
  const id = deviceId(household.key, device.key);
  const commanded = { id, kind, mfg, type, version: 0, deviceSettings, entries };
  const { timezone } = household.house;
  return duesBetween(schedule.events, timezone, from.getTime(), to.getTime()).flatMap(({ time, command }) => {
    const approved = approveScheduled(commanded, command);
    return approved ? [{ time, command: approved }] : [];
  });
};

/** What the active schedule of a device did to it. */
export const scheduledActions = (
  household: Household,
  device: DemoDevice,
  span: HistorySpan,
): readonly DeviceAction[] =>
  scheduledCommands(household, device, span).map(({ time, command: { body } }) => ({
    time,
    deviceId: deviceId(household.key, device.key),
    body,
  }));

/** The resource that residents change with the seasons. */
const MODE_KEYS: Readonly<Partial<Record<DeviceKind, string>>> = {
  tstat: 'thermostat-mode',
  rac: 'rac-mode',
};

/** Residents choose modes by season; on the evening before the end they set the described mode. */
const residentActions = (
  household: Household,
  device: DemoDevice,
  seasonal: readonly DeviceAction[],
  to: Date,
): DeviceAction[] => {
  const mode = describedEntries(household, device, to)?.[MODE_KEYS[device.kind] ?? '']?.value;
  if (mode === undefined) return [];
  const time = lastSetAt(household, device, to).getTime();
  const id = deviceId(household.key, device.key);
  return [
    ...seasonal.filter((action) => action.deviceId === id && action.time < time),
    { time, deviceId: id, body: { mode: String(mode) } },
  ];
};

/** Everything that residents and schedules set in a house during its history. */
export const pastActionsIn = (
  household: Household,
  devices: readonly FleetDevice[],
  span: HistorySpan,
): readonly DeviceAction[] => {
  const seasonal = seasonalActions({ devices, seed: SIMULATION_SEED, ...span });
  return household.devices.flatMap((device) => [
    ...residentActions(household, device, seasonal, span.to),
    ...scheduledActions(household, device, span),
  ]);
};
