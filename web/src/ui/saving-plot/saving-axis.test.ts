import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { powerExtent, timeTicks } from './saving-axis.ts';

test('[UX-26] the times of a saving are named as closely as there is room, the end too', () => {
  const minutes = (to: number, room: number) => timeTicks(0, to, room).map((time) => time / MINUTE);
  expect(minutes(HOUR, 6)).toEqual([0, 15, 30, 45, 60]);
  expect(minutes(HOUR, 3)).toEqual([0, 30, 60]);
  expect(minutes(3 * HOUR, 4)).toEqual([0, 60, 120, 180]);
  expect(minutes(15 * MINUTE, 1)).toEqual([0, 15]);
  const onClock = (from: number, to: number, room: number) =>
    timeTicks(from * MINUTE, to * MINUTE, room, 0).map((time) => time / MINUTE);
  expect(onClock(9, 189, 7)).toEqual([30, 60, 90, 120, 150, 180]);
  expect(onClock(15, 195, 4)).toEqual([60, 120, 180]);
  expect(onClock(15, 75, 2)).toEqual([15, 75]);
});

test('[UX-26] the power axis begins at zero, or below what was used, and ends above it', () => {
  expect(powerExtent([1.9, 0.2])).toEqual({ min: 0, max: 2 });
  expect(powerExtent([2, 0.2])).toEqual({ min: 0, max: 2.5 });
  expect(powerExtent([1, -0.4]).min).toBeLessThanOrEqual(-0.4);
});
