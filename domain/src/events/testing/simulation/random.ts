/** A stream of numbers that depends on its seed only (mulberry32). */
export interface Random {
  /** From 0 on and below 1. */
  readonly next: () => number;
  /** From `min` on and below `max`. */
  readonly between: (min: number, max: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <const T>(list: readonly [T, ...T[]]) => T;
}

export const randomFrom = (seed: number): Random => {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
};
