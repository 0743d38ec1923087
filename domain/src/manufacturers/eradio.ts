import { defineManufacturer } from './define.ts';

export const eradio = defineManufacturer({
  label: 'eRadio',
  events: 'none',
  // A radio switch that measures power: there is no mode and no temperature to read or to set.
  models: {
    hwh: [
      { modes: [], setpoint: null, defaults: { mode: null, setpoint: null }, vacation: null, equipment: [] },
    ],
  },
  statusOnly: ['hwh'],
  panels: { hwh: 'power' },
  plots: { mode: false, temperature: false },
  temperatureLimits: false,
});
