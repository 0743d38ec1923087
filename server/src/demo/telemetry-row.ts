import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { Reading } from '#domain/ports/device-link.ts';
import type { TelemetryRow } from '#domain/telemetry/meter.ts';
import { asStored, slotsOf } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';

/** A simulated reading as it is stored. */
export const telemetryRow = (
  kind: DeviceKind,
  { time, values }: Pick<Reading, 'time' | 'values'>,
): TelemetryRow => {
  const slots = slotsOf(kind);
  const row: Partial<Record<Slot, Value>> = {};
  for (const [key, value] of Object.entries(values)) {
    const slot = slots[key];
    if (slot) row[slot] = asStored(value);
  }
  return { time: time.getTime(), values: row };
};
