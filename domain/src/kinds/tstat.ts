import { defineKind, status } from './define.ts';

export const tstat = defineKind({
  kind: 'tstat',
  resources: {
    'thermostat-mode': { property: 'mode', measure: 'choice' },
    'thermostat-fan-mode': { property: 'fanMode', measure: 'choice' },
    'thermostat-cool-setpoint': { property: 'coolSetpoint', measure: 'temperature' },
    'thermostat-heat-setpoint': { property: 'heatSetpoint', measure: 'temperature' },
    'thermostat-actual-temperature': { property: 'actualTemperature', measure: 'temperature' },
    'thermostat-hold': { property: 'holding', measure: 'flag' },
    'thermostat-temperature-unit': { property: 'thermostatTemperatureUnit', measure: 'text' },
    'hvac-equipment-status': { property: 'hvacEquipmentStatus', measure: 'text' },
    ...status,
  },
  controls: {
    'thermostat-mode': { field: 'mode' },
    'thermostat-fan-mode': { field: 'fanMode' },
    'thermostat-heat-setpoint': { field: 'heatSetpoint' },
    'thermostat-cool-setpoint': { field: 'coolSetpoint' },
  },
  // Of the makers that measure it; no resource of the kind.
  meter: { key: 'power' },
});
