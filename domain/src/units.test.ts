import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  celsiusToFahrenheit,
  fahrenheitToCelsius,
  milesToKm,
  showDistance,
  showSpeed,
  showTemperature,
  unitsOf,
} from './units.ts';

const degrees = fc.double({ min: -80, max: 220, noNaN: true });

describe('temperature', () => {
  test.each([
    [32, 0],
    [212, 100],
    [-40, -40],
    [68, 20],
  ])('[T-29] %i °F are %i °C and back', (fahrenheit, celsius) => {
    expect(fahrenheitToCelsius(fahrenheit)).toBeCloseTo(celsius, 10);
    expect(celsiusToFahrenheit(celsius)).toBeCloseTo(fahrenheit, 10);
  });

  test('[T-29] any temperature survives the way to the other unit and back', () => {
    fc.assert(
      fc.property(degrees, (value) => {
        expect(celsiusToFahrenheit(fahrenheitToCelsius(value))).toBeCloseTo(value, 8);
        expect(fahrenheitToCelsius(celsiusToFahrenheit(value))).toBeCloseTo(value, 8);
      }),
    );
  });

  test('[T-29] [BRAND-5] a whole degree shown in Celsius comes back as the same degree', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 100 }), (celsius) => {
        expect(showTemperature(celsiusToFahrenheit(celsius), 'C')).toBe(celsius);
      }),
    );
  });

  test('shown as a whole degree that is off by half a degree at most', () => {
    fc.assert(
      fc.property(degrees, fc.constantFrom('F', 'C'), (fahrenheit, unit) => {
        const shown = showTemperature(fahrenheit, unit);
        const exact = unit === 'C' ? fahrenheitToCelsius(fahrenheit) : fahrenheit;
        expect(Number.isInteger(shown)).toBe(true);
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

describe('distance', () => {
  test('[DEV-9] [BRAND-5] a mile is 1.60934 km', () => {
    expect(milesToKm(100)).toBeCloseTo(160.934, 10);
    expect(showDistance(193, 'km')).toBe(311);
    expect(showDistance(193.4, 'mi')).toBe(193);
  });

  test('[WX-2] [BRAND-5] the wind is told in whole miles or kilometres an hour', () => {
    expect(showSpeed(10.4, 'mph')).toBe(10);
    expect(showSpeed(10, 'km/h')).toBe(16);
  });
});

describe('the units of a region', () => {
  test.each([
    ['US', 'F', 'mi', 'mph'],
    ['AU', 'C', 'mi', 'km/h'],
    ['CA', 'C', 'km', 'km/h'],
  ] as const)('[BRAND-5] %s: °%s, %s and %s', (region, temperature, distance, speed) => {
    expect(unitsOf[region]).toEqual({ temperature, distance, speed });
  });
});
