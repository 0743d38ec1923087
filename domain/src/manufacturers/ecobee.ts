import { defineManufacturer } from './define.ts';

export const ecobee = defineManufacturer({
  label: 'ecobee',
  control: 'notice-only',
  models: {
    tstat: [
      {
        modes: ['off', 'cool', 'heat', 'auto', 'auxHeatOnly'],
        setpointTypes: ['absolute', 'relative'],
        equipment: [
          'heatPump',
          'heatPump2',
          'heatPump3',
          'compCool1',
          'compCool2',
          'auxHeat1',
          'auxHeat2',
          'auxHeat3',
          'fan',
          'humidifier',
          'dehumidifier',
          'ventilator',
          'economizer',
          'compHotWater',
          'auxHotWater',
        ],
      },
    ],
  },
  plots: { equipment: true },
});
