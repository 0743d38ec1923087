import { describe, expect, test } from 'vitest';
import { hasWeather } from './weather-place.ts';
import { shortDescription, shownPrecipitation } from './weather.ts';

const nowhere = { latitude: null, longitude: null, zipcode: null, country: null };
const on = { enableHomeWeather: true };

describe('[WX-1] weather is told', () => {
  test('where the house has numeric coordinates, or a postal code and a country', () => {
    expect(hasWeather(on, { ...nowhere, latitude: 0, longitude: 0 })).toBe(true);
    expect(hasWeather(on, { ...nowhere, zipcode: 'M5V 2T6', country: 'CA' })).toBe(true);
  });

  test.each([
    nowhere,
    { ...nowhere, latitude: 40 },
    { ...nowhere, longitude: -105, zipcode: '80302' },
    { ...nowhere, country: 'US' },
    { ...nowhere, zipcode: ' ', country: 'US' },
  ])('not for %o', (place) => {
    expect(hasWeather(on, place)).toBe(false);
  });

  test('not where the provider does not offer it', () => {
    expect(hasWeather({ enableHomeWeather: false }, { ...nowhere, latitude: 40, longitude: -105 })).toBe(
      false,
    );
  });
});

test('[WX-2] a probability of precipitation below 10 % is shown as 0, an unknown one stays unknown', () => {
  expect([0, 0.099, 0.1, 0.35, 1, null].map(shownPrecipitation)).toEqual([0, 0, 0.1, 0.35, 1, null]);
});

test.each([
  ['clear sky', 'clear sky'],
  ['  few   clouds ', 'few clouds'],
  ['a b c d', 'a b c d'],
  ['a b c d e', 'a b c d…'],
  ['twenty characters !!', 'twenty characters !!'],
  ['twenty-one characters', 'twenty-one characte…'],
  ['thunderstorm with light rain', 'thunderstorm with l…'],
  ['muy nuboso con claros', 'muy nuboso con clar…'],
  ['', ''],
])('[WX-2] the description %o is shown as %o', (description, shown) => {
  expect(shortDescription(description)).toBe(shown);
  expect(shown.length).toBeLessThanOrEqual(20);
});
