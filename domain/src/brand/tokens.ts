import { contrast, hueDistance, maxChroma, toHex, toOklch } from './oklch.ts';
import type { Oklch } from './oklch.ts';

export const tokenNames = [
  'bg',
  'surface',
  'surface-raised',
  'surface-sunken',
  'border',
  'border-strong',
  'text',
  'text-muted',
  'brand-solid',
  'brand-solid-hover',
  'on-brand',
  'brand-soft',
  'brand-text',
  'focus',
  'heat',
  'cool',
  'ok',
  'warn',
  'danger',
  'event',
  'event-solid',
  'on-event',
  'event-soft',
  'event-border',
  'heat-soft',
  'cool-soft',
  'ok-soft',
  'warn-soft',
  'danger-soft',
  'danger-solid',
  'on-danger',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
] as const;
export type TokenName = (typeof tokenNames)[number];
export type Tokens = Record<TokenName, string>;

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

type BrandName = Extract<TokenName, `brand-${string}` | 'on-brand' | 'focus'>;
type SeriesName = Extract<TokenName, `series-${string}`>;
type FixedName = Exclude<TokenName, BrandName | SeriesName>;

const fixed: Record<Theme, Record<FixedName, string>> = {
  light: {
    bg: '#f6f5f2',
    surface: '#ffffff',
    'surface-raised': '#fbfaf8',
    'surface-sunken': '#f2f0ec',
    border: '#e6e3dd',
    'border-strong': '#8a867d',
    text: '#1f1e1b',
    'text-muted': '#625e56',
    heat: '#b04a06',
    cool: '#1a68b0',
    ok: '#1c7a3d',
    warn: '#8a5a00',
    danger: '#b3261e',
    event: '#6140b8',
    'event-solid': '#6d4bc4',
    'on-event': '#ffffff',
    'event-soft': '#f0ebfb',
    'event-border': '#cec1ed',
    'heat-soft': '#fdeee3',
    'cool-soft': '#e6f0fa',
    'ok-soft': '#e5f3e9',
    'warn-soft': '#fdf3dc',
    'danger-soft': '#fdebe9',
    'danger-solid': '#b3261e',
    'on-danger': '#ffffff',
  },
  dark: {
    bg: '#141513',
    surface: '#1d1f1c',
    'surface-raised': '#242622',
    'surface-sunken': '#171816',
    border: '#31342f',
    'border-strong': '#757a71',
    text: '#f0efea',
    'text-muted': '#a9a89f',
    heat: '#f0924d',
    cool: '#6db3f2',
    ok: '#5cc882',
    warn: '#e0a83a',
    danger: '#f28b82',
    event: '#b59cf5',
    'event-solid': '#a88af0',
    'on-event': '#17102b',
    'event-soft': '#2a2340',
    'event-border': '#4a3d6d',
    'heat-soft': '#3a2415',
    'cool-soft': '#15293c',
    'ok-soft': '#16301f',
    'warn-soft': '#3a2f12',
    'danger-soft': '#3d1f1d',
    'danger-solid': '#f28b82',
    'on-danger': '#2b0907',
  },
};

/** The grounds that text, links and the focus ring may stand on. */
export const groundNames = ['bg', 'surface', 'surface-raised', 'surface-sunken'] as const;

// Below this a hue is an accident of rounding.
const CHROMATIC = 0.02;

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

const PART = 3;
const TEXT = 4.5;
const reaches = (color: string, grounds: readonly string[], ratio: number): boolean =>
  grounds.every((ground) => contrast(color, ground) >= ratio);

type Shade = { l: number; color: string };

const SHADE_STEP = 0.01;

/**
 * The brand from black to white, through its own lightness. Pale and dark brands sit where sRGB has little chroma
 * to give, so they may gain some on the way to the middle, up to twice their own; else a pale blue would turn grey.
 */
const shadesOf = (brand: Oklch): Shade[] => {
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

const readable = (
  shades: readonly Shade[],
  from: number,
  grounds: readonly string[],
  ratio: number,
): string => {
  const found = shades
    .toSorted((a, b) => Math.abs(a.l - from) - Math.abs(b.l - from))
    .find(({ color }) => reaches(color, grounds, ratio));
  if (!found) throw new Error(`No shade reads on ${grounds.join(' ')}`);
  return found.color;
};

const onColor = (color: string): string =>
  contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000';

const HOVER_SHADES = 5;
// Black letters on a mid-tone look disabled on a light page, so white wins unless it costs much more lightness.
const blackPenalty: Record<Theme, number> = { light: 0.12, dark: 0 };
const BACKWARD_HOVER_PENALTY = 0.02;

/** The solid nearest to the brand that reads, with a hover shade (darker in light, lighter in dark) that does too. */
const brandSolid = (shades: readonly Shade[], from: number, theme: Theme) => {
  const grounds = [fixed[theme].bg, fixed[theme].surface];
  const visible = shades.map(({ color }) => reaches(color, grounds, PART));
  const forward = theme === 'light' ? -HOVER_SHADES : HOVER_SHADES;
  const options = shades.flatMap(({ l, color }, i) => {
    if (!visible[i]) return [];
    const on = onColor(color);
    return [forward, -forward].flatMap((step) => {
      const hover = shades[i + step];
      if (!hover || !visible[i + step] || !reaches(on, [color, hover.color], TEXT)) return [];
      const cost =
        Math.abs(l - from) +
        (on === '#000000' ? blackPenalty[theme] : 0) +
        (step === forward ? 0 : BACKWARD_HOVER_PENALTY);
      return [{ l, solid: color, hover: hover.color, on, cost }];
    });
  });
  return options.reduce((best, option) => (option.cost < best.cost ? option : best));
};

const brandRoles = (brand: Oklch, shades: readonly Shade[], theme: Theme): Record<BrandName, string> => {
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
    'brand-text': readable(shades, textFrom(brand.l), grounds, TEXT),
    focus: readable(shades, l, [...grounds, fixed[theme]['event-soft']], PART),
  };
};

// In order of use. Greens are left out, so that no series makes a red and green pair with another.
const seriesColors: readonly Record<Theme, string>[] = [
  { light: '#c4570c', dark: '#f0924d' },
  { light: '#1f6fb8', dark: '#6db3f2' },
  { light: '#b5317a', dark: '#f08fbf' },
  { light: '#94760b', dark: '#d8b13c' },
  { light: '#6d4bc4', dark: '#a88af0' },
  { light: '#0b7d74', dark: '#4fc3ac' },
  { light: '#59636b', dark: '#a3adb5' },
];
const ALIKE_DEGREES = 30;
const isGreen = (h: number) => h > 115 && h < 165;
const isRed = (h: number) => h < 60;

const seriesClashes = (brand: Oklch, color: string): boolean => {
  const other = toOklch(color);
  if (brand.c < CHROMATIC || other.c < CHROMATIC) return brand.c < CHROMATIC && other.c < CHROMATIC;
  return hueDistance(brand.h, other.h) < ALIKE_DEGREES || (isGreen(brand.h) && isRed(other.h));
};

const seriesRoles = (brand: Oklch, solid: string, theme: Theme): Record<SeriesName, string> => {
  const clashing = seriesColors.filter(({ light }) => seriesClashes(brand, light));
  const others = [...seriesColors.filter((row) => !clashing.includes(row)), ...clashing];
  const at = (i: number): string => others[i]?.[theme] ?? solid;
  return {
    'series-1': solid,
    'series-2': at(0),
    'series-3': at(1),
    'series-4': at(2),
    'series-5': at(3),
    'series-6': at(4),
  };
};

const themeTokens = (brand: Oklch, shades: readonly Shade[], theme: Theme): Tokens => {
  const roles = brandRoles(brand, shades, theme);
  return { ...fixed[theme], ...roles, ...seriesRoles(brand, roles['brand-solid'], theme) };
};

export const brandTokens = (color: string): Record<Theme, Tokens> => {
  const brand = toOklch(color);
  const shades = shadesOf(brand);
  return { light: themeTokens(brand, shades, 'light'), dark: themeTokens(brand, shades, 'dark') };
};

const shortHex = (color: string): string => color.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
const declarations = (tokens: Tokens, names: readonly TokenName[]): string =>
  names.map((name) => `--color-${name}:${shortHex(tokens[name])}`).join(';');

/** The style sheet of one brand, small enough to stand in the page's head. */
export const brandCss = (color: string): string => {
  const { light, dark } = brandTokens(color);
  const differing = tokenNames.filter((name) => light[name] !== dark[name]);
  const darkRule = `color-scheme:dark;${declarations(dark, differing)}`;
  return (
    `:root{color-scheme:light;${declarations(light, tokenNames)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${darkRule}}}` +
    `:root[data-theme=dark]{${darkRule}}`
  );
};
