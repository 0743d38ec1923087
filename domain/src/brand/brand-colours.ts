import { toHex } from './oklch.ts';
import type { Oklch } from './oklch.ts';
import { fixed, groundNames } from './fixed-colours.ts';
import { CHROMATIC, PART_CONTRAST, TEXT_CONTRAST, hasContrast, onColor, readable } from './shades.ts';
import type { Shade } from './shades.ts';
import type { BrandName, Theme } from './token-names.ts';

type BrandRule = {
  /** Lightness from which the search for a readable solid starts, given the brand's own. */
  solidFrom: (l: number) => number;
  textFrom: (l: number) => number;
  soft: { l: number; c: number };
  neutral: Record<BrandName, string>;
};

const brandRules: Record<Theme, BrandRule> = {
  light: {
    solidFrom: (l) => l,
    textFrom: (l) => Math.min(l, 0.5) - 0.055,
    soft: { l: 0.947, c: 0.018 },
    neutral: {
      'brand-solid': '#1f1e1b',
      'brand-solid-hover': '#3a3934',
      'on-brand': '#ffffff',
      'brand-soft': '#eceae5',
      'brand-text': '#1f1e1b',
      focus: '#1a68b0',
    },
  },
  dark: {
    solidFrom: (l) => Math.min(0.86, Math.max(l, 0.745)),
    textFrom: (l) => Math.min(0.88, Math.max(l, 0.8)),
    soft: { l: 0.297, c: 0.036 },
    neutral: {
      'brand-solid': '#f0efea',
      'brand-solid-hover': '#ffffff',
      'on-brand': '#000000',
      'brand-soft': '#31342f',
      'brand-text': '#f0efea',
      focus: '#6db3f2',
    },
  },
};

const HOVER_SHADES = 5;
// Black letters on a mid-tone look disabled on a light page, so white wins unless it costs much more lightness.
const blackPenalty: Record<Theme, number> = { light: 0.12, dark: 0 };
const BACKWARD_HOVER_PENALTY = 0.02;

/** The solid nearest to the brand that reads, with a hover shade (darker in light, lighter in dark) that does too. */
const brandSolid = (shades: readonly Shade[], from: number, theme: Theme) => {
  const grounds = [fixed[theme].bg, fixed[theme].surface];
  const visible = shades.map(({ color }) => hasContrast(color, grounds, PART_CONTRAST));
  const forward = theme === 'light' ? -HOVER_SHADES : HOVER_SHADES;
  const options = shades.flatMap(({ l, color }, i) => {
    if (!visible[i]) return [];
    const on = onColor(color);
    return [forward, -forward].flatMap((step) => {
      const hover = shades[i + step];
      if (!hover || !visible[i + step] || !hasContrast(on, [color, hover.color], TEXT_CONTRAST)) return [];
      const cost =
        Math.abs(l - from) +
        (on === '#000000' ? blackPenalty[theme] : 0) +
        (step === forward ? 0 : BACKWARD_HOVER_PENALTY);
      return [{ l, solid: color, hover: hover.color, on, cost }];
    });
  });
  return options.reduce((best, option) => (option.cost < best.cost ? option : best));
};

/** The tokens that follow from the brand's colour; a grey brand has those of `neutral`. */
export const brandRoles = (
  brand: Oklch,
  shades: readonly Shade[],
  theme: Theme,
): Record<BrandName, string> => {
  const { soft, solidFrom, textFrom, neutral } = brandRules[theme];
  if (brand.c < CHROMATIC) return neutral;
  const softGround = toHex({ l: soft.l, c: Math.min(soft.c, brand.c), h: brand.h });
  const grounds = [...groundNames.map((name) => fixed[theme][name]), softGround];
  const { l, solid, hover, on } = brandSolid(shades, solidFrom(brand.l), theme);
  return {
    'brand-solid': solid,
    'brand-solid-hover': hover,
    'on-brand': on,
    'brand-soft': softGround,
    'brand-text': readable(shades, textFrom(brand.l), grounds, TEXT_CONTRAST),
    focus: readable(shades, l, [...grounds, fixed[theme]['event-soft']], PART_CONTRAST),
  };
};
