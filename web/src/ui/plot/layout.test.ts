import { expect, test } from 'vitest';
import { DAY } from '#domain/time/time.ts';
import { bandLabels, fitBeside, laneText, wholeDays } from './layout.ts';

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

test('[UX-44] where bars tell of whole days events take them, neighbouring days as one', () => {
  const days = Array.from({ length: 5 }, (_, day) => ({ start: day * DAY, end: (day + 1) * DAY }));
  const event = (start: number, end: number) => ({ start: start * DAY, end: end * DAY, label: 'Peak event' });
  expect(wholeDays([event(0.7, 0.8), event(1.2, 1.3), event(1.5, 1.6), event(3.9, 4.1)], days)).toEqual([
    event(0, 2),
    event(3, 5),
  ]);
  expect(wholeDays([], days)).toEqual([]);
});

test('[UX-44] the label of a single event day may be longer than the day', () => {
  const label = 'Peak event';
  expect(bandLabels([{ label, from: 300, to: 320 }], plot)).toEqual([null]);
  expect(bandLabels([{ label, from: 300, to: 320 }], plot, { least: 0 })).toEqual([
    { x: 306, textAnchor: 'start' },
  ]);
  // It would cover the unit of the axis.
  expect(bandLabels([{ label, from: 44, to: 64 }], plot, { least: 0, begin: 84 })).toEqual([null]);
});

test('[PLOT-2] a mode that held for too short a time has no words in its lane', () => {
  expect(laneText('Hybrid', 120, 16)).toBe('Hybrid');
  expect(laneText('Hybrid', 40, 16)).toBe('');
});

test('[UX-40] the name of a row gives way where larger text leaves no room for it', () => {
  expect(fitBeside({ left: 44, right: 300, rem: 16 }, 'Heating time', '25 min')).toBe(true);
  expect(fitBeside({ left: 88, right: 300, rem: 32 }, 'Heating time', '25 min')).toBe(false);
});
