import { defineManufacturer } from './define.ts';

export const tesla = defineManufacturer({
  label: 'Tesla',
  models: {
    battery: [
      {
        modes: [
          { name: 'off', parameters: [], confirm: true },
          'direct',
          'autonomous',
          'scheduler',
          'backup',
          'self-consumption',
        ],
      },
    ],
    evse: [{}],
    ev: [{}],
  },
});
