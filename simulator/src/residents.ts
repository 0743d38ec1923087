import type { CommandBody } from '#domain/control/command.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { LinkedDevice } from '#domain/ports/device-link.ts';
import { outdoorTemperature } from './environment.ts';
import { regionOf, siteOf } from './place.ts';
import type { Place } from './place.ts';

/** °F over the last days: below the first people heat, above the second they cool, in between they leave it. */
const COLD = 60;
const WARM = 64;

const MODES = {
  tstat: { cold: ['heat', 'auto'], warm: ['cool', 'auto'] },
  rac: { cold: ['heat', 'off'], warm: ['cool'] },
} as const;

const HOUR = 3_600_000;

/** °F, the mean of the last three days: what people go by. */
export const outdoorLately = (place: Place, seed: string, time: number): number => {
  const siteAt = siteOf(place);
  const hours = Array.from({ length: 12 }, (_, index) => new Date(time - index * 6 * HOUR));
  const region = `${seed} ${regionOf(place)}`;
  return hours.reduce((sum, at) => sum + outdoorTemperature(at, siteAt(at), region), 0) / hours.length;
};

export const isCold = (outdoor: number): boolean => outdoor < COLD;

/** What people do at the wall when the season has changed; null: nothing. */
export const seasonalChange = (device: LinkedDevice, outdoor: number): CommandBody | null => {
  if (device.kind !== 'tstat' && device.kind !== 'rac') return null;
  if (!isCold(outdoor) && outdoor <= WARM) return null;
  const words: readonly string[] = MODES[device.kind][isCold(outdoor) ? 'cold' : 'warm'];
  const has = new Set(modelOf(device).modes.map(({ name }) => name));
  const mode = words.find((word) => has.has(word));
  return mode === undefined ? null : { mode };
};
