import { defineKind, status } from './define.ts';

export const ev = defineKind({
  kind: 'ev',
  resources: {
    'ev-away-power': { property: 'awayPower', measure: 'power' },
    'ev-battery-capacity': { property: 'batteryCapacity', measure: 'energy' },
    'ev-battery-level': { property: 'batteryLevel', measure: 'fraction' },
    'ev-battery-range': { property: 'batteryRange', measure: 'distance' },
    'ev-charging-status': { property: 'chargingStatus', measure: 'choice' },
    'ev-home-power': { property: 'homePower', measure: 'power' },
    'ev-location-status': { property: 'locationStatus', measure: 'choice' },
    'ev-plugged-in-status': { property: 'pluggedInStatus', measure: 'flag' },
    ...status,
  },
  controls: {},
  meter: { key: 'ev-home-power' },
});
