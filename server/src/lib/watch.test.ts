import { expect, test } from 'vitest';
import { createWatch } from './watch.ts';

const a = { providerId: 'p', houseId: 'a' };
const b = { providerId: 'p', houseId: 'b' };

test('[DEV-8] a house is watched for half a minute after somebody asked for it, and no other', () => {
  let now = 0;
  const watch = createWatch({ now: () => new Date(now) });
  watch.see(a);
  expect([watch.isWatched(a), watch.isWatched(b)]).toEqual([true, false]);
  now = 20_000;
  watch.see(a);
  now = 50_000;
  expect(watch.isWatched(a)).toBe(true);
  now = 50_001;
  expect(watch.isWatched(a)).toBe(false);
});
