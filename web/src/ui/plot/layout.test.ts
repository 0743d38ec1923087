import { expect, test } from 'vitest';
import { DAY } from '#domain/time/time.ts';
import type { PlotModel } from '#domain/plot/model.ts';
import {
  fitBeside,
  hasRoomBeside,
  laneText,
  layoutOf,
  pointNameAt,
  rowNameAt,
  topLabels,
  wholeDays,
} from './layout.ts';

const plot = { left: 44, right: 660, rem: 16 };

const band = (from: number, to: number) => ({ label: 'Event', from, to });
const labelsOf = (bands: readonly ReturnType<typeof band>[], nowAt: number | null = null, frame = plot) =>
  topLabels(bands, nowAt === null ? null : { x: nowAt, label: 'Now' }, `${bands.length} events`, frame);
const middles = (...bands: readonly ReturnType<typeof band>[]) => labelsOf(bands).bands.map(({ x }) => x);
const EVENT_LENGTH = (5 * 0.44 + 0.25) * plot.rem;

test('[GRAPH-1] [UX-40] [UX-44] the label of an event band stands above it, and ends with the plot', () => {
  expect(middles(band(100, 180), band(500, 580))).toEqual([140, 540]);
  // A band of a few pixels has one as well.
  expect(middles(band(300, 308))).toEqual([304]);
  const [first, last] = labelsOf([band(44, 46), band(650, 660)]).bands;
  expect(first?.begin).toBe(44);
  expect(last?.end).toBe(660);
  expect(last?.begin).toBeCloseTo(660 - EVENT_LENGTH);
});

test('[UX-40] [UX-44] where not every event band can be named, one label at the right end counts them', () => {
  const { bands } = labelsOf([band(300, 310), band(320, 330), band(500, 510)]);
  expect(bands).toMatchObject([{ label: '3 events', end: 660 }]);
  // With room for each but not for the line of now as well, which keeps its place.
  const { bands: counted, now } = labelsOf([band(590, 594), band(646, 650)], 620);
  expect(now?.x).toBeCloseTo(620);
  expect(counted.map(({ label }) => label)).toEqual(['2 events']);
  // With large text there is room for that of now alone.
  const narrow = labelsOf([band(90, 94), band(98, 102)], 100, { left: 44, right: 200, rem: 32 });
  expect([narrow.bands, narrow.now?.label]).toEqual([[], 'Now']);
  expect(counted[0]?.end).toBeCloseTo((now?.begin ?? 0) - 8);
});

test('[GRAPH-1] [UX-40] the line of now has its name above the plot, which covers no other', () => {
  const nowAt = (x: number) => labelsOf([band(300, 380)], x).now;
  expect(nowAt(200)?.x).toBeCloseTo(200);
  // Near the axis it stands right of the line, near the other end left of it.
  expect(nowAt(46)?.begin).toBe(50);
  expect(nowAt(655)?.end).toBeCloseTo(651);
  // Close to the label of an event it goes to the other side; over its middle that label goes aside.
  expect(nowAt(310)?.end).toBeCloseTo(306);
  const over = labelsOf([band(300, 380)], 340);
  expect(over.now?.x).toBeCloseTo(340);
  expect(over.bands.map(({ label }) => label)).toEqual(['Event']);
  expect(over.bands[0]?.begin).toBeCloseTo((over.now?.end ?? 0) + 8);
  expect(labelsOf([], 200).bands).toEqual([]);
});

test('[GRAPH-1] the large points of a day do not touch the name of their row', () => {
  const axis = { measure: 'seconds', extent: { min: 0, max: 600 }, ticks: [0, 600] } as const;
  const rowOf = (range: 'day' | 'week') => {
    const period = { range, start: 0, end: DAY };
    const model = { period, axis, second: { ...axis, apart: true }, series: [], levels: null };
    return layoutOf(model as unknown as PlotModel, { width: 700, height: 350, rem: 16 });
  };
  expect(rowOf('day').rowName - rowOf('week').rowName).toBe(8);
  expect(rowOf('week').bottom - rowOf('day').bottom).toBe(8);
});

test('[GRAPH-1] the name of a row begins right of the line of now, where that would cross it', () => {
  expect(rowNameAt(plot, 'Heating time', null)).toBe(44);
  expect(rowNameAt(plot, 'Heating time', 300)).toBe(44);
  expect(rowNameAt(plot, 'Heating time', 60)).toBe(64);
});

test('[GRAPH-1] the name of the day before stands beside its highest point, never across the line of now', () => {
  const nameAt = (point: number, nowAt: number | null) => pointNameAt(plot, 'Yesterday', point, nowAt);
  expect(nameAt(100, null)).toEqual({ x: 108, isEnd: false });
  expect(nameAt(500, null)).toEqual({ x: 492, isEnd: true });
  expect(nameAt(100, 120)).toEqual({ x: 124, isEnd: false });
  expect(nameAt(500, 470)).toEqual({ x: 466, isEnd: true });
  // On its other side, and far away.
  expect(nameAt(100, 90).x).toBe(108);
  expect(nameAt(100, 300).x).toBe(108);
});

test('[GRAPH-1] [UX-40] on a phone the name of the day before ends with the plot, at either end', () => {
  const phone = { left: 44, right: 297, rem: 16 };
  const name = 'Yesterday, until noon';
  const length = (name.length * 0.44 + 0.25) * phone.rem;
  expect(pointNameAt(phone, name, 165, null)).toEqual({ x: phone.right - length, isEnd: false });
  expect(pointNameAt(phone, name, 176, null)).toEqual({ x: phone.left + length, isEnd: true });
  expect(pointNameAt(phone, name, 100, 190)).toEqual({ x: phone.right - length, isEnd: false });
});

test('[UX-28] [UX-44] bars of a battery stand beside the stacks only where they are wide enough to be told apart', () => {
  const month = { period: { days: 30 } } as PlotModel;
  const week = { period: { days: 7, range: 'week' } } as PlotModel;
  const size = (width: number) => ({ width, height: 280, rem: 16 });
  expect(hasRoomBeside(month, size(311))).toBe(false);
  expect(hasRoomBeside(week, size(311))).toBe(true);
  expect(hasRoomBeside(month, size(700))).toBe(false);
  // Lines of hours that cross: a battery has a row of its own, but for a day.
  const hours = { ...week, hourly: { until: 0 } };
  const day = { ...hours, period: { ...hours.period, range: 'day' as const } };
  for (const width of [311, 700]) {
    expect([hours, day].map((model) => hasRoomBeside(model, size(width)))).toEqual([false, true]);
  }
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

test('[PLOT-2] a mode that held for too short a time has no words in its lane', () => {
  expect(laneText('Hybrid', 120, 16)).toBe('Hybrid');
  expect(laneText('Hybrid', 40, 16)).toBe('');
});

test('[UX-40] the name of a row gives way where larger text leaves no room for it', () => {
  expect(fitBeside({ left: 44, right: 300, rem: 16 }, 'Heating time', '25 min')).toBe(true);
  expect(fitBeside({ left: 88, right: 300, rem: 32 }, 'Heating time', '25 min')).toBe(false);
});
