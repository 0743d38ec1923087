import type { Value } from '#contract/entities/device.ts';
import { kindOf } from '#domain/kinds/index.ts';
import type { StateEntries } from '../db/tables.ts';
import { MINUTE } from '../lib/clock.ts';
import type { Household } from './define.ts';
import { deviceId } from './ids.ts';
import { PASTS, pastOf } from './past.ts';
import type { Past } from './past.ts';
import { activeScheduleOf } from './schedules.ts';
import { entriesOf } from './state.ts';

/** The past ends on a full minute, and lies so apart from what the devices say from then on. */
export const endOfPast = (now: Date): Date => new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);

/** What was told last, by device. */
const lastWords = (
  household: Household,
  { every }: Past,
  now: Date,
): ReadonlyMap<string, Readonly<Record<string, Value>>> => {
  const values = new Map<string, Readonly<Record<string, Value>>>();
  for (const { readings } of pastOf(household, { length: every, every }, endOfPast(now)))
    for (const reading of readings) values.set(reading.deviceId, reading.values);
  return values;
};

/**
 * How the devices of a house stand at the start, in their order: what people set is as it is described, what schedules set
 * and what is measured follows from the days before, so that the past leads up to it.
 */
export const presentOf = (household: Household, now: Date): readonly (StateEntries | null)[] => {
  const past = PASTS.find(({ house }) => house === household.key);
  // That of all makers stands as it is described, each mode where it is.
  const isLivedIn = past && past.house !== 'makers';
  const told = isLivedIn ? lastWords(household, past, now) : null;
  return household.devices.map((device) => {
    const described = entriesOf(household, device, now);
    const values = told?.get(deviceId(household.key, device.key));
    if (!described || device.offline || !values) return described;
    const { controls } = kindOf(device.kind);
    const isScheduled = activeScheduleOf(device) !== null;
    return Object.fromEntries(
      Object.entries(described).map(([key, entry]) => {
        const value = isScheduled || !Object.hasOwn(controls, key) ? values[key] : undefined;
        return [key, { ...entry, value: value ?? entry.value }];
      }),
    );
  });
};
