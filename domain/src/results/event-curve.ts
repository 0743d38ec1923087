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

/** By time; `devices`: the intervals of each, of which those without a baseline are not known. */
export const curveOf = (devices: readonly (readonly Interval[])[]): CurvePoint[] => {
  const known = devices
    .flat()
    .flatMap(({ time, baselineWh, actualWh }) =>
      baselineWh === null ? [] : [{ time: Date.parse(time), baselineWh, actualWh }],
    );
  return [...Map.groupBy(known, ({ time }) => time)]
    .map(([time, same]) => ({
      time,
      expectedWh: sum(same.map(({ baselineWh }) => baselineWh)),
      measuredWh: sum(same.map(({ actualWh }) => actualWh)),
      heard: same.length,
    }))
    .toSorted((a, b) => a.time - b.time);
};

/** Two curves of other devices as one. */
export const addCurves = (one: readonly CurvePoint[], other: readonly CurvePoint[]): CurvePoint[] =>
  [...Map.groupBy([...one, ...other], ({ time }) => time)]
    .map(([time, same]) => ({
      time,
      expectedWh: sum(same.map(({ expectedWh }) => expectedWh)),
      measuredWh: sum(same.map(({ measuredWh }) => measuredWh)),
      heard: sum(same.map(({ heard }) => heard)),
    }))
    .toSorted((a, b) => a.time - b.time);

/** kWh, as those of homes, are shown with two digits. */
const toHundredth = (value: number): number => roundHalfUp(value * 100) / 100;

/** Of Wh in a quarter hour. */
export const quarterKw = (wh: number): number => toHundredth((wh * HOUR) / QUARTER / 1_000);

/** What an event brought, on average over its time in ms. */
export const deliveredIn = (wh: number, time: number): { readonly kwh: number; readonly kw: number } => ({
  kwh: toHundredth(wh / 1_000),
  kw: time > 0 ? toHundredth((wh * HOUR) / time / 1_000) : 0,
});
