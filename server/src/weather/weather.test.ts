import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CurrentWeather, DailyForecast, Forecast, HouseWeather } from '#contract/entities/weather.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time.ts';
import { celsiusToFahrenheit } from '#domain/units.ts';
import { createFleet } from '#simulator/fleet.ts';
import { environmentOf } from '#simulator/environment/environment.ts';
import { regionOf, siteOf } from '#simulator/environment/place.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { TestClock, startApp } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { insertTestData, signIn } from '../testing/test-data.ts';
import { cachedWeather } from './cached.ts';
import { openWeather } from './openweather.ts';
import { simulatedWeather } from './simulated.ts';

const KEY = 'dummy-key-of-openweather';
const asked = { units: 'metric', lang: 'en', cnt: null } as const;
const boulder = { latitude: 40.02, longitude: -105.28, timezone: 'America/Denver' };

const CONDITION = { id: 500, main: 'Rain', description: 'light rain', icon: '10d' };
const CURRENT = {
  coord: { lon: -105, lat: 40 },
  weather: [CONDITION],
  main: { temp: 51.3, humidity: 60 },
  dt: 1_794_000_000,
  cod: 200,
};
const step = (dt: number, temp: number) => ({
  dt,
  main: { temp },
  weather: [CONDITION],
  pop: 0.4,
  rain: { '3h': 1.5 },
});
/** From midnight in Denver on. */
const DENVER_DAY = Date.parse('2026-11-15T07:00:00Z') / 1000;
const STEPS = {
  cod: '200',
  list: Array.from({ length: 40 }, (_, index) => step(DENVER_DAY + index * 10_800, 40 + (index % 8))),
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const json =
  (body: unknown, status = 200): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));

/** Somebody at OpenWeather's place. */
const upstream = async () => {
  const asked: URL[] = [];
  let answer: Answer = json(CURRENT);
  const server: Server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://upstream'));
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    origin: `http://127.0.0.1:${port}`,
    answers: (next: Answer) => {
      answer = next;
      asked.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

describe('simulated weather', () => {
  const clock = new TestClock('2026-07-14T18:00:00Z');
  const source = simulatedWeather(clock);

  test.each(['en', 'es'] as const)('[WX-1] [WX-2] tells the shapes of OpenWeather in %s', async (lang) => {
    const question = { ...asked, lang };
    const current = await source.current(boulder, question);
    expect(CurrentWeather.parse(current)).toEqual(current);
    const forecast = await source.forecast(boulder, { ...question, cnt: 1 });
    expect(Forecast.parse(forecast).list).toHaveLength(1);
    const daily = await source.daily(boulder, { ...question, cnt: 3 });
    expect(DailyForecast.parse(daily).list).toHaveLength(3);
    for (const { temp, pop } of daily.list) {
      expect(temp.min).toBeLessThanOrEqual(temp.day ?? 0);
      expect(temp.max).toBeGreaterThanOrEqual(temp.day ?? 0);
      expect(pop).toBeGreaterThanOrEqual(0);
      expect(pop).toBeLessThanOrEqual(1);
    }
    expect(current.source).toBe('simulated');
    expect(current.weather[0]?.description).not.toBe('');
  });

  test('[WX-2] in the other units it is the same weather', async () => {
    const [metric, imperial] = await Promise.all([
      source.current(boulder, asked),
      source.current(boulder, { ...asked, units: 'imperial' }),
    ]);
    expect(imperial.main.temp).toBeCloseTo(celsiusToFahrenheit(metric.main.temp), 1);
    expect(imperial.wind.speed).toBeCloseTo((metric.wind.speed ?? 0) * 2.237, 1);
  });

  test('[WX-1] is the one over the simulated houses', async () => {
    const environment = environmentOf(`${SIMULATION_SEED} ${regionOf(boulder)}`)(
      clock.now(),
      siteOf(boulder)(clock.now()),
    );
    const current = await source.current(boulder, { ...asked, units: 'imperial' });
    expect(current.main.temp).toBeCloseTo(environment.outdoor, 1);
    expect(
      createFleet({ devices: [], seed: SIMULATION_SEED, start: clock.now() }).readings(clock.now()),
    ).toEqual([]);
  });

  test('[T-35] its days are those of the house, with their sunrise', async () => {
    for (const timezone of ['America/Denver', 'Australia/Adelaide']) {
      const place = timezone === 'America/Denver' ? boulder : { latitude: -34.9, longitude: 138.6, timezone };
      const { list } = await source.daily(place, { ...asked, cnt: 5 });
      const dates = list.map(({ dt }) =>
        new Date(dt * 1000).toLocaleDateString('en-CA', { timeZone: timezone }),
      );
      expect(new Set(dates).size).toBe(5);
      for (const { sunrise, sunset } of list) expect(sunrise ?? 0).toBeLessThan(sunset ?? 0);
    }
  });

  test('over a year it is sometimes wet, sometimes clear, and snows in winter only', async () => {
    const seen = new Map<string, Set<number>>();
    const long = new TestClock('2026-01-01T18:00:00Z');
    const year = simulatedWeather(long);
    for (let day = 0; day < 365; day += 1) {
      const { weather } = await year.current(boulder, asked);
      const month = long.now().getUTCMonth();
      for (const { main } of weather) seen.set(main, (seen.get(main) ?? new Set()).add(month));
      long.advance(24 * HOUR);
    }
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['Clear', 'Clouds', 'Rain', 'Snow']));
    for (const month of seen.get('Snow') ?? []) expect([10, 11, 0, 1, 2, 3]).toContain(month);
  });
});

describe('OpenWeather', () => {
  const clock = new TestClock();
  let there: Awaited<ReturnType<typeof upstream>>;
  const source = () => openWeather({ key: KEY, origin: there.origin, fetch, clock });
  beforeAll(async () => {
    there = await upstream();
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
    const failure = await source()
      .current(boulder, asked)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'weather_unavailable' });
    expect(there.asked).toHaveLength(1);
    const { message, stack, cause } = failure as Error;
    expect(`${message} ${stack} ${JSON.stringify(cause)}`).not.toContain(KEY);
  });

  test('the calls of a minute are counted, so that a free key is not used up', async () => {
    there.answers(json(CURRENT));
    const one = source();
    const results = await Promise.allSettled(Array.from({ length: 55 }, () => one.current(boulder, asked)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(there.asked).toHaveLength(50);
    clock.advance(MINUTE);
    await one.current(boulder, asked);
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

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock();
  let database: TestDatabase;
  let app: TestApp;
  let token: string;
  let there: Awaited<ReturnType<typeof upstream>>;

  beforeAll(async () => {
    [database, there] = await Promise.all([open(), upstream()]);
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

  test('[WX-1] a house without a position is found by its postal code, spaces stripped', async () => {
    const set = (values: object) =>
      database.db.updateTable('house').set(values).where('id', '=', 'housea').execute();
    await set({ latitude: null, longitude: null, zipcode: 'M5V 2T6', country: 'CA' });
    there.answers((request, response) =>
      request.url?.startsWith('/geo')
        ? json({ name: 'Toronto', lat: 43.64, lon: -79.4, country: 'CA' })(request, response)
        : json(CURRENT)(request, response),
    );
    const found = await ask('url=geo/zip&zip=M5V2T6,CA');
    expect(found.body).toMatchObject({ zip: 'M5V2T6', lat: 43.64, lon: -79.4, country: 'CA' });
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
