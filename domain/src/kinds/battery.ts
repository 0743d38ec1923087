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
});
