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
import { forgetEnglish, withEnglish, withTexts } from '../testing/english.ts';

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

describe('dates', () => {
  afterEach(forgetEnglish);

  test.each([
    ['en', 'Nov 09, 2026', 'November 9, 2026'],
    ['es', '09 nov 2026', '9 de noviembre de 2026'],
  ])('[LANG-5] have the pattern of %s', async (language, card, long) => {
    const { cardDate, longDate } = await withTexts(language, () => import('./format.ts'));
    const evening = new Date('2026-11-10T00:05:00Z');
    expect(cardDate(evening, 'America/Denver')).toBe(card);
    expect(longDate(evening, 'America/Denver')).toBe(long);
  });
});

describe('how long ago', () => {
  const zone = 'America/Denver';

  afterEach(forgetEnglish);

  test.each([
    ['2026-11-15T20:59:48Z', '2026-11-15T21:00:00Z', '12 s ago'],
    ['2026-11-15T20:30:00Z', '2026-11-15T21:00:00Z', '30 min ago'],
    // Last evening, seen in the morning: less than a day.
    ['2026-11-15T03:00:00Z', '2026-11-15T16:00:00Z', '13 h ago'],
    // Yesterday morning, seen at noon.
    ['2026-11-14T15:00:00Z', '2026-11-15T19:00:00Z', 'yesterday'],
    // 11 PM, seen 26 hours later at 1 AM: two days by the calendar.
    ['2026-11-14T06:00:00Z', '2026-11-15T08:00:00Z', '2 days ago'],
    // 1 AM, seen 46 hours later at 11 PM: one day by the calendar.
    ['2026-11-13T08:00:00Z', '2026-11-15T06:00:00Z', 'yesterday'],
    // The first minutes of a day of 25 hours, seen in its last ones.
    ['2026-11-01T06:05:00Z', '2026-11-02T06:55:00Z', '24 h ago'],
    ['2026-11-09T06:30:00Z', '2026-11-15T08:00:00Z', 'Nov 08, 2026, 11:30 PM'],
  ])('[DET-2] days are those of the house: %s, seen at %s, is %s', async (time, seen, text) => {
    const { formatAge } = await withEnglish(() => import('./format.ts'));
    expect(formatAge(new Date(time), new Date(seen), zone).replaceAll(/\s/g, ' ')).toBe(text);
  });
});
