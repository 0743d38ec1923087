import type { DeviceKind } from '#contract/entities/device.ts';
import { MINUTE } from '../time/durations.ts';

/** What the card of a device leads with; of several the first that the device has reported. */
const LEADING_KEYS: Readonly<Record<DeviceKind, readonly string[]>> = {
  tstat: ['thermostat-actual-temperature'],
  rac: ['rac-actual-temperature'],
  hwh: ['hwh-tank-temperature', 'power'],
  battery: ['battery-present-capacity'],
  evse: ['evse-power'],
  ev: ['ev-battery-level'],
};

/** The reading whose last day stands behind the figure of a card; null: the device has reported none of its kind. */
export const leadingKey = (kind: DeviceKind, hasReported: (key: string) => boolean): string | null =>
  LEADING_KEYS[kind].find(hasReported) ?? null;

export const DAY_STEP = 30 * MINUTE;
const STEPS = 48;

/** The steps of the last day, the running one included. They begin at fixed times, so that a value stays the same once its step is over. */
export const stepsOfDay = (now: number): { readonly start: number; readonly count: number } => ({
  start: (Math.floor(now / DAY_STEP) - STEPS + 1) * DAY_STEP,
  count: STEPS,
});
