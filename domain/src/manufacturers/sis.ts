import { defineManufacturer } from './define.ts';
import type { Parameter, Bounds } from './define.ts';

// The documents name the parameters but no bounds: these are those of a 10 kW inverter on 240 V. The mode says which way
// the energy flows, so a rate has no sign; a reading or an offset has one.
export const RATE_WATTS: Bounds = [0, 10_000];
const RATE_AMPS: Bounds = [0, 40];
const SIGNED_WATTS: Bounds = [-10_000, 10_000];

const ratePercent: Parameter = { name: 'ratePercent', type: 'number', unit: 'percent', range: [0, 100] };

// A dispatch or charge whose rate is left out runs at the full one.
const percent: Parameter = {
  name: 'percent',
  type: 'number',
  unit: 'percent',
  range: [0, 100],
  oneOf: 'rate',
  initial: 100,
};
const watts: Parameter = { name: 'watts', type: 'number', unit: 'W', range: RATE_WATTS, oneOf: 'rate' };
const amps: Parameter = { name: 'amps', type: 'number', unit: 'A', range: RATE_AMPS, oneOf: 'rate' };

/** What every mode takes beside its own parameters. */
const common: readonly Parameter[] = [
  { name: 'loadSupportEnabled', type: 'flag', initial: true },
  { name: 'pvEnabled', type: 'flag', initial: false },
  { name: 'efficiencyMode', type: 'choice', options: ['NORMAL'], initial: 'NORMAL' },
];

const mode = (name: string, ...own: Parameter[]) => ({ name, parameters: [...own, ...common] });

export const sis = defineManufacturer({
  label: 'Sunverge',
  models: {
    battery: [
      {
        modes: [
          mode('STANDBY', ratePercent),
          mode('SLEEP', ratePercent),
          mode('DISPATCH_BYPOWER', watts, percent),
          mode('DISPATCH_BYCURRENT', amps, percent, { name: 'voltVarControl', type: 'flag', initial: false }),
          mode(
            'DISPATCH_BYPV',
            { name: 'offset', type: 'number', unit: 'W', range: SIGNED_WATTS, initial: 0 },
            { name: 'pvSmoothing', type: 'flag', initial: false },
            { name: 'pvSmoothingRate', type: 'number', unit: 'W/s', range: [0, 1000] },
          ),
          mode(
            'DISPATCH_BYSITEDEMAND',
            { name: 'siteMeterReading', type: 'number', unit: 'W', range: SIGNED_WATTS, initial: 0 },
            { name: 'limitPower', type: 'number', unit: 'W', range: RATE_WATTS, oneOf: 'limit' },
            { name: 'limitPvOffset', type: 'number', unit: 'W', range: SIGNED_WATTS, oneOf: 'limit' },
          ),
          mode('CHARGEFROMGRID_BYPOWER', watts, percent),
          mode('CHARGEFROMGRID_BYCURRENT', amps, percent),
          mode('CHARGEFROMPV'),
          { ...mode('DISABLEGRID', ratePercent), confirm: true },
        ],
      },
    ],
  },
});
