import type { Comfort, DemandEvent, Plan } from '../event.ts';
import { commandDuring } from './command-during.ts';
import type { HeldDevice } from './strategies/define.ts';
import { strategies } from './strategies/index.ts';

/** Whether the event holds, or is about to hold, a device beyond limits that the home has set since: it then leaves. */
export const breaksLimits = (
  event: Pick<DemandEvent, 'program' | 'kind'>,
  plan: Plan,
  device: HeldDevice['device'],
  comfort: Comfort,
): boolean => {
  if ('excluded' in plan) return false;
  if (comfort.devicesLeftOut.includes(device.id)) return true;
  const during = commandDuring(plan);
  return (
    during !== null &&
    strategies[event.kind]?.breaksLimits(event, { device, during, moved: plan.moved }, comfort) === true
  );
};
