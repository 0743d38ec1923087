import type { Value } from '#contract/entities/device.ts';
import { startOfHour } from '../time/time.ts';
import type { TelemetryRow } from './meter.ts';
import { NUMBER_SLOTS, SLOTS } from './slots.ts';
import type { Slot, SlotValues } from './slots.ts';

const meanOf = (rows: readonly TelemetryRow[], slot: Slot): number | null => {
  let [sum, count] = [0, 0];
  for (const { values } of rows) {
    const value = values[slot];
    if (typeof value !== 'number') continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
};

const lastOf = (rows: readonly TelemetryRow[], slot: Slot): Value | null =>
  rows.findLast(({ values }) => (values[slot] ?? null) !== null)?.values[slot] ?? null;

const valuesOf = (rows: readonly TelemetryRow[]): SlotValues => {
  const values: Partial<Record<Slot, Value | null>> = {};
  for (const slot of SLOTS) {
    const isNumber = NUMBER_SLOTS.some((one) => one === slot);
    values[slot] = isNumber ? meanOf(rows, slot) : lastOf(rows, slot);
  }
  return values;
};

/** One row for each hour of the house: means of numbers, the last value of everything else. */
export const condenseToHours = (rows: readonly TelemetryRow[], zone: string): TelemetryRow[] =>
  [...Map.groupBy(rows, ({ time }) => startOfHour(time, zone))].map(([time, group]) => ({
    time,
    values: valuesOf(group),
  }));
