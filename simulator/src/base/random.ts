/** A number from 0 up to, but without, 1. */
export type NumberSource = () => number;

/** FNV-1a with a final mix, 32 bits: texts that differ in one letter give unrelated numbers. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
};

const mixed = (number: number): number => {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** mulberry32: the same numbers for the same seed, and a stream of its own for every seed. */
export const randomOf = (seed: string): NumberSource => {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const uniformBetween = (random: NumberSource, min: number, max: number): number =>
  min + random() * (max - min);

const valueAt = (seed: number, index: number): number => mixed(seed ^ Math.imul(index, 0x9e3779b1)) / 2 ** 32;

/** Value noise from 0 to 1: random at whole numbers, interpolated smoothly between them. */
export const noiseAt = (seed: number, x: number): number => {
  const index = Math.floor(x);
  const share = x - index;
  const eased = share * share * (3 - 2 * share);
  const from = valueAt(seed, index);
  return from + (valueAt(seed, index + 1) - from) * eased;
};
