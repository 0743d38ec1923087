import type { Value } from '#contract/entities/device.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import type { StateEntries } from '../db/tables.ts';
import type { Household } from './types.ts';
import { deviceId } from './ids.ts';
import { HISTORY_PLANS, houseHistory } from './past/history-plan.ts';
import type { HistoryPlan } from './past/history-plan.ts';
import { describedEntries } from './described-state.ts';

/** On a full minute, so that no stored reading has the same time as one of the live simulation. */
export const historyEnd = (now: Date): Date => new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);

type Values = Readonly<Record<string, Value>>;

/** Devices that are offline last reported on the evening before. */
const LOOK_BACK = 2 * DAY;

/** The last value of each resource, by device id. */
const lastValues = (household: Household, { every }: HistoryPlan, now: Date): ReadonlyMap<string, Values> => {
  const byDevice = new Map<string, Values>();
  for (const { readings } of houseHistory(household, { length: LOOK_BACK, every }, historyEnd(now)))
    for (const { deviceId: id, values } of readings) byDevice.set(id, { ...byDevice.get(id), ...values });
  return byDevice;
};

/**
 * The state of each device of a house at the first start, in their order: the end of its simulated history, or the described
 * state for houses without one.
 */
export const initialStatesOf = (household: Household, now: Date): readonly (StateEntries | null)[] => {
  const plan = HISTORY_PLANS.find(({ house }) => house === household.key);
  const byDevice = plan && lastValues(household, plan, now);
  return household.devices.map((device) => {
    const described = describedEntries(household, device, now);
    const values = byDevice?.get(deviceId(household.key, device.key));
    if (!described || !values) return described;
    return Object.fromEntries(
      Object.entries(described).map(([key, entry]) => [key, { ...entry, value: values[key] ?? entry.value }]),
    );
  });
};
