import { defineManufacturer } from './define.ts';

export const aosmith = defineManufacturer({
  label: 'A. O. Smith',
  models: { hwh: [{}] },
  locked: ['mode', 'schedule'],
  plots: { mode: false },
  temperatureLimits: false,
});
