import { contrast, maxChroma, toHex } from './oklch.ts';
import type { Oklch } from './oklch.ts';

/** Below this chroma a hue is only an effect of rounding. */
export const CHROMATIC = 0.02;

/** Least contrast of parts of the interface, and of text (WCAG 2.2). */
export const PART_CONTRAST = 3;
export const TEXT_CONTRAST = 4.5;
export const hasContrast = (color: string, grounds: readonly string[], ratio: number): boolean =>
  grounds.every((ground) => contrast(color, ground) >= ratio);

export type Shade = { l: number; color: string };

const SHADE_STEP = 0.01;

/**
 * The brand from black to white, through its own lightness. Pale and dark brands sit where sRGB has little chroma
 * to give, so they may gain some on the way to the middle, up to twice their own; else a pale blue would turn grey.
 */
export const shadesOf = (brand: Oklch): Shade[] => {
  const share = brand.c / Math.max(maxChroma(brand.l, brand.h), brand.c);
  const darker = Math.floor(brand.l / SHADE_STEP);
  const count = darker + Math.floor((1 - brand.l) / SHADE_STEP) + 1;
  return Array.from({ length: count }, (_, i) => {
    const l = brand.l + (i - darker) * SHADE_STEP;
    const most = maxChroma(l, brand.h);
    const lifted = Math.min(share * most, 2 * brand.c, 0.11);
    return {
      l,
      color:
        i === darker ? toHex(brand) : toHex({ l, c: Math.min(most, Math.max(brand.c, lifted)), h: brand.h }),
    };
  });
};

/** The shade nearest in lightness to `from` that has the contrast on all grounds. */
export const readable = (
  shades: readonly Shade[],
  from: number,
  grounds: readonly string[],
  ratio: number,
): string => {
  const nearest = shades
    .toSorted((a, b) => Math.abs(a.l - from) - Math.abs(b.l - from))
    .find(({ color }) => hasContrast(color, grounds, ratio));
  if (!nearest) throw new Error(`No shade reads on ${grounds.join(' ')}`);
  return nearest.color;
};

export const onColor = (color: string): string =>
  contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000';
