import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { AppError } from '../lib/app-error.ts';
import { insertRows } from '../stores/system/demo.ts';
import { areaAt, weatherOfSpans, writeWeatherHours } from '../stores/weather/weather-hours.ts';
import { TestClock } from '../testing/app.ts';
import { databases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { recordWeather } from './record-hours.ts';
import { simulatedHours, simulatedWeather } from './simulated.ts';
import { openTestHouses } from '../testing/test-houses.ts';

const BOULDER = { latitude: 40, longitude: -105, timezone: 'America/Denver' };

describe.each(databases)('%s', (_name, open) => {
  const clock = new TestClock('2026-06-10T18:20:00Z');
  const weather = simulatedWeather(clock);
  let database: TestDatabase;

  beforeAll(async () => {
    const houses = await openTestHouses(open, { clock });
    ({ database } = houses);
    return houses.close;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('weatherHour').execute();
  });

  const hourNow = () => Math.floor(clock.now().getTime() / HOUR) * HOUR;
  const stored = (days = 1) =>
    weatherOfSpans(database.db, areaAt(BOULDER.latitude, BOULDER.longitude), [
      { start: new Date(hourNow() - days * DAY), end: new Date(hourNow() + HOUR) },
    ]);

  test('[CAL-2] the weather of a place with houses is stored once in an hour, however many houses and rounds', async () => {
    expect(await recordWeather({ db: database.db, clock, weather })).toBeGreaterThanOrEqual(1);
    expect(await recordWeather({ db: database.db, clock, weather })).toBe(0);
    const [first, ...more] = await stored();
    expect(more).toEqual([]);
    const now = await weather.current(BOULDER, { units: 'imperial', lang: 'en', cnt: null });
    expect(first).toEqual({
      ...areaAt(BOULDER.latitude, BOULDER.longitude),
      hour: new Date('2026-06-10T18:00:00Z'),
      temperature: expect.closeTo(now.main.temp, 3),
      condition: now.weather[0]?.id,
      icon: now.weather[0]?.icon,
      source: 'simulated',
    });
    clock.advance(HOUR);
    await recordWeather({ db: database.db, clock, weather });
    expect(await stored()).toHaveLength(2);
  });

  test('[CAL-2] where the source has no answer nothing is stored, the failure is reported, and the next round asks again', async () => {
    const broken = { ...weather, current: () => Promise.reject(new AppError('weather_unavailable')) };
    await expect(recordWeather({ db: database.db, clock, weather: broken })).rejects.toThrow(AppError);
    expect(await stored()).toEqual([]);
    clock.advance(10 * MINUTE);
    await recordWeather({ db: database.db, clock, weather });
    expect(await stored()).toHaveLength(1);
  });

  test('[CAL-2] places without an answer, more of them than a round asks for, do not keep the others from being asked for', async () => {
    const silent = Array.from({ length: 60 }, (_, index) => ({
      providerId: 'sunvale',
      id: `silent${index}`,
      number: 9_000 + index,
      address: 'Nowhere',
      timezone: 'America/Denver',
      createdAt: clock.now(),
      latitude: 10 + index / 10,
      longitude: -100,
    }));
    await insertRows(database.db, 'house', silent);
    const partly: typeof weather = {
      ...weather,
      current: (place, query) =>
        place.longitude === -100
          ? Promise.reject(new AppError('weather_unavailable'))
          : weather.current(place, query),
    };
    // Each round chooses at random: that none of a hundred chooses a place does not happen.
    for (let round = 0; round < 100 && (await stored()).length === 0; round += 1) {
      await recordWeather({ db: database.db, clock, weather: partly }).catch(() => 0);
    }
    expect(await stored()).toHaveLength(1);
    await database.db.deleteFrom('house').where('longitude', '=', -100).execute();
  });

  test('[CAL-2] real weather replaces simulated weather of the same hour, and nothing replaces what is real', async () => {
    const hour = new Date(hourNow());
    const row = { ...areaAt(40, -105), hour, temperature: 70, condition: 800, icon: '01d' };
    await writeWeatherHours(database.db, [{ ...row, source: 'simulated' }]);
    await writeWeatherHours(database.db, [{ ...row, temperature: 60, source: 'openweather' }]);
    await writeWeatherHours(database.db, [{ ...row, temperature: 50, source: 'openweather' }]);
    await writeWeatherHours(database.db, [{ ...row, temperature: 40, source: 'simulated' }]);
    expect(await stored()).toMatchObject([{ temperature: 60, source: 'openweather' }]);
  });

  test('[CAL-2] a past of the climate model is stored in bulk, and says what the model says now', async () => {
    const from = hourNow() - 400 * DAY;
    await writeWeatherHours(database.db, simulatedHours(BOULDER, from, hourNow()));
    expect(await stored(400)).toHaveLength(400 * 24);
    const day = await stored();
    expect(day).toHaveLength(24);
    expect(new Set(day.map(({ temperature }) => temperature)).size).toBeGreaterThan(5);
  });
});
