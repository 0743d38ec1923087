import { defineKind, status } from './define.ts';

export const battery = defineKind({
  kind: 'battery',
  resources: {
    'sis-set-mode': { property: 'sisMode', measure: 'choice' },
    'battery-mode': { property: 'mode', measure: 'choice' },
    'battery-max-capacity': { property: 'maxCapacity', measure: 'energy' },
    'battery-present-capacity': { property: 'presentCapacity', measure: 'energy' },
    'battery-power': { property: 'power', measure: 'power' },
    'pv-power': { property: 'powerPv', measure: 'power' },
    'battery-house-power': { property: 'powerHouse', measure: 'power' },
    // Not in the documents: whether the grid is away, where a link can tell it.
    'battery-outage': { property: 'outage', measure: 'flag' },
    ...status,
  },
  controls: {
    'sis-set-mode': { field: 'mode', parameters: true },
    'battery-mode': { field: 'mode', parameters: false },
  },
  meter: { key: 'battery-power', gives: true },
  plots: [
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
});
