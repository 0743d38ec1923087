import { defineKind, status } from './define.ts';

export const hwh = defineKind({
  kind: 'hwh',
  resources: {
    'hwh-set-mode': { property: 'mode', measure: 'choice' },
    'hwh-set-temperature': { property: 'setpoint', measure: 'temperature' },
    'hwh-tank-temperature': { property: 'temperature', measure: 'temperature' },
    power: { property: 'power', measure: 'power' },
    ...status,
  },
  controls: {
    'hwh-set-mode': { field: 'mode' },
    'hwh-set-temperature': { field: 'setpoint' },
  },
  meter: { key: 'power' },
});
