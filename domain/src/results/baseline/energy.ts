import type { DeviceKind } from '#contract/entities/device.ts';
import { TYPICAL_WATTS } from '../../events/plan/strategies/rated-power.ts';
import type { RatedPower } from '../../events/plan/strategies/rated-power.ts';
import { QUARTER } from '../../telemetry/meter.ts';
import type { Use, UseByTime } from '../../telemetry/meter.ts';
import { measuredBy } from '../../telemetry/measured-by.ts';
import { roundHalfUp } from '../numbers.ts';

/** A quarter that was heard for less than this share is missing. */
const LEAST_HEARD = 0.9;

export interface MeasuredDevice {
  readonly kind: DeviceKind;
  readonly mfg: string;
  /** null: not known, so typical values of the kind are used. */
  readonly ratedWatts: RatedPower | null;
  /** Feeds the house or the grid at times: a battery, or a meter behind which there are solar panels. */
  readonly mayGive: boolean;
}

/** The whole quarter's use in W·ms (mJ), below zero if it gave more than it took. */
export type QuarterEnergy = { readonly mj: number } | { readonly fault: 'meter_ran_backwards' };

/** By the start of the quarter in ms; a quarter that is missing has no entry. */
export type EnergyByQuarter = ReadonlyMap<number, QuarterEnergy>;

export interface DeviceEnergy {
  /** Runtime times rated power, not metered. */
  readonly estimated: boolean;
  readonly quarters: EnergyByQuarter;
}

interface Source {
  readonly estimated: boolean;
  readonly heard: (use: Use) => number;
  readonly energy: (use: Use) => QuarterEnergy;
}

const meteredSource = (mayGive: boolean): Source => ({
  estimated: false,
  heard: ({ heard }) => heard,
  energy: ({ taken, given }) =>
    given > 0 && !mayGive ? { fault: 'meter_ran_backwards' } : { mj: taken - given },
});

const runtimeSource = ({ cool, heat }: RatedPower): Source => ({
  estimated: true,
  heard: ({ runtimeHeard }) => runtimeHeard,
  energy: (use) => ({ mj: use.cool * cool + use.heat * heat }),
});

/** null: the device has neither a meter nor a runtime. */
const sourceOf = ({ kind, mfg, ratedWatts, mayGive }: MeasuredDevice): Source | null => {
  const source = measuredBy({ kind, mfg });
  if (source === null) return null;
  return source === 'runtime' ? runtimeSource(ratedWatts ?? TYPICAL_WATTS) : meteredSource(mayGive);
};

/** A quarter that was heard for nearly all of its time counts as a whole one: silence is never savings. */
const wholeQuarter = (energy: QuarterEnergy, heard: number): QuarterEnergy =>
  'fault' in energy ? energy : { mj: roundHalfUp((energy.mj / heard) * QUARTER) };

/** The energy of a device by quarters; null: nothing tells it. */
export const energyOf = (device: MeasuredDevice, uses: UseByTime): DeviceEnergy | null => {
  const source = sourceOf(device);
  if (source === null) return null;
  const quarters = new Map<number, QuarterEnergy>();
  for (const [quarter, use] of uses) {
    const heard = source.heard(use);
    if (heard >= LEAST_HEARD * QUARTER) quarters.set(quarter, wholeQuarter(source.energy(use), heard));
  }
  return { estimated: source.estimated, quarters };
};

/** mJ in a Wh. */
const WATT_HOUR = 3_600_000;

/** Whole Wh that add up to the rounded sum: each is the growth of the rounded sum so far. */
export const wholeWattHours = (quarters: readonly number[]): number[] => {
  let [sum, rounded] = [0, 0];
  return quarters.map((mj) => {
    sum += mj;
    const before = rounded;
    rounded = roundHalfUp(sum / WATT_HOUR);
    return rounded - before;
  });
};
