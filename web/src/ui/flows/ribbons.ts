/** px; of the whole drawing, of the room for the words beside the thinnest bar, and between two of them. */
export const HEIGHT = 152;
const LEAST = 40;
export const GAP = 8;
/** Of the drawing, which is stretched to the width of the card. */
export const WIDTH = 100;

/** W that fill the height: a home that rests must not look as if everything ran. */
const LEAST_WATTS = 5_000;

/** px; a band from one place to another has no other beside it: as high as a ribbon it would be a block. */
const BAND = { least: 6, most: 30, perKilowatt: 3 };

export const bandHeight = (watts: number): number =>
  Math.min(BAND.most, Math.max(BAND.least, (watts / 1_000) * BAND.perKilowatt));

interface Slot {
  /** px; the words stand in its middle, as the bar does. */
  readonly height: number;
  readonly bar: { readonly top: number; readonly height: number };
}

interface Ribbon {
  /** Indexes of where it begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

export interface Ribbons {
  readonly sources: readonly Slot[];
  readonly sinks: readonly Slot[];
  readonly ribbons: readonly Ribbon[];
}

/** px per W, so that all bars fit although thin ones have more room than they need. */
const scaleOf = (watts: readonly number[]): number => {
  let flexible = [...watts];
  for (;;) {
    const room = HEIGHT - GAP * (watts.length - 1) - LEAST * (watts.length - flexible.length);
    const scale = room / flexible.reduce((sum, value) => sum + value, 0);
    const wide = flexible.filter((value) => value * scale >= LEAST);
    if (wide.length === flexible.length) return scale;
    flexible = wide;
  }
};

const slotsOf = (watts: readonly number[], scale: number): Slot[] => {
  const heights = watts.map((value) => Math.max(LEAST, value * scale));
  const all = heights.reduce((sum, height) => sum + height, GAP * (watts.length - 1));
  let top = (HEIGHT - all) / 2;
  return watts.map((value, index) => {
    const height = heights[index] ?? 0;
    const bar = { top: top + (height - value * scale) / 2, height: value * scale };
    top += height + GAP;
    return { height, bar };
  });
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

const pathOf = (from: number, to: number, height: number): string => {
  const [middle, a, b, c, d] = [WIDTH / 2, from, to, to + height, from + height].map(rounded);
  return `M0 ${a}C${middle} ${a} ${middle} ${b} ${WIDTH} ${b}V${c}C${middle} ${c} ${middle} ${d} 0 ${d}Z`;
};

/**
 * Bars as high as their power, and ribbons from sources to sinks: the first source feeds the first sinks. Both sides have
 * the same sum, and no value is zero.
 */
export const ribbonsOf = (from: readonly number[], to: readonly number[]): Ribbons => {
  const scale = Math.min(scaleOf(from), scaleOf(to), HEIGHT / LEAST_WATTS);
  const [sources, sinks] = [slotsOf(from, scale), slotsOf(to, scale)];
  const ribbons: Ribbon[] = [];
  let [source, sink, given, taken] = [0, 0, 0, 0];
  while (source < from.length && sink < to.length) {
    const left = (from[source] ?? 0) - given;
    const wanted = (to[sink] ?? 0) - taken;
    const watts = Math.min(left, wanted);
    const path = pathOf(
      (sources[source]?.bar.top ?? 0) + given * scale,
      (sinks[sink]?.bar.top ?? 0) + taken * scale,
      watts * scale,
    );
    ribbons.push({ from: source, to: sink, path });
    [given, taken] = [given + watts, taken + watts];
    if (watts === left) [source, given] = [source + 1, 0];
    if (watts === wanted) [sink, taken] = [sink + 1, 0];
  }
  return { sources, sinks, ribbons };
};
