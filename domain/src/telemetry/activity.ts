import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/define.ts';
import type { TelemetryRow } from './meter.ts';
import { slotsOf } from './slots.ts';
import type { Slot, SlotValues } from './slots.ts';

/** A resource whose value changed. */
export interface Change {
  readonly time: number;
  readonly key: string;
  readonly value: Value;
}

/** Resources whose changes are listed: choices, flags and what a person sets; not measurements. */
const keysOf = (kind: Kind): string[] =>
  Object.entries(kind.resources)
    .filter(
      ([key, { measure }]) => measure === 'choice' || measure === 'flag' || Object.hasOwn(kind.controls, key),
    )
    .map(([key]) => key);

/** Their keys and the columns that store them. */
const activitySlots: Readonly<Record<DeviceKind, readonly (readonly [key: string, slot: Slot])[]>> = {
  tstat: keysWithSlots('tstat'),
  rac: keysWithSlots('rac'),
  hwh: keysWithSlots('hwh'),
  battery: keysWithSlots('battery'),
  evse: keysWithSlots('evse'),
  ev: keysWithSlots('ev'),
};

function keysWithSlots(kind: DeviceKind): (readonly [string, Slot])[] {
  const slots = slotsOf(kind);
  return keysOf(kinds[kind]).flatMap((key) => {
    const slot = slots[key];
    return slot ? [[key, slot] as const] : [];
  });
}

/** Changes within rows that are sorted by time. `before`: the values before the first row. */
export const changesIn = (kind: DeviceKind, before: SlotValues, rows: readonly TelemetryRow[]): Change[] => {
  const latest: Partial<Record<Slot, Value | null>> = { ...before };
  return rows.flatMap(({ time, values }) =>
    activitySlots[kind].flatMap(([key, slot]) => {
      const [old = null, value = null] = [latest[slot], values[slot]];
      if (value === null || value === old) return [];
      latest[slot] = value;
      return old === null ? [] : [{ time, key, value }];
    }),
  );
};
