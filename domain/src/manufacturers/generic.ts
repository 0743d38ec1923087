import type { DeviceKind } from '#contract/entities/device.ts';
import type { Mode, ResolvedModel } from './define.ts';

const modes = (...names: string[]): Mode[] => names.map((name) => ({ name, parameters: [] }));

const base = {
  modes: [],
  fanModes: [],
  setpoint: null,
  setpoints: null,
  // Not documented: what thermostats commonly keep, so that heating and cooling do not alternate.
  setpointGap: 3,
  setpointTypes: ['absolute'],
  defaults: { mode: null, fanMode: null, setpoint: null, heatSetpoint: null, coolSetpoint: null },
  vacation: null,
  unfitForEvents: null,
  equipment: [],
  statuses: {},
} as const satisfies ResolvedModel;

/** Used for makers without a file, and for every column that a maker's row leaves out. */
export const generic: Readonly<Record<DeviceKind, ResolvedModel>> = {
  tstat: {
    ...base,
    modes: modes('off', 'cool', 'heat', 'auto'),
    // Not documented: the two that any thermostat wired to a fan has.
    fanModes: ['auto', 'on'],
    setpoint: [64, 86],
    setpoints: 'heat-and-cool',
    // Not documented: the three states that any thermostat can report of the equipment it switches.
    equipment: ['heating', 'cooling', 'off'],
  },
  rac: {
    ...base,
    modes: modes('off', 'cool', 'fan'),
    fanModes: ['auto', 'low', 'medium', 'high'],
    setpoint: [64, 86],
    setpoints: 'cool',
  },
  hwh: {
    ...base,
    modes: modes('HYBRID', 'STANDARD_ELECTRIC', 'E_HEAT', 'HIGH_DEMAND', 'VACATION'),
    setpoint: [100, 140],
    defaults: { ...base.defaults, mode: 'HYBRID', setpoint: 140 },
    vacation: 'VACATION',
    equipment: ['NONE', 'UPPER_ELEMENT', 'LOWER_ELEMENT', 'COMPRESSOR', 'COMPRESSOR_AND_LOWER'],
  },
  battery: base,
  evse: {
    ...base,
    statuses: { 'evse-mode': ['UNREACHABLE', 'AVAILABLE', 'INUSE', 'INUSE_CHARGING', 'ERROR'] },
  },
  ev: {
    ...base,
    statuses: { 'ev-charging-status': ['CHARGING', 'NOT_CHARGING'], 'ev-location-status': ['HOME', 'AWAY'] },
  },
};
