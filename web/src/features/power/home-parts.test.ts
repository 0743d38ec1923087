import { expect, test } from 'vitest';
import { homeParts } from './home-parts.ts';

const drawing = [
  { device: 'charger', watts: 7_000 },
  { device: 'tank', watts: 500 },
  { device: 'pump', watts: 300 },
];

test('[DASH-1] the parts of what the home draws: the strongest devices and the rest, which add up', () => {
  expect(homeParts({ use: 9_000, drawing }, 3)).toEqual([
    { device: 'charger', watts: 7_000 },
    { device: 'tank', watts: 500 },
    { device: null, watts: 1_500 },
  ]);
  expect(homeParts({ use: 7_500, drawing: drawing.slice(0, 2) }, 3)).toEqual(drawing.slice(0, 2));
  const resting = drawing.map(({ device }) => ({ device, watts: 0 }));
  expect(homeParts({ use: 300, drawing: resting }, 3)).toEqual([
    ...resting.slice(0, 2),
    { device: null, watts: 300 },
  ]);
});

test('[DASH-1] no parts without room or a measured device, or where the devices tell more than the home', () => {
  expect(homeParts({ use: 9_000, drawing }, 0)).toEqual([]);
  expect(homeParts({ use: 7_100, drawing }, 3)).toEqual([]);
  expect(homeParts({ use: 1_500, drawing: [] }, 3)).toEqual([]);
  expect(homeParts({ use: null, drawing: [] }, 3)).toEqual([]);
  expect(homeParts({ use: 0, drawing: [] }, 3)).toEqual([]);
});
