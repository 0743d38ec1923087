import type { CommandBody } from '#domain/control/command.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { LinkedDevice } from '#domain/ports/device-link.ts';
import { HOUR, instantAt, wallTime } from '#domain/time.ts';
import type { FleetDevice } from './device.ts';
import { outdoorTemperature } from './environment/environment.ts';
import type { Act } from './history.ts';
import { regionOf, siteOf, SOMEWHERE } from './environment/place.ts';
import type { Place } from './environment/place.ts';

/** °F over the last days: below the first people heat, above the second they cool, in between they leave it. */
const COLD = 60;
const WARM = 64;

const MODES = {
  tstat: { cold: ['heat', 'auto'], warm: ['cool', 'auto'] },
  rac: { cold: ['heat', 'off'], warm: ['cool'] },
} as const;

/** By the clock of the house. */
const EVENING = 18;
/** Days after which the last change of season lies behind every mild spell. */
const MEMORY = 30;

/** °F, the mean of the last three days: what people go by. */
export const outdoorLately = (place: Place, seed: string, time: number): number => {
  const siteAt = siteOf(place);
  const hours = Array.from({ length: 12 }, (_, index) => new Date(time - index * 6 * HOUR));
  const region = `${seed} ${regionOf(place)}`;
  return hours.reduce((sum, at) => sum + outdoorTemperature(at, siteAt(at), region), 0) / hours.length;
};

export const isCold = (outdoor: number): boolean => outdoor < COLD;

/** What people set when the season has changed; null: nothing. */
const seasonalChange = (device: LinkedDevice, outdoor: number): CommandBody | null => {
  if (device.kind !== 'tstat' && device.kind !== 'rac') return null;
  if (!isCold(outdoor) && outdoor <= WARM) return null;
  const words: readonly string[] = MODES[device.kind][isCold(outdoor) ? 'cold' : 'warm'];
  const has = new Set(modelOf(device).modes.map(({ name }) => name));
  const mode = words.find((word) => has.has(word));
  return mode === undefined ? null : { mode };
};

interface Span {
  /** Of one house. */
  readonly devices: readonly FleetDevice[];
  readonly seed: string;
  readonly from: Date;
  readonly to: Date;
}

/** People heat in the cold season and cool in the warm one: each evening they look back. Includes what holds at `from`. */
export const seasonalActs = ({ devices, seed, from, to }: Span): readonly Act[] => {
  const place = devices.find((device) => device.place)?.place ?? SOMEWHERE;
  const { year, month, day } = wallTime(from, place.timezone);
  const evening = (days: number) => instantAt(Date.UTC(year, month - 1, day + days, EVENING), place.timezone);
  const acts: Act[] = [];
  for (let days = -MEMORY, time = evening(days); time <= to.getTime(); time = evening((days += 1))) {
    const outdoor = outdoorLately(place, seed, time);
    for (const device of devices) {
      const body = seasonalChange(device, outdoor);
      if (body) acts.push({ time, deviceId: device.deviceId, body });
    }
  }
  return acts;
};
