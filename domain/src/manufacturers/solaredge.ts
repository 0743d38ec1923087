import { defineManufacturer } from './define.ts';

export const solaredge = defineManufacturer({
  label: 'SolarEdge',
  models: {
    battery: [
      {
        modes: [
          'backupOnly',
          'maximizeSelfConsumption',
          { name: 'disable', parameters: [], confirm: true },
          'userDefinedStorageProfile',
        ],
      },
    ],
    evse: [{}],
  },
});
