import { afterEach, expect, test } from 'vitest';
import type { PlotModel } from '#domain/plot/model.ts';
import { periodOf } from '#domain/plot/period.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { forgetEnglish, withEnglish } from '#web/lib/testing/english.ts';

const zone = 'America/Denver';
const period = periodOf('day', { year: 2026, month: 11, day: 10 }, { zone, firstDay: 0 });
const at = (hours: number): number => period.start + hours * HOUR;

afterEach(forgetEnglish);

const plot: PlotModel = {
  id: 'temperature',
  period,
  maxGap: HOUR,
  axis: { measure: 'temperature', extent: { min: 0, max: 100 }, ticks: [] },
  second: null,
  series: [],
  levels: null,
  isEmpty: false,
};

const summaryOf = async (
  model: PlotModel,
  now: number,
  isBattery = false,
  givenBefore: number | null = null,
): Promise<string> => {
  const { summaryText } = await withEnglish(() => import('./plot-summary.ts'));
  const energy = isBattery ? { total: 0, before: null, twoWay: true, givenBefore } : null;
  return summaryText({ model, before: null, energy, now, zone, labelOf: (name) => name });
};

const modeFrom = (from: number, to: number): PlotModel => ({
  ...plot,
  id: 'mode',
  levels: { names: ['Hybrid'], spans: [{ name: 'Hybrid', from: at(from), to: at(to) }], rest: [] },
});

const lineFrom = (from: number, to: number, value: number, measure: 'temperature' | 'kilowatts') => {
  const points = Array.from({ length: ((to - from) * HOUR) / (5 * MINUTE) + 1 }, (_, index) => ({
    time: at(from) + index * 5 * MINUTE,
    value,
  }));
  return {
    ...plot,
    axis: { ...plot.axis, measure },
    series: [{ key: 'tank', name: 'tank', points, unheard: [], steps: false, second: false }],
  };
};

test.each([
  ['a whole day', 0, 24, 30, 'Hybrid mode throughout.'],
  ['a day so far', 0, 8, 8, 'Hybrid mode throughout.'],
  ['part of a day', 6, 12, 30, 'Hybrid in all readings.'],
  ['part of a day so far', 6, 8, 8, 'Hybrid in all readings.'],
] as const)('[UX-26] a mode held all the time only if it is known for %s', async (_, from, to, now, text) => {
  expect(await summaryOf(modeFrom(from, to), at(now))).toBe(text);
});

test.each([
  [0, 24, 'Tank 70\u00A0°F all the time.', 'Resting all the time.'],
  [6, 12, 'Tank 70\u00A0°F in all readings.', 'Resting in all readings.'],
] as const)(
  '[UX-26] readings from %i to %i h of a day speak for as much of it',
  async (from, to, constant, resting) => {
    expect(await summaryOf(lineFrom(from, to, 70, 'temperature'), at(30))).toBe(constant);
    expect(await summaryOf(lineFrom(from, to, 0, 'kilowatts'), at(30), true)).toBe(resting);
  },
);

test('[UX-26] a battery that rests today does so since midnight only if it was heard since then', async () => {
  expect(await summaryOf(lineFrom(0, 8, 0, 'kilowatts'), at(8), true)).toBe('Resting since midnight.');
  expect(await summaryOf(lineFrom(6, 8, 0, 'kilowatts'), at(8), true)).toBe('Resting in all readings.');
});

test('[UX-26] [PLOT-3] equipment that rested is told apart from equipment of which nothing is known', async () => {
  const restFrom = (from: number, to: number): PlotModel => ({
    ...plot,
    id: 'equipment',
    levels: { names: ['compHeat1'], spans: [], rest: to > from ? [{ from: at(from), to: at(to) }] : [] },
    isEmpty: true,
  });
  expect(await summaryOf(restFrom(0, 8), at(8))).toBe('Resting since midnight.');
  expect(await summaryOf(restFrom(0, 24), at(30))).toBe('Resting all the time.');
  expect(await summaryOf(restFrom(6, 12), at(30))).toBe('Resting in all readings.');
  expect(await summaryOf(restFrom(0, 0), at(30))).toBe('Nothing was recorded in this time.');
});

test('[UX-26] [PLOT-2] the month of a battery is told in amounts, with the day on which it gave most', async () => {
  const daysOf = (name: string, values: readonly number[]) => ({
    key: name,
    name,
    points: values.map((value, index) => ({ time: at(12 + 24 * index), value })),
    unheard: [],
    steps: false,
    second: false,
  });
  const month: PlotModel = {
    ...plot,
    id: 'energy',
    axis: { ...plot.axis, measure: 'kilowatt-hours' },
    daily: true,
    series: [
      daysOf('given', [3, 5.2]),
      daysOf('taken', [4, 5]),
      daysOf('pv', [9, 8]),
      daysOf('house', [20, 30]),
    ],
  };
  expect(await summaryOf(month, at(48), true)).toBe(
    'Powered the home with 8.2\u00A0kWh, most on Wed, Nov 11: 5.2\u00A0kWh. Charged with 9.0\u00A0kWh. Solar made 17.0\u00A0kWh. The home used 50.0\u00A0kWh.',
  );
  for (const [before, change] of [
    [10, '18% less than'],
    [8.2, 'as much as'],
    [7.4, '11% more than'],
    [2, '4 times as much as'],
  ] as const) {
    expect(await summaryOf(month, at(48), true, before)).toContain(
      `5.2\u00A0kWh. That is ${change} the day before. Charged`,
    );
  }
  const resting = { ...month, series: [daysOf('given', [0, 0]), daysOf('taken', [0, 0.01])] };
  expect(await summaryOf(resting, at(48), true)).toBe('Resting in all readings.');
});
