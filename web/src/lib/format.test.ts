import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  distance,
  formatNumber,
  kilowattHours,
  kilowatts,
  percent,
  setTemperatureUnit,
  temperature,
} from './format.ts';

const visit = (localization: 'US' | 'AU' | 'CA') =>
  vi.stubGlobal('window', { porchlight: { page: { provider: { localization } } } });

beforeEach(() => {
  visit('US');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('quantities', () => {
  test.each([
    ['US', '72', '°F', '193', 'mi'],
    ['AU', '22', '°C', '193', 'mi'],
    ['CA', '22', '°C', '311', 'km'],
  ] as const)('[BRAND-5] [UX-40] in %s', (region, degrees, degreeUnit, far, farUnit) => {
    visit(region);
    expect(temperature(71.6)).toEqual({ value: degrees, unit: degreeUnit });
    expect(distance(193)).toEqual({ value: far, unit: farUnit });
  });

  test('[DEV-6] [BRAND-5] the person’s own unit counts, and without one that of the region', () => {
    setTemperatureUnit('C');
    expect(temperature(71.6)).toEqual({ value: '22', unit: '°C' });
    setTemperatureUnit(null);
    expect(temperature(71.6)).toEqual({ value: '72', unit: '°F' });
  });

  test('[UX-9] every quantity has its unit, also when the value is unknown', () => {
    const unknown = [temperature, distance, kilowatts, kilowattHours, percent].map((show) => show(null));
    expect(unknown.map(({ value }) => value)).toEqual(Array.from({ length: 5 }, () => '--'));
    expect(unknown.map(({ unit }) => unit)).toEqual(['°F', 'mi', 'kW', 'kWh', '%']);
  });

  test('power and energy are shown in thousands with one decimal', () => {
    expect(kilowatts(7_240)).toEqual({ value: '7.2', unit: 'kW' });
    expect(kilowattHours(13_500)).toEqual({ value: '13.5', unit: 'kWh' });
    expect(formatNumber(1_234.56, 1)).toBe('1,234.6');
  });

  test('[DEV-9] [PLOT-2] a fraction is shown in whole percent, rounded down', () => {
    expect(percent(0.999)).toEqual({ value: '99', unit: '%' });
    expect(percent(1)).toEqual({ value: '100', unit: '%' });
    expect(percent(0)).toEqual({ value: '0', unit: '%' });
  });

  test('[DEV-9] a whole percent stays that percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (whole) => {
        expect(percent(whole / 100).value).toBe(String(whole));
      }),
    );
    expect(percent(0.29).value).toBe('29');
  });

  test('[UX-9] no number is shown as minus zero', () => {
    visit('CA');
    expect(temperature(31.5).value).toBe('0');
    expect(kilowatts(-20).value).toBe('0.0');
  });
});
