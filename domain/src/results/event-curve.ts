import { QUARTER } from '../telemetry/meter.ts';
import { HOUR } from '../time/time.ts';
import { roundHalfUp, sum } from './numbers.ts';
import type { Interval } from './result.ts';

/** One quarter hour of an event, of all devices together that were heard in it. */
export interface CurvePoint {
  /** Its start, in ms. */
  readonly time: number;
  /** Wh that they would have used without the event, and that they used. */
  readonly expectedWh: number;
  readonly measuredWh: number;
  readonly heard: number;
}

const addUp = (points: readonly CurvePoint[]): CurvePoint[] =>
  [...Map.groupBy(points, ({ time }) => time)]
    .map(([time, same]) => ({
      time,
      expectedWh: sum(same.map(({ expectedWh }) => expectedWh)),
      measuredWh: sum(same.map(({ measuredWh }) => measuredWh)),
      heard: sum(same.map(({ heard }) => heard)),
    }))
    .toSorted((a, b) => a.time - b.time);

/** By time; `devices`: the intervals of each, of which those without a baseline are not known. */
export const curveOf = (devices: readonly (readonly Interval[])[]): CurvePoint[] =>
  addUp(
    devices
      .flat()
      .flatMap(({ time, baselineWh, actualWh }) =>
        baselineWh === null
          ? []
          : [{ time: Date.parse(time), expectedWh: baselineWh, measuredWh: actualWh, heard: 1 }],
      ),
  );

/** Two curves of other devices as one. */
export const addCurves = (one: readonly CurvePoint[], other: readonly CurvePoint[]): CurvePoint[] =>
  addUp([...one, ...other]);

/** kWh, as those of homes, are shown with two digits. */
const toHundredth = (value: number): number => roundHalfUp(value * 100) / 100;

/** Of Wh in a quarter hour. */
export const quarterKw = (wh: number): number => toHundredth((wh * HOUR) / QUARTER / 1_000);

/** What an event brought, on average over its time in ms. */
export const deliveredIn = (wh: number, time: number): { readonly kwh: number; readonly kw: number } => ({
  kwh: toHundredth(wh / 1_000),
  kw: time > 0 ? toHundredth((wh * HOUR) / time / 1_000) : 0,
});
