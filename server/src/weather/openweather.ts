import type { z } from 'zod';
import type { Forecast } from '#contract/entities/weather.ts';
import { MINUTE, SECOND } from '#domain/time.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { dailyForecast } from './daily-forecast.ts';
import { Current, Days, Steps, Zip, cityOf, toCurrent, toDays, toSteps } from './openweather-shapes.ts';
import type { WeatherQuery, WeatherPlace, WeatherSource } from './port.ts';

export const OPENWEATHER = 'https://api.openweathermap.org';

/** The only addresses there are. */
const PATHS = {
  current: '/data/2.5/weather',
  forecast: '/data/2.5/forecast',
  daily: '/data/2.5/forecast/daily',
  zip: '/geo/1.0/zip',
} as const;

const PATIENCE = 2 * SECOND;
const MOST_BYTES = 256 * 1024;
/** A free key may be used sixty times a minute. */
const CALLS_A_MINUTE = 50;

export interface OpenWeatherSetup {
  readonly key: string;
  /** Another one in tests only. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

// Without a cause: those of fetch may hold the address, and the address holds the key.
const unavailable = (): AppError => new AppError('weather_unavailable');

const readLimited = async (answer: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw unavailable();
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

  /** null: OpenWeather says that it does not know, or may not tell. */
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
      const answer = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
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

  const needed = async <T>(answer: Promise<T | null>): Promise<T> => {
    const found = await answer;
    if (found === null) throw unavailable();
    return found;
  };

  const where = ({ latitude, longitude }: WeatherPlace, { units, lang, cnt }: WeatherQuery) => ({
    lat: String(latitude),
    lon: String(longitude),
    units,
    lang,
    ...(cnt === null ? {} : { cnt: String(cnt) }),
  });

  const forecast = async (place: WeatherPlace, asked: WeatherQuery): Promise<Forecast> => {
    const raw = await needed(get(PATHS.forecast, where(place, asked), Steps));
    const list = toSteps(raw);
    const city = cityOf(raw.city, place);
    return { source: 'openweather', units: asked.units, cod: '200', cnt: list.length, list, city };
  };

  return {
    current: async (place, asked) =>
      toCurrent(
        await needed(get(PATHS.current, where(place, { ...asked, cnt: null }), Current)),
        asked.units,
      ),

    forecast,

    // The daily forecast is not part of every plan: then the one by three hours has to do.
    daily: async (place, asked) => {
      const raw = await get(PATHS.daily, where(place, asked), Days, (status) => status === 401);
      const base = raw ? null : await forecast(place, { ...asked, cnt: null });
      const list = raw ? toDays(raw) : base ? dailyForecast(base, place.timezone) : [];
      const kept = list.slice(0, asked.cnt ?? list.length);
      const city = base ? base.city : cityOf(raw?.city, place);
      return { source: 'openweather', units: asked.units, cod: '200', cnt: kept.length, list: kept, city };
    },

    // Some Canadian codes are known by their first half only.
    zip: async (zip, country) => {
      const isUnknown = (status: number) => status === 404;
      const look = (code: string) => get(PATHS.zip, { zip: `${code},${country}` }, Zip, isUnknown);
      const found =
        (await look(zip)) ?? (country === 'CA' && zip.length > 3 ? await look(zip.slice(0, 3)) : null);
      return found && { source: 'openweather', zip, ...found };
    },
  };
};
