import { describe, expect, test } from 'vitest';
import { CurrentWeather, DailyForecast, Forecast } from '#contract/entities/weather.ts';
import { HOUR } from '#domain/time/time.ts';
import { celsiusToFahrenheit } from '#domain/units.ts';
import { createFleet } from '#simulator/fleet.ts';
import { environmentOf } from '#simulator/environment/environment.ts';
import { regionOf, siteOf } from '#simulator/environment/place.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { LANGUAGES } from '../lib/text/i18n.ts';
import { TestClock } from '../testing/app.ts';
import { asked, boulder } from '../testing/weather/openweather.ts';
import { simulatedWeather } from './simulated.ts';

describe('simulated weather', () => {
  const clock = new TestClock('2026-07-14T18:00:00Z');
  const source = simulatedWeather(clock);

  test.each(LANGUAGES)('[WX-1] [WX-2] tells the shapes of OpenWeather in %s', async (lang) => {
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
