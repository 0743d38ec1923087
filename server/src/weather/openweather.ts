import type { z } from 'zod';
import type { Forecast } from '#contract/entities/weather.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { dailyForecast } from './daily-forecast.ts';
import { Current, Days, Steps, Zip, cityOf, toCurrent, toDays, toSteps } from './openweather-shapes.ts';
import type { WeatherQuery, WeatherPlace, WeatherSource } from './port.ts';

export const OPENWEATHER = 'https://api.openweathermap.org';

/** The only paths that are requested. */
const PATHS = {
  current: '/data/2.5/weather',
  forecast: '/data/2.5/forecast',
  daily: '/data/2.5/forecast/daily',
  zip: '/geo/1.0/zip',
} as const;

const TIMEOUT = 2 * SECOND;
const MAX_BYTES = 256 * 1024;
/** A free key may be used sixty times a minute. */
const CALLS_A_MINUTE = 50;

export interface OpenWeatherSetup {
  readonly key: string;
  /** Tests use another one. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

// Without a cause: errors of fetch may contain the URL, which contains the key.
const unavailable = (): AppError => new AppError('weather_unavailable');

const readLimited = async (answer: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw unavailable();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

export const openWeather = ({ key, origin, fetch: ask, clock }: OpenWeatherSetup): WeatherSource => {
  let minute = 0;
  let calls = 0;

  const count = (): void => {
    const now = Math.floor(clock.now().getTime() / MINUTE);
    if (now !== minute) [minute, calls] = [now, 0];
    calls += 1;
    if (calls > CALLS_A_MINUTE) throw unavailable();
  };

  /** null: OpenWeather answered with a status that `isNothing` accepts. */
  const get = async <S extends z.ZodType>(
    path: string,
    values: Readonly<Record<string, string>>,
    schema: S,
    isNothing: (status: number) => boolean = () => false,
  ): Promise<z.output<S> | null> => {
    count();
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries({ ...values, appid: key })) url.searchParams.set(name, value);
    try {
      const answer = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) });
      if (isNothing(answer.status)) {
        await answer.body?.cancel();
        return null;
      }
      if (answer.status !== 200) throw unavailable();
      if (!/^application\/json\b/i.test(answer.headers.get('content-type') ?? '')) throw unavailable();
      return schema.parse(JSON.parse(await readLimited(answer)));
    } catch {
      throw unavailable();
    }
  };

  const required = async <T>(answer: Promise<T | null>): Promise<T> => {
    const body = await answer;
    if (body === null) throw unavailable();
    return body;
  };

  const where = ({ latitude, longitude }: WeatherPlace, { units, lang, cnt }: WeatherQuery) => ({
    lat: String(latitude),
    lon: String(longitude),
    units,
    lang,
    ...(cnt === null ? {} : { cnt: String(cnt) }),
  });

  const forecast = async (place: WeatherPlace, query: WeatherQuery): Promise<Forecast> => {
    const raw = await required(get(PATHS.forecast, where(place, query), Steps));
    const list = toSteps(raw);
    const city = cityOf(raw.city, place);
    return { source: 'openweather', units: query.units, cod: '200', cnt: list.length, list, city };
  };

  return {
    current: async (place, query) =>
      toCurrent(
        await required(get(PATHS.current, where(place, { ...query, cnt: null }), Current)),
        query.units,
      ),

    forecast,

    // Not every plan includes the daily forecast: then it is made from the three-hour forecast.
    daily: async (place, query) => {
      const raw = await get(PATHS.daily, where(place, query), Days, (status) => status === 401);
      const base = raw ? null : await forecast(place, { ...query, cnt: null });
      const list = raw ? toDays(raw) : base ? dailyForecast(base, place.timezone) : [];
      const kept = list.slice(0, query.cnt ?? list.length);
      const city = base ? base.city : cityOf(raw?.city, place);
      return { source: 'openweather', units: query.units, cod: '200', cnt: kept.length, list: kept, city };
    },

    // OpenWeather knows some Canadian codes by their first half only.
    zip: async (zip, country) => {
      const isUnknown = (status: number) => status === 404;
      const look = (code: string) => get(PATHS.zip, { zip: `${code},${country}` }, Zip, isUnknown);
      const place =
        (await look(zip)) ?? (country === 'CA' && zip.length > 3 ? await look(zip.slice(0, 3)) : null);
      return place && { source: 'openweather', zip, ...place };
    },
  };
};
