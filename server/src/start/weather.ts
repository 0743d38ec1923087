import type { Clock } from '../lib/clock/clock.ts';
import { cachedWeather } from '../weather/cached.ts';
import { OPENWEATHER, openWeather } from '../weather/openweather.ts';
import type { WeatherSource } from '../weather/port.ts';
import { simulatedWeather } from '../weather/simulated.ts';

/** Real weather where there is a key for it. */
export const weatherFor = (key: string | null, clock: Clock): WeatherSource =>
  cachedWeather(
    key === null ? simulatedWeather(clock) : openWeather({ key, origin: OPENWEATHER, fetch, clock }),
    clock,
  );
