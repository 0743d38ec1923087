import { defineKind, status } from './define.ts';

export const evse = defineKind({
  kind: 'evse',
  resources: {
    'evse-mode': { property: 'mode', measure: 'choice' },
    'evse-max-power': { property: 'maxPower', measure: 'power' },
    'evse-power': { property: 'power', measure: 'power' },
    'evse-power-limit': { property: 'powerLimit', measure: 'power' },
    ...status,
  },
  controls: {},
  meter: { key: 'evse-power' },
  plots: [
    {
      id: 'charger',
      axis: { measure: 'kilowatts', rule: { type: 'from-zero' } },
      series: [
        { key: 'evse-power', name: 'power' },
        { key: 'evse-power-limit', name: 'limit', steps: true },
      ],
      byDayEnergy: true,
    },
  ],
});
