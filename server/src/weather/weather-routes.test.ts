import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HouseWeather } from '#contract/entities/weather.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/time.ts';
import { TestClock, startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import {
  CONDITION,
  CURRENT,
  DENVER_DAY,
  KEY,
  STEPS,
  json,
  startUpstream,
} from '../testing/weather/openweather.ts';
import type { Answer } from '../testing/weather/openweather.ts';
import { insertTestData, signIn } from '../testing/test-data.ts';
import { cachedWeather } from './cached.ts';
import { openWeather } from './openweather.ts';

describe.each(postgresOnly)('%s', (_name, open) => {
  const clock = new TestClock();
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let there: Awaited<ReturnType<typeof startUpstream>>;

  beforeAll(async () => {
    [database, there] = await Promise.all([open(), startUpstream()]);
    const weather = cachedWeather(openWeather({ key: KEY, origin: there.origin, fetch, clock }), clock);
    app = await startApp(database.db, { clock, weather, logLevel: 'debug' });
    await insertTestData(database.db, app);
    token = await signIn(app, 'owner');
  });
  afterAll(async () => {
    there.close();
    await app.close();
    await database.close();
  });
  beforeEach(() => clock.advance(HOUR));

  const ask = (query: string) =>
    app.call('GET', `/api/house/housea/api-proxy/openweather?${query}`, { token });

  test('[WX-1] [API-1] weather comes for the position of the house, asked or not', async () => {
    there.answers(json(CURRENT));
    for (const query of [
      'url=weather',
      'url=weather&lat=40&lon=-105',
      'url=weather&lat=40.04&lon=-104.98&lang=es',
    ]) {
      const answer = await ask(query);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ source: 'openweather', units: 'imperial', main: { temp: 51.3 } });
    }
    expect(there.asked.map(({ searchParams }) => searchParams.get('lat'))).toEqual(['40', '40']);
  });

  test('[BRAND-5] [WX-2] units are those of the region unless others are asked for', async () => {
    there.answers(json(CURRENT));
    const foreign = await signIn(app, 'foreign');
    const weatherIn = (query: string) =>
      app.call('GET', `/api/house/housec/api-proxy/openweather?url=weather${query}`, { token: foreign });
    expect((await weatherIn('')).body).toMatchObject({ units: 'metric' });
    expect((await weatherIn('&units=imperial')).body).toMatchObject({ units: 'imperial' });
  });

  test('[WX-1] a house without a position is found by its postal code, spaces stripped', async () => {
    const set = (values: object) =>
      database.db.updateTable('house').set(values).where('id', '=', 'housea').execute();
    await set({ latitude: null, longitude: null, zipcode: 'M5V 2T6', country: 'CA' });
    there.answers((request, response) =>
      request.url?.startsWith('/geo')
        ? json({ name: 'Toronto', lat: 43.64, lon: -79.4, country: 'CA' })(request, response)
        : json(CURRENT)(request, response),
    );
    const answer = await ask('url=geo/zip&zip=M5V2T6,CA');
    expect(answer.body).toMatchObject({ zip: 'M5V2T6', lat: 43.64, lon: -79.4, country: 'CA' });
    expect((await ask('url=weather&lat=43.64&lon=-79.4')).status).toBe(200);
    expect((await ask('url=weather&lat=40&lon=-105')).status).toBe(400);
    expect((await ask('url=geo/zip&zip=80302,US')).status).toBe(400);
    expect(there.asked.map(({ searchParams }) => searchParams.get('zip')).filter(Boolean)).toEqual([
      'M5V2T6,CA',
    ]);
    await set({ latitude: 40, longitude: -105, zipcode: '80302', country: 'US' });
  });

  const DAYS = {
    cod: '200',
    list: [0, 1, 2, 3].map((day) => ({
      dt: DENVER_DAY + (day * 24 + 12) * 3_600,
      temp: { min: 30 + day, max: 50 + day },
      weather: [CONDITION],
      clouds: 40,
      pop: 0.05,
    })),
  };
  const byPath =
    (answers: Readonly<Record<string, Answer>>): Answer =>
    (request, response) =>
      (answers[new URL(request.url ?? '', 'http://upstream').pathname] ?? json({}, 404))(request, response);

  test('[WX-2] [API-4] the weather of a house comes in one call: now, the next hours and three days', async () => {
    const all = {
      '/data/2.5/weather': json({ ...CURRENT, wind: { speed: 6.9 } }),
      '/data/2.5/forecast/daily': json(DAYS),
      '/data/2.5/forecast': json(STEPS),
    };
    there.answers(byPath(all));
    const { status, body } = await app.call('GET', '/api/house/housea/weather', { token });
    expect(status).toBe(200);
    expect(HouseWeather.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      source: 'openweather',
      current: {
        time: new Date(CURRENT.dt * SECOND).toISOString(),
        temp: 51.3,
        windSpeed: 6.9,
        precip: 0.4,
        description: 'light rain',
        icon: '10d',
      },
    });
    expect(body.days).toHaveLength(3);
    expect(body.days[1]).toEqual({
      time: '2026-11-16T19:00:00.000Z',
      min: 31,
      max: 51,
      clouds: 0.4,
      precip: 0.05,
      description: 'light rain',
      icon: '10d',
    });
    const searches = there.asked.map(({ searchParams }) => searchParams);
    expect(new Set(searches.map((one) => one.get('cnt')))).toEqual(new Set([null, '3', '1']));
    expect(new Set(searches.map((one) => one.get('units')))).toEqual(new Set(['imperial']));

    clock.advance(2 * HOUR);
    there.answers(byPath({ ...all, '/data/2.5/forecast': json({}, 500) }));
    const partly = await app.call('GET', '/api/house/housea/weather', { token });
    expect(partly.body.current).toMatchObject({ temp: 51.3, precip: null });
    clock.advance(2 * HOUR);
    there.answers(byPath({ ...all, '/data/2.5/weather': json({}, 500) }));
    const failed = await app.call('GET', '/api/house/housea/weather', { token });
    expect([failed.status, failed.body.code]).toEqual([502, 'weather_unavailable']);
  });

  const attempts = [
    'url=http://169.254.169.254/',
    'url=http%3A%2F%2F169.254.169.254%2Flatest%2Fmeta-data',
    'url=//evil.example/weather',
    'url=weather%2F..%2f..%2fadmin',
    'url=..%2fweather',
    'url=weather@evil.example',
    'url=weather%0d%0aHost:%20evil.example',
    'url=weather?appid=stolen',
    'url=weather%3Fappid%3Dstolen',
    'url=weather%23',
    'url=WEATHER',
    'url=weather%00',
    'url=weather&url=forecast',
    'url=constructor',
    'url=',
    'url=weather&lat=51.5&lon=-0.1',
    'url=weather&lat=40&lon=-104',
    'url=weather&lat=40@evil.example&lon=-105',
    'url=weather&lat=40%26appid%3Dx&lon=-105',
    'url=weather&lat=1e400&lon=-105',
    'url=weather&lat=NaN&lon=-105',
    'url=weather&lat=40&lat=51&lon=-105',
    'url=weather&lang=../en',
    'url=weather&lang=xx',
    'url=weather&units=kelvin',
    'url=forecast&cnt=99999',
    'url=forecast&cnt=-1',
    'url=geo/zip&zip=10001,US',
    'url=geo/zip&zip=80302,US%26appid=x',
  ];
  test.each(attempts)('[T-24] ?%s is refused and nobody is asked', async (query) => {
    there.answers(json(CURRENT));
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('bad_request');
    expect(there.asked).toEqual([]);
  });

  test('[T-24] [T-37] a failure says 502, and neither answers nor logs hold the key', async () => {
    there.answers(json({ cod: 401, message: KEY }, 401));
    const answer = await ask('url=weather');
    expect(answer.status).toBe(502);
    expect(answer.body.code).toBe('weather_unavailable');
    there.answers(json(CURRENT));
    clock.advance(MINUTE);
    const good = await ask('url=weather&lat=40&lon=-105');
    expect(good.status).toBe(200);
    expect(`${answer.text} ${good.text} ${app.lines.join('')}`).not.toContain(KEY);
    expect(app.lines.join('')).not.toContain('lat=');
  });

  test('[WX-1] a provider that does not offer weather has none', async () => {
    const set = (settings: string | null) =>
      database.db.updateTable('house').set({ settings }).where('id', '=', 'housea').execute();
    await set(JSON.stringify({ enableHomeWeather: false }));
    there.answers(json(CURRENT));
    expect((await ask('url=weather')).status).toBe(404);
    expect((await app.call('GET', '/api/house/housea/weather', { token })).status).toBe(404);
    expect(there.asked).toEqual([]);
    await set(null);
  });
});
