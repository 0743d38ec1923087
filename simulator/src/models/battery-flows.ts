import type { BatteryStrategy } from './battery-modes.ts';
import { clamp } from '../base/numbers.ts';

/** Inputs of a decision, in W. */
export interface Situation {
  readonly house: number;
  readonly pv: number;
  /** What it can take and give in this step at most. */
  readonly chargeable: number;
  readonly dischargeable: number;
  /** The rate of charging or discharging. */
  readonly rate: number;
  /** The site's meter reading to hold, or the offset from the solar power. */
  readonly target: number;
  /** Decimal hour of the day. */
  readonly hour: number;
}

/** W: house = pv + battery + grid. Positive: the battery feeds the house, the grid supplies it. */
export interface Flows {
  readonly house: number;
  readonly pv: number;
  readonly battery: number;
  readonly grid: number;
}

const PEAK_PRICE_HOURS = [16, 21] as const;
/** W from the grid above which a battery that shaves peaks helps out. */
const PEAK_FROM = 2_500;
/** Share of its rate at which a backup battery refills from the grid. */
const REFILL = 0.3;

type PowerRule = (situation: Situation) => number;

const gap: PowerRule = ({ house, pv }) => house - pv;
const store: PowerRule = (situation) => Math.min(gap(situation), 0);
const cover: PowerRule = (situation) => Math.max(gap(situation), 0);

const POWER_RULES: Readonly<Record<BatteryStrategy, PowerRule>> = {
  idle: () => 0,
  self: gap,
  island: gap,
  store,
  cover,
  backup: (situation) => Math.min(store(situation), -REFILL * situation.rate),
  charge: ({ rate }) => -rate,
  discharge: ({ rate }) => rate,
  peak: (situation) =>
    situation.hour >= PEAK_PRICE_HOURS[0] && situation.hour < PEAK_PRICE_HOURS[1]
      ? cover(situation)
      : store(situation),
  shave: (situation) => (gap(situation) > PEAK_FROM ? gap(situation) - PEAK_FROM : store(situation)),
  meter: (situation) => clamp(gap(situation) - situation.target, -situation.rate, situation.rate),
  follow: ({ target }) => target,
};

export const flowsFor = (strategy: BatteryStrategy, situation: Situation): Flows => {
  const { house, pv, chargeable, dischargeable } = situation;
  const battery = clamp(POWER_RULES[strategy](situation), -chargeable, dischargeable);
  if (strategy !== 'island') return { house, pv, battery, grid: house - pv - battery };
  // Without the grid, surplus solar power is curtailed, and load that cannot be covered is shed.
  const used = Math.min(pv, house - Math.min(battery, 0));
  return { house: used + battery, pv: used, battery, grid: 0 };
};
