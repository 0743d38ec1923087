import type { Value } from '#contract/entities/device.ts';
import { DAY, MINUTE } from '#domain/time.ts';
import type { StateEntries } from '../db/tables.ts';
import type { Household } from './types.ts';
import { deviceId } from './ids.ts';
import { HISTORY_PLANS, simulateHistory } from './history-plan.ts';
import type { HistoryPlan } from './history-plan.ts';
import { describedEntries } from './described-state.ts';

/** The past ends on a full minute, and lies so apart from what the devices say from then on. */
export const historyEnd = (now: Date): Date => new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);

type Words = Readonly<Record<string, Value>>;

/** Those offline fell silent on the evening before. */
const BACK = 2 * DAY;

/** What each device told last of each thing. */
const lastWords = (household: Household, { every }: HistoryPlan, now: Date): ReadonlyMap<string, Words> => {
  const words = new Map<string, Words>();
  for (const { readings } of simulateHistory(household, { length: BACK, every }, historyEnd(now)))
    for (const { deviceId: id, values } of readings) words.set(id, { ...words.get(id), ...values });
  return words;
};

/**
 * How the devices of a house stand at the start, in their order: as its last days have left them. Houses without a past stand
 * as they are described.
 */
export const initialStatesOf = (household: Household, now: Date): readonly (StateEntries | null)[] => {
  const past = HISTORY_PLANS.find(({ house }) => house === household.key);
  const words = past && lastWords(household, past, now);
  return household.devices.map((device) => {
    const described = describedEntries(household, device, now);
    const values = words?.get(deviceId(household.key, device.key));
    if (!described || !values) return described;
    return Object.fromEntries(
      Object.entries(described).map(([key, entry]) => [key, { ...entry, value: values[key] ?? entry.value }]),
    );
  });
};
