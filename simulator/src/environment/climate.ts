import { DAY, HOUR } from '#domain/time/time.ts';
import type { Site } from './environment.ts';
import { outdoorAt, sunHeight, weatherHash } from './environment.ts';
import { clamp } from '../base/numbers.ts';
import { noiseAt } from '../base/random.ts';
import { fahrenheitToCelsius } from '#domain/units.ts';
import { cloudAt } from './clouds.ts';

/** The weather of one moment at one place. */
export interface Climate {
  /** °C. */
  readonly temperature: number;
  /** Shares of 1. */
  readonly clouds: number;
  readonly humidity: number;
  /** hPa. */
  readonly pressure: number;
  /** m/s, and degrees it comes from. */
  readonly wind: number;
  readonly windFrom: number;
  /** mm in an hour, snow as the water in it. */
  readonly precipitation: number;
  /** Share of 1. */
  readonly probability: number;
  readonly isDay: boolean;
}

/** Share of clouds above which it rains, and the greatest rate in mm per hour. */
const WET_FROM = 0.72;
const HEAVIEST = 9;

/** The same weather as that of the simulated houses there. `seed`: as given to `environmentOf`. */
export const climateOf = (seed: string): ((instant: Date, site: Site) => Climate) => {
  const weather = weatherHash(seed);
  return (instant, site) => {
    const temperature = fahrenheitToCelsius(outdoorAt(instant, site, weather));
    const clouds = cloudAt(instant, weather);
    const wet = clamp((clouds - WET_FROM) / (1 - WET_FROM), 0, 1);
    const slow = noiseAt(weather + 3, instant.getTime() / DAY);
    const quick = noiseAt(weather + 4, instant.getTime() / (3 * HOUR));
    return {
      temperature,
      clouds,
      humidity: clamp(0.35 + 0.3 * clouds + 0.3 * wet - 0.008 * (temperature - 15), 0.1, 1),
      pressure: 1_013 + 18 * (0.5 - clouds) + 8 * (slow - 0.5),
      wind: 1 + 6 * slow * quick + 2 * wet,
      windFrom: 360 * noiseAt(weather + 5, instant.getTime() / DAY),
      precipitation: HEAVIEST * wet ** 2 * (0.4 + 0.6 * quick),
      probability: clamp((clouds - 0.5) / 0.4, 0, 1),
      isDay: sunHeight(instant, site) > 0,
    };
  };
};
