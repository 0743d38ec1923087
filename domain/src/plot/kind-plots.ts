import type { DeviceKind } from '#contract/entities/device.ts';
import type { Plot } from '../kinds/plot.ts';

/**
 * The plots of each kind on its device's screen, in this order. A table of its own, because that of the kinds is part of the
 * portal's first view.
 */
export const PLOTS: Readonly<Record<DeviceKind, readonly Plot[]>> = {
  tstat: [
    {
      id: 'temperature',
      axis: { measure: 'temperature', rule: { type: 'padded', by: 10 } },
      byDayRange: true,
      series: [
        { key: 'thermostat-actual-temperature', name: 'actual' },
        { key: 'thermostat-heat-setpoint', name: 'heat', steps: true, setpoint: 'heat' },
        { key: 'thermostat-cool-setpoint', name: 'cool', steps: true, setpoint: 'cool' },
      ],
    },
    {
      id: 'mode',
      axis: { measure: 'level', rule: { type: 'names' } },
      series: [{ key: 'thermostat-mode', name: 'mode', steps: true }],
      levels: 'modes',
      laneOf: 'temperature',
    },
    {
      id: 'equipment',
      axis: { measure: 'level', rule: { type: 'names' } },
      series: [{ key: 'hvac-equipment-status', name: 'equipment', steps: true }],
      levels: 'equipment',
      onRequest: true,
    },
  ],
  rac: [
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
  hwh: [
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
  battery: [
    {
      id: 'power',
      axis: { measure: 'kilowatts', rule: { type: 'from-zero' } },
      byDayEnergy: true,
      series: [
        { key: 'battery-power', name: 'battery', window: 15 },
        { key: 'pv-power', name: 'pv', window: 15, byDay: true },
        { key: 'battery-house-power', name: 'house', window: 15, byDay: true, byDayOptional: true },
      ],
    },
    {
      id: 'capacity',
      byDayRange: true,
      axis: { measure: 'kilowatt-hours', rule: { type: 'from-zero' } },
      series: [
        { key: 'battery-present-capacity', name: 'present' },
        { key: 'battery-max-capacity', name: 'max', steps: true },
      ],
    },
  ],
  evse: [
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
  ev: [
    {
      id: 'power',
      axis: { measure: 'kilowatts', rule: { type: 'rounded-up', empty: 10 } },
      second: { measure: 'percent', rule: { type: 'fixed', range: [0, 100] } },
      byDayEnergy: true,
      series: [
        { key: 'ev-home-power', name: 'home' },
        { key: 'ev-away-power', name: 'away', byDay: true },
        { key: 'ev-battery-level', name: 'charged', second: true },
      ],
    },
  ],
};
