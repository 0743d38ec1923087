import type { Value } from '#contract/entities/device.ts';
import type { NumberSource } from './base/random.ts';

/** Values that broken sensors and clouds of makers are known to send. */
const CORRUPT_VALUES: readonly Value[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -459.67,
  1e9,
  -1e9,
  32_767,
  '',
  'null',
  '--',
  'constructor',
  true,
];

/** Replaces half of the values by corrupt ones, and adds one of a resource that no kind has. */
export const corruptValues = (
  values: Readonly<Record<string, Value>>,
  random: NumberSource,
): Readonly<Record<string, Value>> => {
  const anyCorrupt = (): Value => CORRUPT_VALUES[Math.floor(random() * CORRUPT_VALUES.length)] ?? '';
  const pairs = Object.entries(values).map(
    ([key, value]) => [key, random() < 0.5 ? anyCorrupt() : value] as const,
  );
  return { ...Object.fromEntries(pairs), 'no-such-resource': anyCorrupt() };
};
