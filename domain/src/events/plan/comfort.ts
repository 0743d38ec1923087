import type { Comfort } from '../event.ts';

/** °F, and percent of a battery's capacity, that no event crosses unless the home has set limits of its own. */
const DEFAULT_LIMITS = { ceiling: 82, floor: 64, hotWater: 110, reserve: 30 } as const;

/** Of a home that has set nothing. */
export const DEFAULT_COMFORT: Comfort = {
  coolCeiling: null,
  heatFloor: null,
  hotWaterMinimum: null,
  batteryReserve: null,
  devicesLeftOut: [],
};

/** °F and percent. Water is left hot enough for a shower, whatever a home would do with. */
export const comfortOf = ({
  coolCeiling,
  heatFloor,
  hotWaterMinimum,
  batteryReserve,
}: Comfort): Readonly<Record<keyof typeof DEFAULT_LIMITS, number>> => ({
  ceiling: coolCeiling ?? DEFAULT_LIMITS.ceiling,
  floor: heatFloor ?? DEFAULT_LIMITS.floor,
  hotWater: Math.max(hotWaterMinimum ?? DEFAULT_LIMITS.hotWater, DEFAULT_LIMITS.hotWater),
  reserve: batteryReserve ?? DEFAULT_LIMITS.reserve,
});
