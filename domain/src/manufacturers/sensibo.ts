import { defineManufacturer } from './define.ts';

const airConditioner = {
  modes: ['off', 'cool', 'heat', 'fan'],
  setpoint: [60.8, 86],
  setpoints: 'shared',
  // The documented heat default is 60, below the range: its lower end holds.
  defaults: { mode: 'cool', fanMode: 'auto', heatSetpoint: 60.8, coolSetpoint: 80 },
} as const;

export const sensibo = defineManufacturer({
  label: 'Sensibo',
  models: {
    tstat: [{ ...airConditioner, fanModes: ['auto', 'low', 'medium', 'high'] }],
    rac: [airConditioner],
  },
});
