import { expect, test } from 'vitest';
import { TestClock } from '../testing/app.ts';
import { cachedWeather } from './cached.ts';
import { simulatedWeather } from './simulated.ts';

test('[T-39] in an outage no more than 5,000 answers are kept', async () => {
  const clock = new TestClock();
  const outage = Promise.withResolvers<never>();
  const places: string[] = [];
  const weather = cachedWeather(
    {
      ...simulatedWeather(clock),
      zip: (zip) => {
        places.push(zip);
        return outage.promise.then((): never => {
          throw new Error('not reached');
        });
      },
    },
    clock,
  );
  const calls = Array.from({ length: 5_001 }, (_, index) => weather.zip(String(index), 'US'));
  outage.reject(new Error('outage'));
  expect((await Promise.allSettled(calls)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(places).toHaveLength(5_001);
  // Kept for a while, and made room for by a later one.
  await expect(weather.zip('5000', 'US')).rejects.toThrow('outage');
  expect(places).toHaveLength(5_001);
  await expect(weather.zip('0', 'US')).rejects.toThrow('outage');
  expect(places).toHaveLength(5_002);
});
