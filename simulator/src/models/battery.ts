import type { CommandBody } from '#domain/control/command/command.ts';
import { fahrenheitToCelsius } from '#domain/units.ts';
import { houseLoad } from '../environment/environment.ts';
import type { Environment } from '../environment/environment.ts';
import { uniformBetween, hashOf, randomOf } from '../base/random.ts';
import { BATTERY_MODES } from './battery-modes.ts';
import type { BatteryMode, BatteryStrategy } from './battery-modes.ts';
import { flowsFor } from './battery-flows.ts';
import type { Flows } from './battery-flows.ts';
import { clamp, whole } from '../base/numbers.ts';
import { withoutNulls } from './device-simulation.ts';
import type { DeviceSimulation, Setup } from './device-simulation.ts';

type Parameters = NonNullable<CommandBody['parameters']>;

/** Of cells and inverter, each way. */
export const EFFICIENCY = 0.98 * 0.97;
/** Shares of the capacity that it keeps: in normal use, and without the grid. */
export const RESERVE = 0.1;
const LAST_RESERVE = 0.05;
/** Hours to fill it at full power. */
const HOURS_TO_FILL = 2.7;
const VOLTS = 240;

/** W of modules with a rating in W, less what warm cells, wires and the inverter lose. */
const pvPower = (rating: number, { sun, outdoor }: Environment): number => {
  const cell = fahrenheitToCelsius(outdoor) + 0.03 * sun;
  return clamp(rating * (sun / 1000) * (1 - 0.0035 * (cell - 25)) * 0.86 * 0.96, 0, 0.9 * rating);
};

/** W, from whichever parameter of the command gives the rate. */
const rateIn = (parameters: Parameters, greatest: number): number | null => {
  const { watts, amps, percent, ratePercent, limitPower, limitPvOffset } = parameters;
  if (typeof watts === 'number') return watts;
  if (typeof amps === 'number') return amps * VOLTS;
  if (typeof limitPower === 'number') return limitPower;
  if (typeof limitPvOffset === 'number') return Math.max(limitPvOffset, 0);
  const share = percent ?? ratePercent;
  return typeof share === 'number' ? (share / 100) * greatest : null;
};

const targetIn = ({ siteMeterReading, offset }: Parameters): number => {
  const target = siteMeterReading ?? offset;
  return typeof target === 'number' ? target : 0;
};

/** A battery with solar modules and the load of a household. */
export const createBattery = ({ initial, seed }: Setup): DeviceSimulation => {
  const random = randomOf(seed);
  const capacity = Math.max(initial.number('battery-max-capacity') ?? 13_500, 1_000);
  const maxPower = capacity / HOURS_TO_FILL;
  const rating = initial.number('pv-power') === null ? 0 : uniformBetween(random, 4_000, 7_500);
  const household = hashOf(`house ${seed}`);
  let stored = clamp(initial.number('battery-present-capacity') ?? capacity / 2, 0, capacity);
  let mode = initial.text('sis-set-mode') ?? initial.text('battery-mode');
  let parameters: Parameters = {};
  let hasFinished = false;
  let isOut = false;
  const battery = initial.number('battery-power') ?? 0;
  const pv = initial.number('pv-power') ?? 0;
  const house = initial.number('battery-house-power') ?? Math.max(pv + battery, 0);
  let flows: Flows = { battery, pv, house, grid: house - pv - battery };
  const energies = { 'battery-power': 0, 'pv-power': 0, 'battery-house-power': 0 };

  const modeNow = (): BatteryMode =>
    (mode === null ? undefined : BATTERY_MODES[mode]) ?? { strategy: 'self' };

  const strategyNow = (): BatteryStrategy => {
    // Whatever it was told to do, without the grid it runs the house.
    if (isOut) return 'island';
    const { strategy, next } = modeNow();
    if (next === undefined) return strategy;
    const isDone = strategy === 'charge' ? stored >= 0.999 * capacity : stored <= 1.001 * RESERVE * capacity;
    hasFinished ||= isDone;
    return hasFinished ? next : strategy;
  };

  const step = (seconds: number, environment: Environment): void => {
    const hours = seconds / 3600;
    const strategy = strategyNow();
    const floor = (strategy === 'island' ? LAST_RESERVE : RESERVE) * capacity;
    const rate = Math.min(rateIn(parameters, maxPower) ?? (modeNow().rate ?? 1) * maxPower, maxPower);
    flows = flowsFor(strategy, {
      house: houseLoad(environment, household),
      pv: pvPower(rating, environment),
      chargeable: Math.min(maxPower, (capacity - stored) / hours / EFFICIENCY),
      dischargeable: Math.min(maxPower, (Math.max(stored - floor, 0) / hours) * EFFICIENCY),
      rate,
      target: targetIn(parameters),
      hour: environment.hour,
    });
    const out = flows.battery > 0 ? flows.battery / EFFICIENCY : flows.battery * EFFICIENCY;
    stored = clamp(stored - out * hours, 0, capacity);
    energies['battery-power'] += flows.battery * seconds;
    energies['pv-power'] += flows.pv * seconds;
    energies['battery-house-power'] += flows.house * seconds;
  };

  return {
    step,
    energies: () => ({ ...energies }),
    applyCommand: (body) => {
      if (body.mode !== undefined) {
        mode = body.mode;
        hasFinished = false;
      }
      // Parameters apply only to the mode they are sent with.
      if (body.mode !== undefined || body.parameters !== undefined) parameters = body.parameters ?? {};
    },
    setOutage: (out) => {
      isOut = out;
    },
    parameters: () => (Object.keys(parameters).length === 0 ? undefined : parameters),
    report: () =>
      withoutNulls({
        'sis-set-mode': mode,
        'battery-mode': mode,
        'battery-max-capacity': whole(capacity),
        'battery-present-capacity': whole(stored),
        'battery-power': whole(flows.battery),
        'pv-power': whole(flows.pv),
        'battery-house-power': whole(flows.house),
        'battery-outage': isOut,
      }),
  };
};
