import { HOUR, MINUTE, SECOND } from '#domain/time.ts';
import type { Clock } from '../lib/clock.ts';
import type { WeatherQuery, WeatherPlace, WeatherSource } from './port.ts';

/** How long what is remembered. */
const KEPT = {
  current: 10 * MINUTE,
  forecast: HOUR,
  daily: HOUR,
  zip: 24 * HOUR,
  failure: 30 * SECOND,
} as const;
const MOST_ENTRIES = 5_000;

interface Entry {
  readonly until: number;
  readonly answer: Promise<unknown>;
}

/** Neighbours share their weather: a tenth of a degree is some ten kilometres. */
const tenth = (degrees: number): number => Math.round(degrees * 10) / 10;

/** Asks each question once for all houses around, and once only while the answer is on its way. */
export const cachedWeather = (source: WeatherSource, clock: Clock): WeatherSource => {
  const entries = new Map<string, Entry>();

  const remember = <T>(key: string, life: number, ask: () => Promise<T>): Promise<T> => {
    const now = clock.now().getTime();
    const known = entries.get(key);
    if (known && known.until > now) return known.answer as Promise<T>;
    const answer = ask();
    entries.delete(key);
    entries.set(key, { until: now + life, answer });
    const [oldest] = entries.keys();
    if (entries.size > MOST_ENTRIES && oldest !== undefined) entries.delete(oldest);
    // A failure is not asked again at once, but soon.
    answer.catch(() => entries.set(key, { until: clock.now().getTime() + KEPT.failure, answer }));
    return answer;
  };

  const around = (place: WeatherPlace): WeatherPlace => ({
    ...place,
    latitude: tenth(place.latitude),
    longitude: tenth(place.longitude),
  });
  const keyOf = (what: string, place: WeatherPlace, { units, lang, cnt }: WeatherQuery): string =>
    [what, place.latitude, place.longitude, place.timezone, units, lang, cnt ?? ''].join(' ');

  const placed =
    <T>(
      what: 'current' | 'forecast' | 'daily',
      ask: (place: WeatherPlace, asked: WeatherQuery) => Promise<T>,
    ) =>
    (place: WeatherPlace, asked: WeatherQuery): Promise<T> => {
      const here = around(place);
      return remember(keyOf(what, here, asked), KEPT[what], () => ask(here, asked));
    };

  return {
    current: placed('current', source.current),
    forecast: placed('forecast', source.forecast),
    daily: placed('daily', source.daily),
    zip: (zip, country) => remember(`zip ${zip} ${country}`, KEPT.zip, () => source.zip(zip, country)),
  };
};
