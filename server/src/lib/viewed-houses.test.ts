import { expect, test } from 'vitest';
import { createViewedHouses } from './viewed-houses.ts';

const a = { providerId: 'p', houseId: 'a' };
const b = { providerId: 'p', houseId: 'b' };

test('[DEV-8] a house is watched for half a minute after somebody asked for it, and no other', () => {
  let now = 0;
  const watch = createViewedHouses({ now: () => new Date(now) });
  watch.mark(a);
  expect([watch.isViewed(a), watch.isViewed(b)]).toEqual([true, false]);
  now = 20_000;
  watch.mark(a);
  now = 50_000;
  expect(watch.isViewed(a)).toBe(true);
  now = 50_001;
  expect(watch.isViewed(a)).toBe(false);
});
