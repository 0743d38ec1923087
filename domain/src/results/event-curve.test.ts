import { describe, expect, test } from 'vitest';
import { HOUR } from '../time/time.ts';
import { addCurves, curveOf, deliveredIn, quarterKw } from './event-curve.ts';

const at = (minute: string) => `2026-11-10T00:${minute}:00.000Z`;
const interval = (minute: string, baselineWh: number | null, actualWh: number) => ({
  time: at(minute),
  baselineWh,
  actualWh,
});
const point = (minute: string, expectedWh: number, measuredWh: number, heard: number) => ({
  time: Date.parse(at(minute)),
  expectedWh,
  measuredWh,
  heard,
});

describe('[API-4] what an event cuts', () => {
  const one = curveOf([
    [interval('15', 100, 60), interval('00', 100, 120)],
    [interval('15', 300, 10)],
    // Of which only the use is known.
    [interval('00', null, 999)],
  ]);

  test('is added up by quarter hour, of the devices whose usual is known', () => {
    expect(one).toEqual([point('00', 100, 120, 1), point('15', 400, 70, 2)]);
  });

  test('of two groups of devices is what it is of both', () => {
    const other = curveOf([[interval('15', 50, 0), interval('30', 50, 0)]]);
    expect(addCurves(one, other)).toEqual([
      point('00', 100, 120, 1),
      point('15', 450, 70, 3),
      point('30', 50, 0, 1),
    ]);
    expect(addCurves(one, other)).toEqual(addCurves(other, one));
  });

  test('in kW is four times the energy of a quarter hour, below zero if more was used', () => {
    expect([quarterKw(330), quarterKw(-20)]).toEqual([1.32, -0.08]);
  });

  test('delivered is its energy, and the mean of its time', () => {
    expect(deliveredIn(5_000, 2 * HOUR)).toEqual({ kwh: 5, kw: 2.5 });
    expect(deliveredIn(-100, HOUR)).toEqual({ kwh: -0.1, kw: -0.1 });
    expect(deliveredIn(0, 0)).toEqual({ kwh: 0, kw: 0 });
  });
});
