import { defineKind, status } from './define.ts';

export const rac = defineKind({
  kind: 'rac',
  resources: {
    'rac-mode': { property: 'mode', measure: 'choice' },
    'rac-fan-mode': { property: 'fanMode', measure: 'choice' },
    'rac-cool-setpoint': { property: 'coolSetpoint', measure: 'temperature' },
    'rac-actual-temperature': { property: 'actualTemperature', measure: 'temperature' },
    ...status,
  },
  controls: {
    'rac-mode': { field: 'mode' },
    'rac-fan-mode': { field: 'fanMode' },
    'rac-cool-setpoint': { field: 'coolSetpoint', whenHeating: 'heatSetpoint' },
  },
  meter: null,
  plots: [
    {
      id: 'temperature',
      axis: { measure: 'temperature', rule: { type: 'padded', by: 10 } },
      byDayRange: true,
      series: [
        { key: 'rac-actual-temperature', name: 'actual' },
        { key: 'rac-cool-setpoint', name: 'setpoint', steps: true },
      ],
    },
    {
      id: 'mode',
      axis: { measure: 'level', rule: { type: 'names' } },
      series: [{ key: 'rac-mode', name: 'mode', steps: true }],
      levels: 'modes',
      laneOf: 'temperature',
    },
  ],
});
