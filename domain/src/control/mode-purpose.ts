import type { LatestValues } from './latest-values.ts';

/** What a mode is for: running the home on its own power, or feeding the grid as well. */
export interface ModePurpose {
  readonly code: 'ownPower' | 'sells';
  readonly mode: string;
}

/** Modes of batteries whose makers leave no doubt; of others their names are all there is. */
const PURPOSES: Readonly<Record<string, ModePurpose['code']>> = {
  AUTOMATIC_SELF_CONSUMPTION: 'ownPower',
  SELF_CONSUMPTION_US: 'ownPower',
  SELF_SUPPLY: 'ownPower',
  SELL: 'sells',
  maximizeSelfConsumption: 'ownPower',
  'self-consumption': 'ownPower',
};

/** null: the device reports no such mode, or is not heard. */
export const modePurpose = (readings: LatestValues): ModePurpose | null => {
  const mode = readings.text('sis-set-mode') ?? readings.text('battery-mode');
  if (readings.status !== 'ONLINE' || mode === null || !Object.hasOwn(PURPOSES, mode)) return null;
  const code = PURPOSES[mode];
  return code === undefined ? null : { code, mode };
};
