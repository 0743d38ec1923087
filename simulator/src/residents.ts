import type { CommandBody } from '#domain/control/command.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import type { LinkedDevice } from '#domain/ports/device-link.ts';

/** °F over the last days: below the first people heat, above the second they cool, in between they leave it. */
const COLD = 58;
const WARM = 68;

const MODES = {
  tstat: { cold: ['heat', 'auto'], warm: ['cool', 'auto'] },
  rac: { cold: ['heat', 'off'], warm: ['cool'] },
} as const;

/** What people do at the wall when the season has changed; null: nothing. */
export const seasonalChange = (device: LinkedDevice, outdoor: number): CommandBody | null => {
  if (device.kind !== 'tstat' && device.kind !== 'rac') return null;
  if (outdoor >= COLD && outdoor <= WARM) return null;
  const words: readonly string[] = MODES[device.kind][outdoor < COLD ? 'cold' : 'warm'];
  const has = new Set(modelOf(device).modes.map(({ name }) => name));
  const mode = words.find((word) => has.has(word));
  return mode === undefined ? null : { mode };
};
