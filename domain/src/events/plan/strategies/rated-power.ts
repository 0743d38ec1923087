import type { DeviceSetting } from '#contract/entities/device.ts';

/** W that heating and cooling equipment takes where nobody has entered the device's own; a house of some 190 m². */
export const TYPICAL_WATTS = { cool: 3_000, heat: 4_500 } as const;

export interface RatedPower {
  /** W */
  readonly cool: number;
  /** W */
  readonly heat: number;
}

/** W; what lies outside was entered wrongly, in kW for example. */
const PLAUSIBLE = { least: 100, most: 30_000 } as const;

/** The settings of a thermostat in which the installer enters what its equipment takes, in W. */
export const RATED_POWER_KEYS = {
  cool: 'tstat-rated-cool-power',
  heat: 'tstat-rated-heat-power',
} as const;

/** As far as it was entered, the typical power of the kind else; null: nothing was. */
export const ratedPowerOf = (settings: readonly DeviceSetting[]): RatedPower | null => {
  const entered = (side: keyof RatedPower): number | null => {
    const value = settings.find(({ key }) => key === RATED_POWER_KEYS[side])?.value;
    const isPlausible = typeof value === 'number' && value >= PLAUSIBLE.least && value <= PLAUSIBLE.most;
    return isPlausible ? value : null;
  };
  const [cool, heat] = [entered('cool'), entered('heat')];
  if (cool === null && heat === null) return null;
  return { cool: cool ?? TYPICAL_WATTS.cool, heat: heat ?? TYPICAL_WATTS.heat };
};
