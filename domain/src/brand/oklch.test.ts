import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/property-runs.ts';
import { contrast, hueDistance, luminance, maxChroma, toHex, toOklch } from './oklch.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('OKLCH and sRGB', () => {
  test('[BRAND-4] every 8-bit colour survives the way there and back', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(toHex(toOklch(color))).toBe(color);
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each([
    ['#ff0000', { l: 0.628, c: 0.2577, h: 29.23 }],
    ['#00ff00', { l: 0.8664, c: 0.2948, h: 142.5 }],
    ['#0000ff', { l: 0.452, c: 0.3132, h: 264.05 }],
  ])('[BRAND-4] %s has its published coordinates', (color, { l, c, h }) => {
    const converted = toOklch(color);
    expect(converted.l).toBeCloseTo(l, 3);
    expect(converted.c).toBeCloseTo(c, 3);
    expect(converted.h).toBeCloseTo(h, 1);
  });

  test('[BRAND-4] greys have no chroma', () => {
    for (const grey of ['#000', '#808080', '#ffffff']) expect(toOklch(grey).c).toBeLessThan(1e-4);
  });

  test('[BRAND-4] a colour sRGB cannot show loses chroma and keeps lightness and hue', () => {
    const lightness = fc.double({ min: 0.3, max: 0.9, noNaN: true });
    const hue = fc.double({ min: 0, max: 359.9, noNaN: true });
    fc.assert(
      fc.property(lightness, hue, (l, h) => {
        const shown = toOklch(toHex({ l, c: 0.4, h }));
        expect(Math.abs(shown.l - l)).toBeLessThan(0.01);
        expect(hueDistance(shown.h, h)).toBeLessThan(4);
        expect(Math.abs(shown.c - maxChroma(l, h))).toBeLessThan(0.01);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('[BRAND-4] the short form means the long one', () => {
    expect(toOklch('#0aF')).toEqual(toOklch('#00aaff'));
  });

  test.each(['', 'red', '#12', '#1234', '#12345', '#12345g', '0f6b5c', '#0f6b5c ', '#ffffff;x'])(
    '[BRAND-4] %j is refused and named in the error',
    (color) => {
      expect(() => toOklch(color)).toThrow(
        `Not a colour of the form #rgb or #rrggbb: ${JSON.stringify(color)}`,
      );
    },
  );
});

describe('WCAG contrast', () => {
  test('[BRAND-4] runs from 1 to 21 and does not care about order', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast('#0f6b5c', '#0f6b5c')).toBe(1);
    expect(contrast('#777', '#fff')).toBe(contrast('#fff', '#777'));
  });

  test('[BRAND-4] #767676 is the lightest grey that reads as text on white', () => {
    expect(contrast('#767676', '#fff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#777777', '#fff')).toBeLessThan(4.5);
    expect(luminance('#ffffff')).toBeCloseTo(1, 10);
  });
});
