import { randomOf } from '../base/random.ts';
import { createAir } from '../models/air.ts';
import { environmentAt } from './environment.ts';

/** Constant weather, at night unless there is sun. */
export const weatherOf = (outdoor: number, sun = 0) =>
  environmentAt((sun > 0 ? 15 : 2) * 60, { outdoor, sun });

type Setup = Parameters<typeof createAir>[0];

/** A house that cools to 75 °F and heats to 68 °F with a heat pump. */
export const airOf = (shell: Pick<Setup, 'floor' | 'loss'>, setup: Partial<Setup>) =>
  createAir({
    mode: 'cool',
    fanMode: 'auto',
    heatSetpoint: 68,
    coolSetpoint: 75,
    setpoints: 'heat-and-cool',
    temperature: 75,
    ...shell,
    random: randomOf('air'),
    running: null,
    heater: 'pump',
    ...setup,
  });
