import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/property-runs.ts';
import { contrast, hueDistance, toOklch } from './oklch.ts';
import { groundNames } from './fixed-colours.ts';
import { themes, tokenNames } from './token-names.ts';
import type { Theme, TokenName, Tokens } from './token-names.ts';
import { brandCss, brandTokens } from './tokens.ts';

const awkward = [
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ff00ff',
  '#00ffff',
  '#808080',
  '#fffbe6',
  '#0f6b5c',
  '#7a7a00',
  '#2d1a00',
];
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const everyColor = (check: (color: string) => void, full = 500) => {
  awkward.forEach(check);
  fc.assert(fc.property(anyColor, check), { numRuns: runs(full) });
};
const SLOW_MACHINE = 30_000;

type Rule = { of: TokenName; on: readonly TokenName[]; ratio: number };
const softs = tokenNames.filter((name) => name.endsWith('-soft'));
const signal = (of: TokenName & `${'heat' | 'cool' | 'ok' | 'warn' | 'danger' | 'event'}`): Rule => ({
  of,
  on: [...groundNames, `${of}-soft`],
  ratio: 4.5,
});
const series = tokenNames.filter((name) => name.startsWith('series-'));

const rules: readonly Rule[] = [
  { of: 'text', on: [...groundNames, ...softs], ratio: 4.5 },
  { of: 'text-muted', on: [...groundNames, ...softs], ratio: 4.5 },
  { of: 'brand-text', on: [...groundNames, 'brand-soft'], ratio: 4.5 },
  { of: 'on-brand', on: ['brand-solid', 'brand-solid-hover'], ratio: 4.5 },
  { of: 'on-event', on: ['event-solid'], ratio: 4.5 },
  { of: 'on-event-ground', on: ['event-ground'], ratio: 4.5 },
  { of: 'on-danger', on: ['danger-solid'], ratio: 4.5 },
  { of: 'on-marketing', on: ['marketing'], ratio: 4.5 },
  signal('heat'),
  signal('cool'),
  signal('ok'),
  signal('warn'),
  signal('danger'),
  signal('event'),
  { of: 'brand-solid', on: ['bg', 'surface'], ratio: 3 },
  { of: 'brand-solid-hover', on: ['bg', 'surface'], ratio: 3 },
  { of: 'event-solid', on: ['bg', 'surface', 'event-soft'], ratio: 3 },
  { of: 'danger-solid', on: ['bg', 'surface'], ratio: 3 },
  { of: 'focus', on: [...groundNames, 'brand-soft', 'event-soft'], ratio: 3 },
  { of: 'solar', on: ['bg', 'surface', 'solar-soft'], ratio: 3 },
  { of: 'border-strong', on: groundNames, ratio: 3 },
  ...series.map((of): Rule => ({ of, on: ['surface', 'bg'], ratio: 3 })),
];

const failures = (tokens: Tokens): string[] =>
  rules.flatMap(({ of, on, ratio }) =>
    on
      .map((ground) => ({ ground, found: contrast(tokens[of], tokens[ground]) }))
      .filter(({ found }) => found < ratio)
      .map(({ ground, found }) => `${of} on ${ground}: ${found.toFixed(2)} < ${ratio}`),
  );
const failuresByTheme = (color: string) => {
  const tokens = brandTokens(color);
  return { light: failures(tokens.light), dark: failures(tokens.dark) };
};
const none = { light: [], dark: [] };

describe('contrast', () => {
  test('[BRAND-4] [UX-39] the check itself finds a colour that fails', () => {
    const { light } = brandTokens('#0f6b5c');
    expect(failures({ ...light, text: light.bg })).toContain('text on bg: 1.00 < 4.5');
    expect(softs).toHaveLength(8);
    expect(series).toHaveLength(6);
  });

  test.each(awkward)('[BRAND-4] [UX-39] brand %s keeps every stated contrast in light and dark', (color) => {
    expect(failuresByTheme(color)).toEqual(none);
  });

  test(
    '[BRAND-4] [UX-39] any brand colour keeps every stated contrast in light and dark',
    () => {
      everyColor((color) => {
        expect(failuresByTheme(color)).toEqual(none);
      }, 1500);
    },
    SLOW_MACHINE,
  );

  test(
    '[BRAND-4] [UX-39] the letters on the brand are black or white, whichever reads better',
    () => {
      everyColor((color) => {
        const { light, dark } = brandTokens(color);
        for (const tokens of [light, dark]) {
          const [white, black] = ['#ffffff', '#000000'].map((on) => contrast(on, tokens['brand-solid']));
          expect(tokens['on-brand']).toBe(Number(white) >= Number(black) ? '#ffffff' : '#000000');
        }
      });
    },
    SLOW_MACHINE,
  );
});

describe('hue', () => {
  const roles = ['brand-solid', 'brand-solid-hover', 'brand-text', 'focus', 'series-1'] as const;

  test(
    '[BRAND-4] the brand keeps its hue wherever there is chroma to see it',
    () => {
      let seen = 0;
      everyColor((color) => {
        const brand = toOklch(color);
        if (brand.c < 0.04) return;
        const tokens = brandTokens(color);
        for (const theme of themes) {
          for (const role of roles) {
            const shown = toOklch(tokens[theme][role]);
            if (shown.c < 0.03) continue;
            seen++;
            expect(hueDistance(shown.h, brand.h), `${color} ${theme} ${role}`).toBeLessThan(5);
          }
        }
      });
      expect(seen).toBeGreaterThan(4 * runs(500));
    },
    SLOW_MACHINE,
  );

  test('[BRAND-4] a brand that already reads is used as it is', () => {
    expect(brandTokens('#0F6B5C').light['brand-solid']).toBe('#0f6b5c');
  });

  test.each(['#000000', '#ffffff', '#808080', '#000'])(
    '[BRAND-4] [UX-39] %s has no hue: a neutral solid and a blue focus ring',
    (color) => {
      const tokens = brandTokens(color);
      for (const theme of themes) {
        expect(tokens[theme]['brand-solid']).toBe(tokens[theme].text);
        expect(hueDistance(toOklch(tokens[theme].focus).h, 250)).toBeLessThan(10);
      }
    },
  );

  test('[BRAND-4] heat, cool, event and the other signals do not follow the brand', () => {
    const signals = ['heat', 'cool', 'ok', 'warn', 'danger', 'event', 'event-solid'] as const;
    const pick = (color: string, theme: Theme) => signals.map((name) => brandTokens(color)[theme][name]);
    for (const theme of themes) expect(pick('#ff0000', theme)).toEqual(pick('#0000ff', theme));
  });
});

describe('chart series', () => {
  test(
    '[UX-28] six different colours, none of them near the brand or in a red and green pair',
    () => {
      const isRed = ({ c, h }: { c: number; h: number }) => c > 0.08 && h < 60;
      everyColor((color) => {
        const brand = toOklch(color);
        const tokens = brandTokens(color);
        for (const theme of themes) {
          const used = series.map((name) => tokens[theme][name]);
          expect(new Set(used).size).toBe(6);
          const others = used.slice(1).map(toOklch);
          if (brand.c < 0.02) continue;
          for (const other of others.filter(({ c }) => c > 0.05)) {
            expect(hueDistance(other.h, brand.h), `${color} ${theme}`).toBeGreaterThan(20);
          }
          const isGreen = brand.h > 115 && brand.h < 165;
          expect(isGreen ? others.filter(isRed) : []).toEqual([]);
        }
      });
    },
    SLOW_MACHINE,
  );

  test(
    '[UX-28] violet is the colour of events: no series has it, unless the brand itself does',
    () => {
      everyColor((color) => {
        const tokens = brandTokens(color);
        for (const theme of themes) {
          const event = toOklch(tokens[theme]['event-solid']);
          const violet = series.slice(1).filter((name) => {
            const { c, h } = toOklch(tokens[theme][name]);
            return c > 0.05 && hueDistance(h, event.h) <= 30;
          });
          expect(violet, `${color} ${theme}`).toEqual([]);
        }
      });
    },
    SLOW_MACHINE,
  );
});

describe('style sheet', () => {
  const css = brandCss('#0f6b5c');
  const { light, dark } = brandTokens('#0f6b5c');
  const long = (hex: string) => (hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex);
  const declared = (rule: string) =>
    Object.fromEntries(
      [...rule.matchAll(/--color-([a-z0-9-]+):(#[0-9a-f]+)/g)].map(([, name, hex]) => [
        name,
        long(hex ?? ''),
      ]),
    );

  test('[UX-39] light comes first; dark applies on screens by the setting of the system unless light is chosen, or when it is chosen', () => {
    const shape = css.replace(/--color-[^;}]+[;]?/g, '');
    expect(shape).toBe(
      ':root{color-scheme:light;}' +
        '@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;}}' +
        '@media screen{:root[data-theme=dark]{color-scheme:dark;}}',
    );
  });

  test('[UX-39] each theme ends up with exactly its tokens', () => {
    const [first = '', media = '', chosen = ''] = css.split(/(?=@media)/);
    expect(declared(first)).toEqual(light);
    expect({ ...declared(first), ...declared(media) }).toEqual(dark);
    expect(declared(chosen)).toEqual(declared(media));
  });

  test('[BRAND-4] it stays small enough for the head of the page', () => {
    expect(css.length).toBeLessThan(3300);
    expect(css).not.toMatch(/\s\s|\n/);
  });
});

test.each(['', 'teal', '#12', 'rgb(0,0,0)', '#0f6b5c}body{display:none'])(
  '[BRAND-4] a brand colour of %j is refused',
  (color) => {
    expect(() => brandTokens(color)).toThrow('Not a colour');
    expect(() => brandCss(color)).toThrow('Not a colour');
  },
);
