import { hueDistance, toOklch } from './oklch.ts';
import type { Oklch } from './oklch.ts';
import { CHROMATIC } from './shades.ts';
import type { SeriesName, Theme } from './token-names.ts';

// In order of use. Greens are left out, so that no series makes a red and green pair with another, and violet is that of events.
const seriesColors: readonly Record<Theme, string>[] = [
  { light: '#c4570c', dark: '#f0924d' },
  { light: '#1f6fb8', dark: '#6db3f2' },
  { light: '#b5317a', dark: '#f08fbf' },
  { light: '#94760b', dark: '#d8b13c' },
  { light: '#0b7d74', dark: '#4fc3ac' },
  { light: '#59636b', dark: '#a3adb5' },
  { light: '#7a6a5c', dark: '#cdbfae' },
];
const ALIKE_DEGREES = 30;
const isGreen = (h: number) => h > 115 && h < 165;
const isRed = (h: number) => h < 60;

const seriesClashes = (brand: Oklch, color: string): boolean => {
  const other = toOklch(color);
  if (brand.c < CHROMATIC || other.c < CHROMATIC) return brand.c < CHROMATIC && other.c < CHROMATIC;
  return hueDistance(brand.h, other.h) < ALIKE_DEGREES || (isGreen(brand.h) && isRed(other.h));
};

const chroma = ({ light }: Record<Theme, string>): number => toOklch(light).c;

/** Colours of plotted lines: the brand first, and those that could be taken for it last, of which a faint one is told apart best. */
export const seriesRoles = (brand: Oklch, solid: string, theme: Theme): Record<SeriesName, string> => {
  const clashing = seriesColors
    .filter(({ light }) => seriesClashes(brand, light))
    .toSorted((a, b) => chroma(a) - chroma(b));
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
