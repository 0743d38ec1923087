import { defineManufacturer } from './define.ts';

export const armada = defineManufacturer({
  label: 'Armada',
  models: { hwh: [{}] },
  temperatureLimits: false,
});
