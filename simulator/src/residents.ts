import type { CommandBody } from '#domain/control/command/command.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { DeviceModel } from '#domain/manufacturers/index.ts';
import { HOUR, instantAt, wallTime } from '#domain/time/time.ts';
import type { FleetDevice } from './device.ts';
import { outdoorTemperature } from './environment/environment.ts';
import type { DeviceAction } from './history.ts';
import { regionOf, siteOf, DEFAULT_PLACE } from './environment/place.ts';
import type { Place } from './environment/place.ts';

/** °F, mean of the last days: below the first residents heat, above the second they cool, in between they change nothing. */
const HEAT_BELOW = 60;
const COOL_ABOVE = 64;

const MODES = {
  tstat: { cold: ['heat', 'auto'], warm: ['cool', 'auto'] },
  rac: { cold: ['heat', 'off'], warm: ['cool'] },
} as const;

/** By the clock of the house. */
const EVENING = 18;
/** Days before `from` to look at: long enough to find the last change of season. */
const LOOK_BACK_DAYS = 30;

/** °F, the mean of the last three days, by which residents decide. */
export const recentOutdoor = (place: Place, seed: string, time: number): number => {
  const siteAt = siteOf(place);
  const hours = Array.from({ length: 12 }, (_, index) => new Date(time - index * 6 * HOUR));
  const region = `${seed} ${regionOf(place)}`;
  return hours.reduce((sum, at) => sum + outdoorTemperature(at, siteAt(at), region), 0) / hours.length;
};

export const isCold = (outdoor: number): boolean => outdoor < HEAT_BELOW;

/** The mode in which residents have a device while it is cold, or is not; undefined: they do not choose one. */
export const seasonalMode = (device: DeviceModel, cold: boolean): string | undefined => {
  if (device.kind !== 'tstat' && device.kind !== 'rac') return undefined;
  const words: readonly string[] = MODES[device.kind][cold ? 'cold' : 'warm'];
  const has = new Set(modelOf(device).modes.map(({ name }) => name));
  return words.find((word) => has.has(word));
};

/** The mode that residents choose in a season; null: none. */
const seasonalChange = (device: DeviceModel, outdoor: number): CommandBody | null => {
  if (!isCold(outdoor) && outdoor <= COOL_ABOVE) return null;
  const mode = seasonalMode(device, isCold(outdoor));
  return mode === undefined ? null : { mode };
};

interface SeasonSetup {
  /** Of one house. */
  readonly devices: readonly FleetDevice[];
  readonly seed: string;
  readonly from: Date;
  readonly to: Date;
}

/** Residents choose heating or cooling each evening by the recent weather. Includes the choice in force at `from`. */
export const seasonalActions = ({ devices, seed, from, to }: SeasonSetup): readonly DeviceAction[] => {
  const place = devices.find((device) => device.place)?.place ?? DEFAULT_PLACE;
  const { year, month, day } = wallTime(from, place.timezone);
  const evening = (days: number) => instantAt(Date.UTC(year, month - 1, day + days, EVENING), place.timezone);
  const actions: DeviceAction[] = [];
  for (let days = -LOOK_BACK_DAYS, time = evening(days); time <= to.getTime(); time = evening((days += 1))) {
    const outdoor = recentOutdoor(place, seed, time);
    for (const device of devices) {
      const body = seasonalChange(device, outdoor);
      if (body) actions.push({ time, deviceId: device.deviceId, body });
    }
  }
  return actions;
};
