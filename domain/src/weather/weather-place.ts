import type { House, ProviderSettings } from '#contract/entities/house.ts';

/** The weather of a house is told if its provider offers it and it is known where the house stands. */
export const hasWeather = (
  { enableHomeWeather }: Pick<ProviderSettings, 'enableHomeWeather'>,
  { latitude, longitude, zipcode, country }: Pick<House, 'latitude' | 'longitude' | 'zipcode' | 'country'>,
): boolean =>
  enableHomeWeather &&
  ((latitude !== null && longitude !== null) || Boolean(zipcode?.trim() && country?.trim()));
