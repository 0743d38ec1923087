import { defineManufacturer } from './define.ts';

export const sonnen = defineManufacturer({
  label: 'sonnen',
  models: {
    battery: [
      {
        match: 'KD-072',
        modes: [
          'AUTO',
          'CHARGE_THEN_AUTO',
          'DISCHARGE_THEN_AUTO',
          'STANDBY',
          'CHARGE_THEN_STANDBY',
          'DISCHARGE_THEN_STANDBY',
          'SLAVE',
          'BYPASS',
          'AUTO_LL_CHARGE',
          'AUTO_CHARGE',
          'AUTO_DISCHARGE',
          'AUTO_FINALCHARGE1',
          'AUTO_FINALCHARGE2',
          'STANDBY_LL_CHARGE',
          'CHARGE_FINALCHARGE1',
          'CHARGE_FINALCHARGE2',
          'CHARGE_TRICKLE',
        ],
      },
      {
        match: 'SA-063',
        // It has two further modes whose names the documents do not give: left out until known.
        modes: [
          'MANUAL',
          'AUTOMATIC_SELF_CONSUMPTION',
          'PEAK_SHAVING_US_COMMERCIAL',
          'AUTOMATIC_MAX',
          'AUTOMATIC_SIMULATED_PV',
          'EXTENSION',
          'BACKUP',
          'SELF_CONSUMPTION_US',
        ],
      },
    ],
  },
});
