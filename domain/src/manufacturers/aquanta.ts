import { defineManufacturer } from './define.ts';

export const aquanta = defineManufacturer({
  label: 'Aquanta',
  models: {
    hwh: [
      {
        modes: [
          'NONE',
          'LEARNING',
          'INTELLIGENCE',
          'SETPOINT',
          'AWAY',
          'BOOST',
          'TIMER',
          'BASELINE',
          'DR_LOADSHIFT',
          'DR_CURTAILMENT',
          'DEVICE_TOU',
        ],
        setpoint: [50, 176],
        // The documented default is 'manual', which its list lacks; holding a set temperature is what it means.
        defaults: { mode: 'SETPOINT', setpoint: 120 },
        vacation: 'AWAY',
      },
    ],
  },
});
