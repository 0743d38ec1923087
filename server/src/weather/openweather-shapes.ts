import { z } from 'zod';
import type {
  CurrentWeather,
  Forecast,
  ForecastDay,
  ForecastStep,
  WeatherUnits,
} from '#contract/entities/weather.ts';

/** Answers of OpenWeather: almost every field may be missing. */
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
const text = z
  .string()
  .max(200)
  .nullish()
  .transform((value) => value ?? null);
const amount = (hours: '1h' | '3h') =>
  z
    .object({ [hours]: z.number() })
    .nullish()
    .transform((value) => value?.[hours] ?? null);

const conditions = z
  .array(
    z.object({
      id: z.int(),
      main: z.string().max(40),
      description: z.string().max(200),
      icon: z.string().regex(/^\d\d[dn]$/),
    }),
  )
  .max(8);
const main = z.object({
  temp: z.number(),
  feels_like: number,
  temp_min: number,
  temp_max: number,
  pressure: number,
  humidity: number,
});
const wind = z.object({ speed: number, deg: number, gust: number }).nullish();
const clouds = z.object({ all: number }).nullish();
const NO_WIND = { speed: null, deg: null, gust: null };

export const Current = z.object({
  coord: z.object({ lat: z.number(), lon: z.number() }),
  weather: conditions,
  main,
  visibility: number,
  wind,
  rain: amount('1h'),
  snow: amount('1h'),
  clouds,
  dt: z.int(),
  sys: z.object({ country: text, sunrise: number, sunset: number }).nullish(),
  timezone: number,
  name: text,
});

const city = z
  .object({ name: text, country: text, timezone: number, sunrise: number, sunset: number })
  .nullish();

export const Steps = z.object({
  list: z
    .array(
      z.object({
        dt: z.int(),
        main,
        weather: conditions,
        clouds,
        wind,
        visibility: number,
        pop: number,
        rain: amount('3h'),
        snow: amount('3h'),
        dt_txt: text,
      }),
    )
    .max(96),
  city,
});

export const Days = z.object({
  list: z
    .array(
      z.object({
        dt: z.int(),
        sunrise: number,
        sunset: number,
        temp: z.object({
          day: number,
          min: z.number(),
          max: z.number(),
          night: number,
          eve: number,
          morn: number,
        }),
        pressure: number,
        humidity: number,
        weather: conditions,
        speed: number,
        deg: number,
        gust: number,
        clouds: number,
        pop: number,
        rain: number,
        snow: number,
      }),
    )
    .max(16),
  city,
});

export const Zip = z.object({
  name: text,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  country: z.string().length(2),
});

interface Where {
  readonly latitude: number;
  readonly longitude: number;
}

const NO_CITY = { name: null, country: null, timezone: null, sunrise: null, sunset: null };

export const toCurrent = (raw: z.output<typeof Current>, units: WeatherUnits): CurrentWeather => ({
  source: 'openweather',
  units,
  coord: raw.coord,
  weather: raw.weather,
  main: raw.main,
  visibility: raw.visibility,
  wind: raw.wind ?? NO_WIND,
  rain: { '1h': raw.rain },
  snow: { '1h': raw.snow },
  clouds: raw.clouds ?? { all: null },
  dt: raw.dt,
  sys: raw.sys ?? { country: null, sunrise: null, sunset: null },
  timezone: raw.timezone,
  name: raw.name,
  cod: 200,
});

export const cityOf = (raw: z.output<typeof city>, { latitude, longitude }: Where): Forecast['city'] => ({
  ...(raw ?? NO_CITY),
  coord: { lat: latitude, lon: longitude },
});

export const toSteps = (raw: z.output<typeof Steps>): ForecastStep[] =>
  raw.list.map((step) => ({
    ...step,
    wind: step.wind ?? NO_WIND,
    clouds: step.clouds ?? { all: null },
    rain: { '3h': step.rain },
    snow: { '3h': step.snow },
  }));

export const toDays = (raw: z.output<typeof Days>): ForecastDay[] => raw.list;
