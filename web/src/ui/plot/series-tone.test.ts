import { expect, test } from 'vitest';
import type { DrawnSeries } from '#domain/plot/model.ts';
import { signOf } from './series-tone.ts';

const seriesOf = (key: string): DrawnSeries => ({
  key,
  name: key,
  points: [],
  unheard: [],
  steps: false,
  second: key === 'heat' || key === 'cool',
  ...(key === 'heat' || key === 'cool' ? { target: key } : {}),
});

test('[UX-28] of a home with every kind of device no two series have the same sign', () => {
  const series = ['tstat', 'hwh', 'evse', 'ev', 'battery', 'heat', 'cool'].map(seriesOf);
  const signs = series.map((_, index) => signOf({ series }, index));
  expect(new Set(signs).size).toBe(7);
});
