import { defineManufacturer } from './define.ts';

const modes = ['off', 'cool', 'heat', 'fan', 'dry', 'auto'] as const;

export const mysa = defineManufacturer({
  label: 'Mysa',
  control: 'view-only',
  models: {
    tstat: [
      { match: { prefix: 'AC-' }, modes },
      // Every other type drives an electric heater.
      { modes, setpoints: 'heat' },
    ],
  },
  shownOffline: true,
  energy: 'metered',
});
