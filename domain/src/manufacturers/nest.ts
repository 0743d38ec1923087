import { defineManufacturer } from './define.ts';

export const nest = defineManufacturer({
  label: 'Nest',
  control: 'notice-only',
  models: {
    tstat: [{ modes: ['off', 'cool', 'heat', 'auto', 'eco'] }],
  },
  energy: 'none',
});
