import { defineManufacturer } from './define.ts';

// The generic default, hybrid, goes by this name here.
const defaults = { mode: 'Energy Saver' } as const;

const heatPumpGen = {
  modes: ['Energy Saver', 'Electric', 'Heat Pump', 'High Demand', 'Off'],
  setpoint: [110, 140],
  defaults,
  vacation: 'Off',
} as const;

const withoutModes = { modes: [], defaults: { mode: null }, vacation: null } as const;

export const rheem = defineManufacturer({
  label: 'Rheem',
  models: {
    hwh: [
      { match: 'Heat Pump Water Heater Gen 4', ...heatPumpGen },
      { match: 'Heat Pump Water Heater Gen 5', ...heatPumpGen },
      {
        match: 'Heat Pump Water Heater',
        modes: ['Energy Saver', 'Electric-Only', 'Heat Pump Only', 'High Demand', 'Vacation'],
        setpoint: [85, 140],
        defaults,
        vacation: 'Vacation',
      },
      {
        match: 'Electric Water Heater',
        modes: ['Energy Saver', 'Performance'],
        setpoint: [110, 130],
        // The generic default of 140 lies above this model's range.
        defaults: { ...defaults, setpoint: 130 },
        vacation: null,
      },
      { match: 'Gas Water Heater', ...withoutModes, setpoint: [89, 140], unfitForEvents: 'gas' },
      {
        match: 'Commercial Hi Eff. Water Heater',
        modes: ['Enabled', 'Disabled'],
        setpoint: [85, 185],
        // It has no hybrid mode: it is only switched on or off.
        defaults: { mode: 'Enabled' },
        vacation: 'Disabled',
        unfitForEvents: 'commercial',
      },
      { match: 'Tankless Water Heater', ...withoutModes, setpoint: [85, 140], unfitForEvents: 'tankless' },
    ],
  },
  panels: { hwh: 'static' },
});
