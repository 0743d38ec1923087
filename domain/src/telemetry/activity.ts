import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/define.ts';
import type { TelemetryRow } from './meter.ts';
import { slotsOf } from './slots.ts';
import type { Slot, SlotValues } from './slots.ts';

/** A resource that took another value. */
export interface Change {
  readonly time: number;
  readonly key: string;
  readonly value: Value;
}

/** What changes now and then: choices, switches and what a person sets; not what is measured all the time. */
const keysOf = (kind: Kind): string[] =>
  Object.entries(kind.resources)
    .filter(
      ([key, { measure }]) => measure === 'choice' || measure === 'flag' || Object.hasOwn(kind.controls, key),
    )
    .map(([key]) => key);

/** By key, with the column each is kept in. */
const noticed: Readonly<Record<DeviceKind, readonly (readonly [key: string, slot: Slot])[]>> = {
  tstat: pairsOf('tstat'),
  rac: pairsOf('rac'),
  hwh: pairsOf('hwh'),
  battery: pairsOf('battery'),
  evse: pairsOf('evse'),
  ev: pairsOf('ev'),
};

function pairsOf(kind: DeviceKind): (readonly [string, Slot])[] {
  const slots = slotsOf(kind);
  return keysOf(kinds[kind]).flatMap((key) => {
    const slot = slots[key];
    return slot ? [[key, slot] as const] : [];
  });
}

/** What changed in the course of the rows, which are in the order of time. `before`: what was known before the first. */
export const changesIn = (kind: DeviceKind, before: SlotValues, rows: readonly TelemetryRow[]): Change[] => {
  const known: Partial<Record<Slot, Value | null>> = { ...before };
  return rows.flatMap(({ time, values }) =>
    noticed[kind].flatMap(([key, slot]) => {
      const [old = null, value = null] = [known[slot], values[slot]];
      if (value === null || value === old) return [];
      known[slot] = value;
      return old === null ? [] : [{ time, key, value }];
    }),
  );
};
