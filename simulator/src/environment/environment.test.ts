import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR } from '#domain/time/time.ts';
import {
  drawsOf,
  environmentOf,
  houseLoad,
  litresBetween,
  outdoorTemperature,
  sunlight,
} from './environment.ts';
import { regionOf, siteOf } from './place.ts';

const boulder = { latitude: 40.02, longitude: -105.28, offsetHours: -6 };
const newcastle = { latitude: -32.93, longitude: 151.78, offsetHours: 10 };
const at = (text: string) => new Date(text);
const SEED = 'sky';
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const month = (name: string, site: typeof boulder) =>
  mean(
    Array.from({ length: 28 * 24 }, (_, hour) =>
      outdoorTemperature(new Date(at(`2026-${name}-01T00:00:00Z`).getTime() + hour * HOUR), site, SEED),
    ),
  );

test('weather that is asked for to the tenth of a degree is that of the same region', () => {
  const position = fc.record({
    latitude: fc.double({ min: -89, max: 89, noNaN: true }),
    longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  });
  fc.assert(
    fc.property(position, ({ latitude, longitude }) => {
      const tenth = (degrees: number) => Math.round(degrees * 10) / 10;
      const timezone = 'UTC';
      expect(regionOf({ latitude: tenth(latitude), longitude: tenth(longitude), timezone })).toBe(
        regionOf({ latitude, longitude, timezone }),
      );
    }),
  );
});

describe('weather', () => {
  test('is warm in the summer of its own half of the world', () => {
    expect(month('07', boulder)).toBeGreaterThan(month('01', boulder) + 20);
    expect(month('01', newcastle)).toBeGreaterThan(month('07', newcastle) + 10);
    expect(month('07', boulder)).toBeGreaterThan(60);
    expect(month('07', boulder)).toBeLessThan(90);
  });

  test('the sun shines at noon and not at night', () => {
    expect(sunlight(at('2026-07-14T19:00:00Z'), boulder, SEED)).toBeGreaterThan(200);
    expect(sunlight(at('2026-07-14T07:00:00Z'), boulder, SEED)).toBe(0);
    expect(sunlight(at('2026-01-14T02:00:00Z'), newcastle, SEED)).toBeGreaterThan(200);
    expect(sunlight(at('2026-01-14T14:00:00Z'), newcastle, SEED)).toBe(0);
  });

  test('anywhere and at any time it is finite and plausible', () => {
    const site = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      offsetHours: fc.double({ min: -12, max: 14, noNaN: true }),
    });
    const instant = fc.date({ min: at('1971-01-01'), max: at('2099-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(site, instant, fc.string(), (where, when, seed) => {
        const now = environmentOf(seed)(when, where);
        expect(now.hour).toBeGreaterThanOrEqual(0);
        expect(now.hour).toBeLessThan(24);
        expect(now.outdoor).toBeGreaterThan(-120);
        expect(now.outdoor).toBeLessThan(130);
        expect(now.sun).toBeGreaterThanOrEqual(0);
        expect(now.sun).toBeLessThan(1_100);
        expect(now.mains).toBeGreaterThan(32);
        expect(now.mains).toBeLessThan(100);
        expect(houseLoad(now, 1)).toBeGreaterThan(0);
        expect(houseLoad(now, 1)).toBeLessThan(8_000);
        expect(now.outdoor).toBe(outdoorTemperature(when, where, seed));
        expect(now.sun).toBe(sunlight(when, where, seed));
      }),
    );
  });
});

describe('hot water', () => {
  const days = Array.from({ length: 60 }, (_, day) => drawsOf(20_000 + day, 'family'));

  test('a household draws the same on the same day, and something else on another', () => {
    expect(drawsOf(20_000, 'family')).toEqual(days[0]);
    expect(days[1]).not.toEqual(days[0]);
    expect(drawsOf(20_000, 'others')).not.toEqual(days[0]);
  });

  test('as much as a household uses, more of it in the morning than at night', () => {
    const total = mean(days.map((draws) => litresBetween(draws, 0, 24)));
    expect(total).toBeGreaterThan(100);
    expect(total).toBeLessThan(250);
    const hours = (from: number, to: number) => mean(days.map((draws) => litresBetween(draws, from, to)));
    expect(hours(6, 9)).toBeGreaterThan(5 * hours(0, 3));
  });

  test('however the day is cut, the litres are the same', () => {
    const [draws = []] = days;
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 24, noNaN: true })), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 24];
        const parts = edges.slice(1).map((to, index) => litresBetween(draws, edges[index] ?? 0, to));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(litresBetween(draws, 0, 24), 6);
      }),
    );
  });
});

describe('the clock of a house', () => {
  const offset = (timezone: string, when: string) =>
    siteOf({ latitude: 0, longitude: 0, timezone })(at(when)).offsetHours;

  test('follows its zone, summer time and odd offsets included', () => {
    expect(offset('America/Denver', '2026-07-14T18:00:00Z')).toBe(-6);
    expect(offset('America/Denver', '2026-01-14T18:00:00.250Z')).toBe(-7);
    expect(offset('Asia/Kathmandu', '2026-01-14T18:00:00Z')).toBe(5.75);
  });

  test('changes at the moment the zone changes', () => {
    const site = siteOf({ latitude: 0, longitude: 0, timezone: 'America/Denver' });
    expect(site(at('2026-03-08T08:59:00Z')).offsetHours).toBe(-7);
    expect(site(at('2026-03-08T09:00:00Z')).offsetHours).toBe(-6);
  });
});
