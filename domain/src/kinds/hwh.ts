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
  plots: [
    {
      id: 'temperature',
      axis: { measure: 'temperature', rule: { type: 'padded', by: 10 } },
      byDayRange: true,
      series: [
        { key: 'hwh-tank-temperature', name: 'tank' },
        { key: 'hwh-set-temperature', name: 'setpoint', steps: true },
      ],
    },
    {
      id: 'power',
      axis: { measure: 'watts', rule: { type: 'multiple', of: 100 } },
      series: [{ key: 'power', name: 'power' }],
      byDayEnergy: true,
    },
    {
      id: 'mode',
      axis: { measure: 'level', rule: { type: 'names' } },
      series: [{ key: 'hwh-set-mode', name: 'mode', steps: true }],
      levels: 'modes',
      laneOf: 'temperature',
    },
  ],
});
