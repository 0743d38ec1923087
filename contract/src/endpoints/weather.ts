import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { Language } from '../entities/account.ts';
import {
  CurrentWeather,
  DailyForecast,
  Forecast,
  HouseWeather,
  WeatherCall,
  ZipPlace,
} from '../entities/weather.ts';

/** Digits only: what merely begins with a number is none. */
const decimal = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'a number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `from ${min} to ${max}`)
    .optional();

export const weather = defineEndpoints({
  proxy: {
    method: 'GET',
    path: '/house/{houseId}/api-proxy/openweather',
    summary:
      "Weather where the house stands, in OpenWeather's shapes; url is one of four names, never an address",
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    query: z.object({
      url: WeatherCall.default('weather'),
      lat: decimal(-90, 90).meta({ description: 'of the house itself; may be left out' }),
      lon: decimal(-180, 180),
      zip: z
        .string()
        .regex(/^[A-Za-z0-9 -]{2,10}(,[A-Za-z]{2})?$/, 'a postal code and a country, such as 80302,US')
        .optional()
        .meta({ description: 'of the house itself, for geo/zip; may be left out' }),
      cnt: z
        .string()
        .regex(/^[1-9]\d?$/, 'from 1 to 40')
        .transform(Number)
        .refine((count) => count <= 40, 'from 1 to 40')
        .optional(),
      lang: Language.optional(),
      units: z.enum(['imperial', 'metric']).optional(),
    }),
    response: z.union([CurrentWeather, Forecast, DailyForecast, ZipPlace]),
    errors: ['weather_unavailable'],
  },
  house: {
    method: 'GET',
    path: '/house/{houseId}/weather',
    summary: 'Weather now and of three days where the house stands, in one call',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: HouseWeather,
    errors: ['weather_unavailable'],
    etag: 'content',
  },
});
