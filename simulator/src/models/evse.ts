import { uniformBetween, randomOf } from '../base/random.ts';
import { createCar } from './car.ts';
import type { Car } from './car.ts';
import { whole } from '../base/numbers.ts';
import type { DeviceSimulation, Setup } from './device-simulation.ts';

const USUAL_LIMIT = 7_680;

/** W that the charger offers a car. */
export const offerOf = ({ initial }: Pick<Setup, 'initial'>): number => {
  const most = initial.number('evse-max-power') ?? USUAL_LIMIT;
  return Math.min(initial.number('evse-power-limit') ?? most, most);
};

/** A car that reports nothing itself, in the state that the charger's readings describe. */
export const unreportedCarOf = ({ initial, seed }: Setup): Car => {
  const random = randomOf(`visitor ${seed}`);
  const mode = initial.text('evse-mode');
  const isPluggedIn = mode === 'INUSE' || mode === 'INUSE_CHARGING';
  const homePower = initial.number('evse-power') ?? 0;
  return createCar({
    capacity: uniformBetween(random, 50_000, 80_000),
    // A car that draws nothing is full.
    level: mode === 'INUSE' ? 1 : uniformBetween(random, 0.35, 0.7),
    fullRange: uniformBetween(random, 180, 290),
    isHome: isPluggedIn,
    isPluggedIn,
    power: homePower > 1_000 ? homePower : 7_200,
    homePower,
    awayPower: 0,
    seed,
  });
};

/** A charger. `movesCar`: the car is no device of the house, so the charger simulates it. */
export const createEvse = ({ initial }: Setup, car: Car, movesCar: boolean): DeviceSimulation => {
  const offer = offerOf({ initial });
  const most = initial.number('evse-max-power') ?? offer;
  const modeNow = (): string => {
    const { isHome, isPluggedIn, homePower } = car.now();
    if (homePower > 0) return 'INUSE_CHARGING';
    return isHome && isPluggedIn ? 'INUSE' : 'AVAILABLE';
  };
  return {
    step: (seconds, environment) => {
      if (movesCar) car.step(seconds, environment, offer);
    },
    applyCommand: () => {},
    report: () => ({
      'evse-mode': modeNow(),
      'evse-power': whole(car.now().homePower),
      'evse-power-limit': offer,
      'evse-max-power': most,
    }),
  };
};
