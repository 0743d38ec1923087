import { defineManufacturer } from './define.ts';

export const tesla = defineManufacturer({
  label: 'Tesla',
  models: {
    battery: [{ modes: ['off', 'direct', 'autonomous', 'scheduler', 'backup', 'self-consumption'] }],
    evse: [{}],
    ev: [{}],
  },
});
