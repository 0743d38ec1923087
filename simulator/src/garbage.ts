import type { Value } from '#contract/entities/device.ts';
import type { Random } from './base/random.ts';

/** What broken sensors and careless clouds have been seen to send. */
const NONSENSE: readonly Value[] = [
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

/** Half of the values replaced by nonsense, and one of a resource that no kind has. */
export const spoiled = (
  values: Readonly<Record<string, Value>>,
  random: Random,
): Readonly<Record<string, Value>> => {
  const nonsense = (): Value => NONSENSE[Math.floor(random() * NONSENSE.length)] ?? '';
  const pairs = Object.entries(values).map(
    ([key, value]) => [key, random() < 0.5 ? nonsense() : value] as const,
  );
  return { ...Object.fromEntries(pairs), 'no-such-resource': nonsense() };
};
