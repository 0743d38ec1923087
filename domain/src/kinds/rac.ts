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
});
