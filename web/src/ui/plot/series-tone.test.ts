import { expect, test } from 'vitest';
import type { DrawnSeries } from '#domain/plot/model.ts';
import { signOf, toneOf } from './series-tone.ts';

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

test('[UX-28] neighbours differ in their dashes too', () => {
  const series = ['hwh', 'evse', 'ev', 'battery'].map(seriesOf);
  const dashes = series.map((_, index) => /dash-\d/.exec(toneOf({ series }, index))?.[0]);
  expect(dashes).toEqual(['dash-0', 'dash-1', 'dash-2', 'dash-3']);
});
