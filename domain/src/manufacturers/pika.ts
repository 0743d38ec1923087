import { defineManufacturer } from './define.ts';

export const pika = defineManufacturer({
  label: 'Pika',
  models: {
    battery: [
      {
        modes: [
          { name: 'SAFETY_SHUTDOWN', parameters: [], confirm: true },
          'GRID_TIE',
          'SELF_SUPPLY',
          'CLEAN_BACKUP',
          'PRIORITY_BACKUP',
          'SELL',
          'REMOTE_ARBITRAGE',
        ],
      },
    ],
  },
});
