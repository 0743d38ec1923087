import { expect, test } from 'vitest';
import { createViewedHouses } from './viewed-houses.ts';

const a = { providerId: 'p', houseId: 'a' };
const b = { providerId: 'p', houseId: 'b' };

test('[DEV-8] a house counts as viewed for half a minute after a request for it, and no other house does', () => {
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
