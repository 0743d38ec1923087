import type { Clock } from '../lib/clock/clock.ts';
import { cachedWeather } from '../weather/cached.ts';
import { OPENWEATHER, openWeather } from '../weather/openweather.ts';
import type { Config } from '../config.ts';
import type { WeatherSource } from '../weather/port.ts';
import { simulatedWeather } from '../weather/simulated.ts';

/** Real weather where there is a key for it, a climate model in the demo; null: nobody real is shown weather that is made up. */
export const weatherFor = (
  { openWeatherKey: key, demo }: Pick<Config, 'openWeatherKey' | 'demo'>,
  clock: Clock,
): WeatherSource | null => {
  if (key !== null) return cachedWeather(openWeather({ key, origin: OPENWEATHER, fetch, clock }), clock);
  return demo ? cachedWeather(simulatedWeather(clock), clock) : null;
};
