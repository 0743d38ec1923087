import type { Comfort, DemandEvent, Plan } from '../event.ts';

/** °F that no event crosses unless the home has set limits of its own. */
const DEFAULT_LIMITS = { ceiling: 82, floor: 64, hotWater: 110 } as const;

/** Of a home that has set nothing. */
export const DEFAULT_COMFORT: Comfort = {
  coolCeiling: null,
  heatFloor: null,
  hotWaterMinimum: null,
  devicesLeftOut: [],
};

/** °F. Water is left hot enough for a shower, whatever a home would do with. */
export const comfortOf = ({
  coolCeiling,
  heatFloor,
  hotWaterMinimum,
}: Comfort): Readonly<Record<keyof typeof DEFAULT_LIMITS, number>> => ({
  ceiling: coolCeiling ?? DEFAULT_LIMITS.ceiling,
  floor: heatFloor ?? DEFAULT_LIMITS.floor,
  hotWater: Math.max(hotWaterMinimum ?? DEFAULT_LIMITS.hotWater, DEFAULT_LIMITS.hotWater),
});

/**
 * Whether the event holds, or is about to hold, a room or a tank beyond limits that the home has set since: it then leaves. Of
 * a room's two only the one counts that the event moves towards: a cooling program may raise a room that is below the floor.
 */
export const breaksLimits = (
  { program: { side } }: Pick<DemandEvent, 'program'>,
  plan: Plan,
  deviceId: string,
  comfort: Comfort,
): boolean => {
  if ('excluded' in plan) return false;
  if (comfort.devicesLeftOut.includes(deviceId)) return true;
  const during = plan.steps.find(({ phase }) => phase === 'during')?.command;
  if (during === undefined) return false;
  const { ceiling, floor, hotWater } = comfortOf(comfort);
  return plan.moved.some((field) => {
    const value = field === 'mode' ? undefined : during[field];
    if (value === undefined) return false;
    if (field === 'setpoint') return value < hotWater;
    return side === 'cool' ? value > ceiling : side === 'heat' && value < floor;
  });
};
