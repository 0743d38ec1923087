import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { HOUR } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { areaAt, unrecordedPlaces, writeWeatherHours } from '../stores/weather/weather-hours.ts';
import type { HousePlace, WeatherHour } from '../stores/weather/weather-hours.ts';
import type { WeatherSource } from './port.ts';
import { findPosition } from './position.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly weather: Pick<WeatherSource, 'current' | 'zip'>;
}

/**
 * Places per round; a round is every ten minutes. A free key may be used sixty times a minute, and people ask with it, too.
 */
const PLACES_PER_ROUND = 40;

const hourAt = async (
  { weather, clock }: Deps,
  place: HousePlace,
  hour: Date,
): Promise<WeatherHour | null> => {
  const position = await findPosition(weather, place);
  if (!position) return null;
  const {
    source,
    main,
    weather: conditions,
  } = await weather.current(position, {
    units: 'imperial',
    lang: BASE_LANGUAGE,
    cnt: null,
  });
  const [condition] = conditions;
  // An answer that took until the next hour would describe that one.
  if (!condition || Math.floor(clock.now().getTime() / HOUR) * HOUR !== hour.getTime()) return null;
  return {
    ...areaAt(position.latitude, position.longitude),
    hour,
    temperature: main.temp,
    condition: condition.id,
    icon: condition.icon,
    source,
  };
};

/**
 * Stores the present weather of places with houses, once in each hour of UTC, so that a past day knows its weather. Places that
 * have no answer are asked for again in the next round. Returns how many were stored.
 */
export const recordWeather = async (deps: Deps): Promise<number> => {
  const hour = new Date(Math.floor(deps.clock.now().getTime() / HOUR) * HOUR);
  const places = await unrecordedPlaces(deps.db, hour, PLACES_PER_ROUND);
  const answers = await Promise.allSettled(places.map((place) => hourAt(deps, place, hour)));
  const hours = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []));
  await writeWeatherHours(deps.db, hours);
  const failed = answers.find((answer) => answer.status === 'rejected');
  // Reported once for all of them, after the others are stored.
  if (failed && hours.length === 0) throw failed.reason;
  return hours.length;
};
