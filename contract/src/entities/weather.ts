import { z } from 'zod';

/** OpenWeather's shapes; what it left out is null. */
const source = z
  .enum(['openweather', 'simulated'])
  .meta({ description: 'simulated: of a built-in climate model' });
const units = z.enum(['imperial', 'metric']);
export type WeatherUnits = z.infer<typeof units>;

const Condition = z.object({
  id: z.int(),
  main: z.string(),
  description: z.string(),
  icon: z.string().meta({ description: 'such as 10d' }),
});
export type Condition = z.infer<typeof Condition>;

const number = z.number().nullable();
const Main = z.object({
  temp: z.number(),
  feels_like: number,
  temp_min: number,
  temp_max: number,
  pressure: number,
  humidity: number,
});
const Wind = z.object({ speed: number, deg: number, gust: number });
const Clouds = z.object({ all: number });
const Coord = z.object({ lat: z.number(), lon: z.number() });

export const CurrentWeather = z.object({
  source,
  units,
  coord: Coord,
  weather: z.array(Condition),
  main: Main,
  visibility: number,
  wind: Wind,
  rain: z.object({ '1h': number }),
  snow: z.object({ '1h': number }),
  clouds: Clouds,
  dt: z.int(),
  sys: z.object({ country: z.string().nullable(), sunrise: number, sunset: number }),
  timezone: number.meta({ description: 'seconds ahead of UTC' }),
  name: z.string().nullable(),
  cod: z.literal(200),
});
export type CurrentWeather = z.infer<typeof CurrentWeather>;

const City = z.object({
  name: z.string().nullable(),
  coord: Coord,
  country: z.string().nullable(),
  timezone: number,
  sunrise: number,
  sunset: number,
});

export const ForecastStep = z.object({
  dt: z.int(),
  main: Main,
  weather: z.array(Condition),
  clouds: Clouds,
  wind: Wind,
  visibility: number,
  pop: number.meta({ description: 'probability of precipitation, 0 to 1' }),
  rain: z.object({ '3h': number }),
  snow: z.object({ '3h': number }),
  dt_txt: z.string().nullable(),
});
export type ForecastStep = z.infer<typeof ForecastStep>;

export const Forecast = z.object({
  source,
  units,
  cod: z.literal('200'),
  cnt: z.int(),
  list: z.array(ForecastStep),
  city: City,
});
export type Forecast = z.infer<typeof Forecast>;

export const ForecastDay = z.object({
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
  weather: z.array(Condition),
  speed: number,
  deg: number,
  gust: number,
  clouds: number,
  pop: number,
  rain: number,
  snow: number,
});
export type ForecastDay = z.infer<typeof ForecastDay>;

export const DailyForecast = z.object({
  source,
  units,
  cod: z.literal('200'),
  cnt: z.int(),
  list: z.array(ForecastDay),
  city: City,
});
export type DailyForecast = z.infer<typeof DailyForecast>;

export const ZipPlace = z.object({
  source,
  zip: z.string(),
  name: z.string().nullable(),
  lat: z.number(),
  lon: z.number(),
  country: z.string(),
});
export type ZipPlace = z.infer<typeof ZipPlace>;

const WEATHER_CALLS = ['weather', 'forecast', 'forecast/daily', 'geo/zip'] as const;
export const WeatherCall = z.enum(WEATHER_CALLS);
export type WeatherCall = z.infer<typeof WeatherCall>;

const outlook = {
  description: z.string().nullable().meta({ description: 'in the language of the request' }),
  icon: z.string().nullable().meta({ description: 'such as 10d' }),
  precip: number.meta({ description: 'probability of precipitation, 0 to 1' }),
};

/** What the dashboard shows, in the units of all data: °F and miles. */
export const HouseWeather = z.object({
  source,
  current: z.object({
    time: z.iso.datetime(),
    temp: z.number(),
    windSpeed: number.meta({ description: 'miles an hour' }),
    ...outlook,
  }),
  days: z.array(
    z.object({
      time: z.iso.datetime().meta({ description: 'about noon of the day' }),
      min: z.number(),
      max: z.number(),
      clouds: number.meta({ description: 'share of the sky, 0 to 1' }),
      ...outlook,
    }),
  ),
});
export type HouseWeather = z.infer<typeof HouseWeather>;
export type WeatherDay = HouseWeather['days'][number];
