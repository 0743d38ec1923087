import { brandRoles } from './brand-colours.ts';
import { fixed } from './fixed-colours.ts';
import { toOklch } from './oklch.ts';
import type { Oklch } from './oklch.ts';
import { seriesRoles } from './series-colours.ts';
import { shadesOf } from './shades.ts';
import type { Shade } from './shades.ts';
import { tokenNames } from './token-names.ts';
import type { Theme, TokenName, Tokens } from './token-names.ts';

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

/** The style sheet of one brand, small enough to stand in the page's head. Paper is light. */
export const brandCss = (color: string): string => {
  const { light, dark } = brandTokens(color);
  const differing = tokenNames.filter((name) => light[name] !== dark[name]);
  const darkRule = `color-scheme:dark;${declarations(dark, differing)}`;
  return (
    `:root{color-scheme:light;${declarations(light, tokenNames)}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${darkRule}}}` +
    `@media screen{:root[data-theme=dark]{${darkRule}}}`
  );
};
