import { expect, test } from 'vitest';
import type { DeviceKind } from '#contract/entities/device.ts';
import { HOUR } from '../time/time.ts';
import { hoursUntil, isRested, restedNames } from './hours.ts';
import { houseEnergyModel } from './house-energy.ts';
import { periodOf } from './period.ts';

const calendar = { zone: 'America/Denver', firstDay: 0 } as const;
const date = { year: 2026, month: 7, day: 14 } as const;
const day = periodOf('day', date, calendar);
const NOW = day.start + 2.5 * HOUR;
const KINDS = new Map<string, DeviceKind>([
  ['tank', 'hwh'],
  ['charger', 'evse'],
  ['battery', 'battery'],
]);

const modelOf = (columns: Readonly<Record<string, (number | null)[]>>, period = day) =>
  houseEnergyModel(
    {
      hours: [0, 1, 2].map((hour) => new Date(day.start + hour * HOUR).toISOString()),
      devices: Object.entries(columns).map(([deviceId, energy]) => ({
        deviceId,
        energy,
        heat: null,
        cool: null,
      })),
    },
    KINDS,
    period,
    NOW,
  );

const hoursOf = (...column: (number | null)[]) =>
  hoursUntil(modelOf({ tank: column }).series[0]?.points ?? [], NOW);

test('[GRAPH-1] the hour that is going on is joined to the one before it, unless that was not heard', () => {
  const { over, running, join } = hoursOf(0, 500, 300);
  expect(over.map(({ value }) => value)).toEqual([0, 0.5]);
  expect(running?.value).toBe(0.3);
  // No gap between them: a line is drawn across.
  expect(join).toEqual([
    { time: day.start + HOUR, value: 0.5 },
    { time: day.start + 2 * HOUR, value: 0.3 },
  ]);
  expect(hoursOf(500, null, 300)).toMatchObject({ running: { value: 0.3 }, join: [] });
  expect(hoursOf(null, null, 300)).toMatchObject({ over: [], running: { value: 0.3 }, join: [] });
  expect(hoursOf(0, 500, null)).toMatchObject({ running: null, join: [] });
});

test('[GRAPH-1] [UX-44] what did nothing in a day is told together, a battery that rested both ways once', () => {
  const resting = modelOf({ tank: [0, 400, 0], charger: [0, 2, 0], battery: [0, 0, 0] });
  expect(restedNames(resting)).toEqual(['use-evse', 'use-battery']);
  expect(resting.series.map((line) => isRested(resting, line))).toEqual([false, true, true, true]);
  expect(restedNames(modelOf({ tank: [0, 400, 0], battery: [0, -900, 0] }))).toEqual(['battery-taken']);
  // Nothing heard is not nothing used.
  expect(restedNames(modelOf({ tank: [null, null, null] }))).toEqual([]);
  // Of a week each series keeps its amount.
  expect(restedNames(modelOf({ tank: [0, 0, 0] }, periodOf('week', date, calendar)))).toEqual([]);
});
