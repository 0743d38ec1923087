import { expect, test } from 'vitest';
import type { DrawnSeries, PlotModel } from '#domain/plot/model.ts';
import { laneTone, signOf, textureOf, toneOf } from './series-tone.ts';

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

test('[UX-28] neighbours in a stack differ by their texture too', () => {
  const series = ['tstat', 'hwh', 'evse', 'ev'].map((key, dash) => ({ ...seriesOf(key), dash }));
  const textures = series.map((_, index) =>
    textureOf({ series, stacked: true } as unknown as PlotModel, index),
  );
  expect(new Set(textures).size).toBe(4);
});

test('[PLOT-2] modes that follow one another have colours of their own, heating and cooling theirs everywhere', () => {
  const names = ['Off', 'Heat', 'Cool', 'Hybrid', 'Energy Saver'];
  expect(new Set(names.map((name) => laneTone(names, name))).size).toBe(names.length);
  expect(laneTone(['Heat'], 'Heat')).toBe(laneTone(['Cool', 'Heat'], 'Heat'));
});
