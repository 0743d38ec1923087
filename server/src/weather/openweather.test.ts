import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CurrentWeather, DailyForecast } from '#contract/entities/weather.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { TestClock } from '../testing/app.ts';
import { CURRENT, KEY, STEPS, asked, boulder, json, startUpstream } from '../testing/weather/openweather.ts';
import type { Answer } from '../testing/weather/openweather.ts';
import { cachedWeather } from './cached.ts';
import { openWeather } from './openweather.ts';

/** A machine that is busy with other tests may take longer than a homeowner should wait. */
const fetchWithoutLimit: typeof fetch = (url, options) => fetch(url, { ...options, signal: null });

describe('OpenWeather', () => {
  const clock = new TestClock();
  let there: Awaited<ReturnType<typeof startUpstream>>;
  const source = (ask: typeof fetch = fetchWithoutLimit) =>
    openWeather({ key: KEY, origin: there.origin, fetch: ask, clock });
  beforeAll(async () => {
    there = await startUpstream();
  });
  afterAll(() => there.close());
  beforeEach(() => clock.advance(MINUTE));

  test('[WX-2] what it leaves out is null, and the key goes along only there', async () => {
    there.answers(json(CURRENT));
    const current = await source().current(boulder, asked);
    expect(CurrentWeather.parse(current)).toEqual(current);
    expect(current).toMatchObject({
      source: 'openweather',
      main: { temp: 51.3, feels_like: null },
      wind: { speed: null },
    });
    expect(JSON.stringify(current)).not.toContain(KEY);
    const [url] = there.asked;
    expect(url?.pathname).toBe('/data/2.5/weather');
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      lat: '40.02',
      lon: '-105.28',
      units: 'metric',
      lang: 'en',
      appid: KEY,
    });
  });

  test('[WX-2] a key without the right to daily forecasts gets days made of three hours', async () => {
    there.answers((request, response) =>
      request.url?.includes('/daily')
        ? json({ cod: 401 }, 401)(request, response)
        : json(STEPS)(request, response),
    );
    const daily = await source().daily(boulder, { ...asked, cnt: 3 });
    expect(DailyForecast.parse(daily)).toEqual(daily);
    expect(daily.list).toHaveLength(3);
    expect(daily.list[0]).toMatchObject({ temp: { min: 40, max: 47, day: 44 }, pop: 0.4, rain: 12 });
    expect(there.asked.map(({ pathname }) => pathname)).toEqual([
      '/data/2.5/forecast/daily',
      '/data/2.5/forecast',
    ]);
  });

  test('[WX-1] a postal code it does not know whole is looked up by its first half', async () => {
    there.answers((request, response) =>
      request.url?.includes('M5V2T6')
        ? json({ cod: '404', message: 'not found' }, 404)(request, response)
        : json({ zip: 'M5V', name: 'Toronto', lat: 43.64, lon: -79.4, country: 'CA' })(request, response),
    );
    expect(await source().zip('M5V2T6', 'CA')).toMatchObject({ zip: 'M5V2T6', lat: 43.64, country: 'CA' });
    there.answers(json({ cod: '404' }, 404));
    expect(await source().zip('99999', 'US')).toBeNull();
  });

  const bad: readonly (readonly [string, Answer])[] = [
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['HTML', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'ten megabytes',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`"${'x'.repeat(10_000_000)}"`);
      },
    ],
    [
      'something that is no JSON',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    ],
    ['another shape', json({ hello: 'world' })],
    ['an error', json({ cod: 500 }, 500)],
    ['a wrong key', json({ cod: 401, message: `Invalid API key ${KEY}` }, 401)],
    ['nothing at all', () => {}],
  ];
  test.each(bad)('[T-24] %s is answered as unavailable, without the key', async (_what, answer) => {
    there.answers(answer);
    const failure = await source(fetch)
      .current(boulder, asked)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'weather_unavailable' });
    expect(there.asked).toHaveLength(1);
    const { message, stack, cause } = failure as Error;
    expect(`${message} ${stack} ${JSON.stringify(cause)}`).not.toContain(KEY);
  });

  test('the calls of a minute are counted, so that a free key is not used up', async () => {
    there.answers(json(CURRENT));
    const weather = source();
    const results = await Promise.allSettled(
      Array.from({ length: 55 }, () => weather.current(boulder, asked)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(there.asked).toHaveLength(50);
    clock.advance(MINUTE);
    await weather.current(boulder, asked);
  });

  test('[WX-1] neighbours share an answer for ten minutes, a failure for half a minute', async () => {
    there.answers(json(CURRENT));
    const cached = cachedWeather(source(), clock);
    const near = { ...boulder, latitude: 40.03 };
    await Promise.all([
      cached.current(boulder, asked),
      cached.current(near, asked),
      cached.current(boulder, asked),
    ]);
    expect(there.asked).toHaveLength(1);
    clock.advance(9 * MINUTE);
    await cached.current(boulder, asked);
    expect(there.asked).toHaveLength(1);
    await cached.current(boulder, { ...asked, units: 'imperial' });
    expect(there.asked).toHaveLength(2);
    clock.advance(2 * MINUTE);
    await cached.current(boulder, asked);
    expect(there.asked).toHaveLength(3);

    there.answers(json({}, 500));
    clock.advance(11 * MINUTE);
    for (let time = 0; time < 3; time += 1)
      await expect(cached.current(boulder, asked)).rejects.toMatchObject({ code: 'weather_unavailable' });
    expect(there.asked).toHaveLength(1);
    there.answers(json(CURRENT));
    clock.advance(31 * SECOND);
    await cached.current(boulder, asked);
  });
});
