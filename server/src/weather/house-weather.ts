import type { Answer, Query } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints/index.ts';
import type { House } from '#contract/entities/house.ts';
import type { Language } from '#contract/entities/account.ts';
import type { Condition, HouseWeather, ZipPlace } from '#contract/entities/weather.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { FORECAST_DAYS } from '#domain/weather/weather.ts';
import { SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { assertLanguages } from '../lib/text/i18n.ts';
import { houseSettings, providerOf } from '../providers/house-settings.ts';
import type { HouseSettingsDeps } from '../providers/house-settings.ts';
import * as houses from '../stores/house/house.ts';
import type { WeatherPlace, WeatherQuery, WeatherSource } from './port.ts';
import { findPosition, postalCodeOf } from './position.ts';
import type { PostalCode } from './position.ts';

type WeatherEndpoint = Endpoints['weather']['proxy'];

export interface HouseWeatherDeps extends HouseSettingsDeps {
  readonly db: RootDb;
  readonly weather: WeatherSource;
}

/** Degrees by which a requested position may differ from that of the house, because clients round it. */
const MAX_OFFSET = 0.05;

const badRequest = (detail: string): AppError => new AppError('bad_request', { detail });

/** Postal codes are compared without spaces and in capitals: 'k1a 0b1' is 'K1A0B1'. */
const plainCode = (code: string): string => code.replaceAll(/\s/g, '').toUpperCase();

const codeOf = (house: House): PostalCode => {
  const code = postalCodeOf(house);
  if (!code) throw badRequest('The house has no position.');
  return code;
};

const zipPlaceOf = async (weather: WeatherSource, house: House): Promise<ZipPlace> => {
  const { zip, country } = codeOf(house);
  const place = await weather.zip(zip, country);
  if (!place) throw new AppError('weather_unavailable');
  return place;
};

const positionOf = async (weather: WeatherSource, house: House): Promise<WeatherPlace> => {
  if (house.latitude === null || house.longitude === null) codeOf(house);
  const place = await findPosition(weather, house);
  if (!place) throw new AppError('weather_unavailable');
  return place;
};

const assertOwnCode = (house: House, asked: string | undefined): void => {
  const { zip, country } = codeOf(house);
  const codes = [plainCode(zip), plainCode(`${zip},${country}`)];
  if (asked !== undefined && !codes.includes(plainCode(asked)))
    throw badRequest('zip: not that of the house.');
};

const isNear = (asked: number | undefined, own: number): boolean =>
  asked === undefined || Math.abs(asked - own) <= MAX_OFFSET;

/** Refuses a house whose provider does not offer weather. */
const houseWithWeather = async (deps: HouseWeatherDeps, scope: HouseScope): Promise<House> => {
  const house = await houses.get(deps.db, scope, false);
  const settings = houseSettings(deps, scope, await houses.settings(deps.db, scope));
  if (!settings.enableHomeWeather) throw new AppError('not_found');
  return house;
};

/** Weather where the house stands, and nowhere else; in the units of the provider unless others are asked for. */
export const readHouseWeather = async (
  deps: HouseWeatherDeps,
  scope: HouseScope,
  query: Query<WeatherEndpoint>,
): Promise<Answer<WeatherEndpoint>> => {
  const { providers, weather } = deps;
  assertLanguages('lang', query.lang);
  const house = await houseWithWeather(deps, scope);
  if (query.url === 'geo/zip') {
    assertOwnCode(house, query.zip);
    return zipPlaceOf(weather, house);
  }
  const place = await positionOf(weather, house);
  if (!isNear(query.lat, place.latitude) || !isNear(query.lon, place.longitude)) {
    throw badRequest('lat, lon: not those of the house.');
  }
  const isImperial = providerOf(providers, scope).file.localization === 'US';
  const sourceQuery: WeatherQuery = {
    units: query.units ?? (isImperial ? 'imperial' : 'metric'),
    lang: query.lang ?? BASE_LANGUAGE,
    cnt: query.cnt ?? null,
  };
  if (query.url === 'weather') return weather.current(place, { ...sourceQuery, cnt: null });
  return query.url === 'forecast' ? weather.forecast(place, sourceQuery) : weather.daily(place, sourceQuery);
};

const isoOf = (seconds: number): string => new Date(seconds * SECOND).toISOString();

const outlookOf = ([condition]: readonly Condition[], precip: number | null) => ({
  description: condition?.description ?? null,
  icon: condition?.icon ?? null,
  precip,
});

/** What the dashboard shows. Only the next hours tell how likely precipitation is; without them it is unknown. */
export const weatherOfHouse = async (
  deps: HouseWeatherDeps,
  scope: HouseScope,
  lang: Language,
): Promise<HouseWeather> => {
  const { weather } = deps;
  const place = await positionOf(weather, await houseWithWeather(deps, scope));
  const sourceQuery: WeatherQuery = { units: 'imperial', lang, cnt: null };
  const [current, daily, next] = await Promise.all([
    weather.current(place, sourceQuery),
    weather.daily(place, { ...sourceQuery, cnt: FORECAST_DAYS }),
    weather.forecast(place, { ...sourceQuery, cnt: 1 }).catch(() => null),
  ]);
  return {
    source: current.source,
    current: {
      time: isoOf(current.dt),
      temp: current.main.temp,
      windSpeed: current.wind.speed,
      ...outlookOf(current.weather, next?.list[0]?.pop ?? null),
    },
    days: daily.list.slice(0, FORECAST_DAYS).map(({ dt, temp, clouds, pop, weather: conditions }) => ({
      time: isoOf(dt),
      min: temp.min,
      max: temp.max,
      clouds: clouds === null ? null : clouds / 100,
      ...outlookOf(conditions, pop),
    })),
  };
};
