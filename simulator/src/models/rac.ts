import { uniformBetween, randomOf } from '../base/random.ts';
import { createAir } from './air.ts';
import { tenths } from '../base/numbers.ts';
import type { DeviceSimulation, Setup } from './device-simulation.ts';
import { INNER_TO_OUTER_LOSS } from './room.ts';

/** An air conditioner and its room, which exchanges heat with the rest of the house as well. */
export const createRac = ({ initial, model, seed }: Setup): DeviceSimulation => {
  const random = randomOf(seed);
  const setpoint = initial.number('rac-cool-setpoint') ?? model.defaults.coolSetpoint ?? 76;
  const floor = uniformBetween(random, 15, 28);
  const loss = uniformBetween(random, 3, 5);
  const air = createAir({
    mode: initial.text('rac-mode') ?? model.defaults.mode ?? 'off',
    fanMode: initial.text('rac-fan-mode') ?? model.defaults.fanMode ?? 'auto',
    heatSetpoint: setpoint,
    coolSetpoint: setpoint,
    // It has one setpoint resource, which serves heating or cooling depending on the mode.
    setpoints: model.setpoints === 'cool' ? 'cool' : 'shared',
    temperature: initial.number('rac-actual-temperature') ?? 75,
    floor,
    loss,
    inner: INNER_TO_OUTER_LOSS * loss,
    running: null,
    heater: 'pump',
    random,
  });
  return {
    step: air.step,
    applyCommand: air.applyCommand,
    report: () => ({
      'rac-mode': air.state.mode,
      'rac-fan-mode': air.state.fanMode,
      'rac-cool-setpoint': air.state.coolSetpoint,
      'rac-actual-temperature': tenths(air.temperature()),
    }),
    load: air.power,
  };
};
