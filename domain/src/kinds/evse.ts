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
});
