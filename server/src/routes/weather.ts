import type { Endpoints } from '#contract/endpoints/index.ts';
import type { House } from '#contract/entities/house.ts';
import { settingsOfHouse } from '#domain/house-settings.ts';
import type { RootDb } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope.ts';
import type { HandlersFor } from '../http/handler.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import * as houses from '../stores/house.ts';
import type { WeatherPlace, WeatherSource } from '../weather/port.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly weather: WeatherSource;
}

/** Degrees by which a requested position may differ from that of the house, because clients round it. */
const MAX_OFFSET = 0.05;

const badRequest = (detail: string): AppError => new AppError('bad_request', { detail });

export const weatherRoutes = ({ db, clock, providers, weather }: Deps) => {
  const providerOf = ({ providerId }: HouseScope): Provider => {
    const provider = providers.byId(providerId);
    if (!provider) throw new AppError('not_found');
    return provider;
  };

  const assertOffered = async (scope: HouseScope, { timezone }: House): Promise<void> => {
    const { settings } = await houses.settings(db, scope);
    const all = settingsOfHouse(providerOf(scope).file.settings, settings, timezone, clock.now());
    if (!all.enableHomeWeather) throw new AppError('not_found');
  };

  const codeOf = ({ zipcode, country }: House): { zip: string; country: string } => {
    if (zipcode === null || country === null) throw badRequest('The house has no position.');
    return { zip: zipcode.replaceAll(/\s/g, ''), country: country.toUpperCase() };
  };

  const zipPlaceOf = async (house: House) => {
    const { zip, country } = codeOf(house);
    const found = await weather.zip(zip, country);
    if (!found) throw new AppError('weather_unavailable');
    return found;
  };

  const placeOf = async (house: House): Promise<WeatherPlace> => {
    const { latitude, longitude, timezone } = house;
    if (latitude !== null && longitude !== null) return { latitude, longitude, timezone };
    const { lat, lon } = await zipPlaceOf(house);
    return { latitude: lat, longitude: lon, timezone };
  };

  return {
    proxy: async ({ scope, query }) => {
      const house = await houses.get(db, scope, false);
      await assertOffered(scope, house);
      if (query.url === 'geo/zip') {
        const { zip, country } = codeOf(house);
        const asked = query.zip?.replaceAll(/\s/g, '').toUpperCase();
        if (
          asked !== undefined &&
          asked !== `${zip},${country}`.toUpperCase() &&
          asked !== zip.toUpperCase()
        ) {
          throw badRequest('zip: not that of the house.');
        }
        return zipPlaceOf(house);
      }
      const place = await placeOf(house);
      const isNear = (asked: number | undefined, own: number) =>
        asked === undefined || Math.abs(asked - own) <= MAX_OFFSET;
      if (!isNear(query.lat, place.latitude) || !isNear(query.lon, place.longitude)) {
        throw badRequest('lat, lon: not those of the house.');
      }
      const isImperial = providerOf(scope).file.localization === 'US';
      const asked = {
        units: query.units ?? (isImperial ? ('imperial' as const) : ('metric' as const)),
        lang: query.lang ?? ('en' as const),
        cnt: query.cnt ?? null,
      };
      if (query.url === 'weather') return weather.current(place, { ...asked, cnt: null });
      return query.url === 'forecast' ? weather.forecast(place, asked) : weather.daily(place, asked);
    },
  } satisfies HandlersFor<Endpoints['weather']>;
};
