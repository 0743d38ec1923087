import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { WeatherQuery, WeatherPlace, WeatherSource } from './port.ts';

/** How long answers are cached. */
const TTL = {
  current: 10 * MINUTE,
  forecast: HOUR,
  daily: HOUR,
  zip: 24 * HOUR,
  failure: 30 * SECOND,
} as const;
const MAX_ENTRIES = 5_000;

interface Entry {
  readonly until: number;
  readonly answer: Promise<unknown>;
}

/** Houses close to each other share an entry: a tenth of a degree is some ten kilometres. */
const tenth = (degrees: number): number => Math.round(degrees * 10) / 10;

/** Caches answers for an area, and shares a request that is still running. */
export const cachedWeather = (source: WeatherSource, clock: Clock): WeatherSource => {
  const entries = new Map<string, Entry>();

  const cached = <T>(key: string, life: number, ask: () => Promise<T>): Promise<T> => {
    const now = clock.now().getTime();
    const known = entries.get(key);
    if (known && known.until > now) return known.answer as Promise<T>;
    const answer = ask();
    entries.delete(key);
    entries.set(key, { until: now + life, answer });
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    // Failures are cached for a short time, so that an outage is not hit by every request. An entry that was evicted meanwhile
    // is not put back: nothing would make room for it.
    answer.catch(() => {
      if (entries.get(key)?.answer === answer)
        entries.set(key, { until: clock.now().getTime() + TTL.failure, answer });
    });
    return answer;
  };

  const rounded = (place: WeatherPlace): WeatherPlace => ({
    ...place,
    latitude: tenth(place.latitude),
    longitude: tenth(place.longitude),
  });
  const keyOf = (what: string, place: WeatherPlace, { units, lang, cnt }: WeatherQuery): string =>
    [what, place.latitude, place.longitude, place.timezone, units, lang, cnt ?? ''].join(' ');

  const cachedByPlace =
    <T>(
      what: 'current' | 'forecast' | 'daily',
      ask: (place: WeatherPlace, query: WeatherQuery) => Promise<T>,
    ) =>
    (place: WeatherPlace, query: WeatherQuery): Promise<T> => {
      const area = rounded(place);
      return cached(keyOf(what, area, query), TTL[what], () => ask(area, query));
    };

  return {
    current: cachedByPlace('current', source.current),
    forecast: cachedByPlace('forecast', source.forecast),
    daily: cachedByPlace('daily', source.daily),
    zip: (zip, country) => cached(`zip ${zip} ${country}`, TTL.zip, () => source.zip(zip, country)),
  };
};
