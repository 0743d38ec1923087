import type { Value } from '#contract/entities/device.ts';

/** Values by resource key; null: the device does not know. */
export type Values = Readonly<Record<string, Value>>;
export type KnownValues = Readonly<Record<string, Value | null>>;

/** A key may come from outside, so what every object inherits is not a value. */
export const valueAt = <V>(values: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** A number that can be sent: finite and never minus zero. Texts count, because some makers report numbers so. */
export const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : null;
};

/** Nearer than this, two numbers differ only by the way they were computed. */
const ROUNDING = 0.001;
/** A device that holds whole °F is off by 0.4 from a whole °C; a person sees no difference, and a step is more. */
const NEAREST_DEGREE = 0.45;

const isNear = (a: number, b: unknown, tolerance: number): boolean => {
  const other = numberOf(b);
  return other !== null && Math.abs(a - other) <= tolerance;
};

/** Whether asking for `wanted` would change nothing. */
export const isSame = (wanted: Value, known: unknown): boolean =>
  typeof wanted === 'number' ? isNear(wanted, known, ROUNDING) : wanted === known;

/** Whether a reading shows that the device does what was asked of it. */
export const isReached = (wanted: Value, reading: unknown): boolean =>
  typeof wanted === 'number' ? isNear(wanted, reading, NEAREST_DEGREE) : wanted === reading;
