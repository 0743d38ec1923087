import { defineManufacturer } from './define.ts';

const modes = ['off', 'cool', 'fan', 'energy-saver'] as const;

export const ge = defineManufacturer({
  label: 'GE',
  models: {
    tstat: [{ modes, fanModes: ['auto', 'low', 'medium', 'high'], setpoints: 'cool' }],
    rac: [{ modes }],
    hwh: [{}],
  },
});
