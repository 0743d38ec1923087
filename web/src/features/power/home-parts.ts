import type { PowerNow } from '#domain/telemetry/power-now.ts';

interface HomePart<D> {
  /** null: all that is not named. */
  readonly device: D | null;
  readonly watts: number;
}

/**
 * What the home draws, in at most so many parts: its strongest devices and, last, the rest. None where no device is
 * measured, or they tell more than the home, which was read at another moment.
 */
export const homeParts = <D>(
  { use, drawing }: Pick<PowerNow<D>, 'use' | 'drawing'>,
  most: number,
): readonly HomePart<D>[] => {
  if (use === null || use <= 0 || most <= 0) return [];
  const named = drawing.slice(0, most - 1);
  const rest = named.reduce((left, { watts }) => left - watts, use);
  if (named.length === 0 || rest < 0) return [];
  return rest === 0 ? named : [...named, { device: null, watts: rest }];
};
