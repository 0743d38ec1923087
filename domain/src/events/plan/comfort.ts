import type { Comfort, DemandEvent, Plan } from '../event.ts';

/** °F that no event crosses unless the home has set limits of its own. */
const DEFAULT_LIMITS = { ceiling: 82, floor: 64 } as const;

/** Of a home that has set nothing. */
export const DEFAULT_COMFORT: Comfort = { coolCeiling: null, heatFloor: null, devicesLeftOut: [] };

export const comfortOf = ({
  coolCeiling,
  heatFloor,
}: Comfort): { readonly ceiling: number; readonly floor: number } => ({
  ceiling: coolCeiling ?? DEFAULT_LIMITS.ceiling,
  floor: heatFloor ?? DEFAULT_LIMITS.floor,
});

/**
 * Whether the event holds, or is about to hold, a room beyond limits that the home has set since: it then leaves. Of the two
 * only the one counts that the event moves towards: a cooling program may raise a room that is below the floor.
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
  if (during === undefined || side === null) return false;
  const { ceiling, floor } = comfortOf(comfort);
  return plan.moved.some((field) => {
    const value = field === 'mode' ? undefined : during[field];
    return value !== undefined && (side === 'cool' ? value > ceiling : value < floor);
  });
};
