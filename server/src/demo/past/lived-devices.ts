import type { DeviceSettingKey } from '#contract/entities/device.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import { liveEvent } from './lived-event.ts';
import type { LivedDevice, LivedEvent } from './lived-event.ts';
import { deviceId, houseId } from '../ids.ts';
import { scheduledActions } from './past-actions.ts';
import { tookPart } from './past-dispatches.ts';
import type { PastDispatch } from './past-dispatches.ts';
import { incidentOf } from './past-incidents.ts';
import { activeScheduleOf } from '../homes/schedules.ts';
import type { DemoDevice, Household } from '../types.ts';

const toLived = (
  household: Household,
  device: DemoDevice,
  span: { readonly from: Date; readonly to: Date },
): LivedDevice => ({
  providerId: household.house.providerId,
  houseId: houseId(household.key),
  deviceId: deviceId(household.key, device.key),
  kind: device.kind,
  mfg: device.mfg,
  type: device.type ?? null,
  deviceSettings: Object.entries(device.settings ?? {}).map(([key, value]) => ({
    key: key as DeviceSettingKey,
    value,
  })),
  timezone: household.house.timezone,
  mayExport: household.house.mayExport === true,
  schedule: activeScheduleOf(device)?.events ?? null,
  scheduled: scheduledActions(household, device, span),
});

const isEnrolled = ({ house }: Household, kind: DeviceKind, { program }: PastDispatch): boolean =>
  house.programs.includes(program.id) && program.kinds.includes(kind);

/** The devices of a house in the events of the past that they were enrolled for, still to be lived. */
export const livedEventsIn = (
  household: Household,
  dispatches: readonly PastDispatch[],
  span: { readonly from: Date; readonly to: Date },
): LivedEvent[] => {
  if (!tookPart(household.house)) return [];
  return household.devices.flatMap((device) => {
    const lived = toLived(household, device, span);
    return dispatches
      .filter((dispatch) => isEnrolled(household, device.kind, dispatch))
      .flatMap((dispatch) => {
        const incident = incidentOf(household.key, device.kind, dispatch, dispatches);
        return dispatch.events
          .filter(({ kind }) => kind === device.kind)
          .map((event) => liveEvent(event, lived, incident));
      });
  });
};
