import { expect, test } from 'vitest';
import { bandLabels } from './layout.ts';

const plot = { left: 44, right: 660, width: 700, rem: 16 };

test('[GRAPH-1] [UX-40] labels of event bands stand towards the middle, and none lies over another', () => {
  const [early, late] = [
    { from: 100, to: 180 },
    { from: 500, to: 580 },
  ];
  const named = (label: string, ...bands: readonly { from: number; to: number }[]) =>
    bandLabels(
      bands.map((band) => ({ ...band, label })),
      plot,
    );
  expect(named('Peak event', early, late)).toEqual([
    { x: 106, textAnchor: 'start' },
    { x: 574, textAnchor: 'end' },
  ]);
  const long = 'Evento de máxima demanda';
  // Towards the middle there is the label of the first.
  expect(named(long, { from: 300, to: 345 }, { from: 480, to: 525 })).toEqual([
    { x: 306, textAnchor: 'start' },
    { x: 486, textAnchor: 'start' },
  ]);
  expect(named(long, { from: 300, to: 345 }, { from: 400, to: 445 })).toEqual([
    { x: 306, textAnchor: 'start' },
    null,
  ]);
  expect(named(long, { from: 300, to: 330 })).toEqual([null]);
});
