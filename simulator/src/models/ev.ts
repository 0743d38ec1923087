import { createCar } from './car.ts';
import type { Car } from './car.ts';
import { thousandths, whole } from '../base/numbers.ts';
import type { DeviceSimulation, Setup } from './device-simulation.ts';

const MILES_PER_WH = 1 / 325;
/** W that its onboard charger can take; the reported power is lower when the battery is nearly full. */
const OWN_CHARGER = 7_200;

/** The car in the state that its readings describe. */
export const carOf = ({ initial, seed }: Setup): Car => {
  const capacity = Math.max(initial.number('ev-battery-capacity') ?? 65_000, 1_000);
  const level = initial.number('ev-battery-level') ?? 0.6;
  const range = initial.number('ev-battery-range');
  const homePower = initial.number('ev-home-power') ?? 0;
  return createCar({
    capacity,
    level,
    fullRange: range !== null && range > 1 && level > 0.05 ? range / level : capacity * MILES_PER_WH,
    isHome: initial.text('ev-location-status') !== 'AWAY',
    isPluggedIn: initial.flag('ev-plugged-in-status') ?? false,
    power: Math.max(homePower, OWN_CHARGER),
    homePower,
    awayPower: initial.number('ev-away-power') ?? 0,
    seed,
  });
};

/** The readings of a car. `limit`: W that the charger at home offers. */
export const createEv = ({ initial }: Setup, car: Car, limit: () => number): DeviceSimulation => {
  const capacity = initial.number('ev-battery-capacity') ?? 65_000;
  return {
    step: (seconds, environment) => car.step(seconds, environment, limit()),
    applyCommand: () => {},
    report: () => {
      const { level, range, isHome, isPluggedIn, homePower, awayPower } = car.now();
      return {
        'ev-battery-capacity': capacity,
        'ev-battery-level': thousandths(level),
        'ev-battery-range': whole(range),
        'ev-charging-status': homePower + awayPower > 0 ? 'CHARGING' : 'NOT_CHARGING',
        'ev-home-power': whole(homePower),
        'ev-away-power': whole(awayPower),
        'ev-location-status': isHome ? 'HOME' : 'AWAY',
        'ev-plugged-in-status': isPluggedIn,
      };
    },
  };
};
