import type { Value } from '#contract/entities/device.ts';
import type { Mode, Parameter } from '../../manufacturers/define.ts';
import { modelOf } from '../../manufacturers/index.ts';
import type { CommandBody } from './command.ts';
import { holdsSetpoint } from '../controls.ts';
import { shortened } from '../gate/gate-refusal.ts';
import type { RefusalReason, SetpointField } from '../gate/gate-refusal.ts';
import { setpointBounds } from '../gate/safety.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import type { Values } from '../values.ts';

const SETPOINTS: readonly SetpointField[] = ['setpoint', 'heatSetpoint', 'coolSetpoint'];

const isInRange = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const isAllowed = ({ type, range, options = [] }: Parameter, value: Value): boolean => {
  if (type === 'flag') return typeof value === 'boolean';
  if (type === 'choice') return typeof value === 'string' && options.includes(value);
  return typeof value === 'number' && range !== undefined && isInRange(value, ...range);
};

const checkParameters = (mode: Mode | undefined, parameters: Values): RefusalReason | null => {
  const groups = new Set<string>();
  for (const [name, value] of Object.entries(parameters)) {
    const row = mode?.parameters.find((parameter) => parameter.name === name);
    const isSecondOfGroup = row?.oneOf !== undefined && groups.has(row.oneOf);
    if (row === undefined || isSecondOfGroup || !isAllowed(row, value)) {
      return { code: 'parameter_invalid', parameter: shortened(name) };
    }
    if (row.oneOf !== undefined) groups.add(row.oneOf);
  }
  return null;
};

const checkSetpoints = (device: LimitedDevice, body: CommandBody): RefusalReason | null => {
  for (const field of SETPOINTS) {
    const value = body[field];
    if (value === undefined) continue;
    const bounds = holdsSetpoint(device, field) ? setpointBounds(device) : null;
    if (bounds === null) return { code: 'command_malformed', field };
    if (isInRange(value, bounds.min, bounds.max)) continue;
    const isOwnLimit = bounds.reason === 'setting' && value > bounds.max;
    return { code: isOwnLimit ? 'setpoint_beyond_own_limit' : 'setpoint_out_of_range', field, ...bounds };
  }
  const { heatSetpoint, coolSetpoint } = body;
  const isBoth = heatSetpoint !== undefined && coolSetpoint !== undefined;
  return modelOf(device).setpoints === 'shared' && isBoth && heatSetpoint !== coolSetpoint
    ? { code: 'command_malformed', field: 'heatSetpoint' }
    : null;
};

/** Checks modes and parameters against the catalogue, and setpoints against the model, the household and the ceiling. */
export const checkValues = (device: LimitedDevice, body: CommandBody): RefusalReason | null => {
  const { mode, fanMode, parameters = {} } = body;
  const model = modelOf(device);
  const modeRow = model.modes.find(({ name }) => name === mode);
  const hasNoParameters = Object.keys(parameters).length === 0;
  if (hasNoParameters && Object.keys(body).every((field) => field === 'parameters'))
    return { code: 'nothing_to_change' };
  if (mode !== undefined && modeRow === undefined) return { code: 'mode_unknown', mode: shortened(mode) };
  if (fanMode !== undefined && !model.fanModes.includes(fanMode)) {
    return { code: 'fan_mode_unknown', fanMode: shortened(fanMode) };
  }
  return checkSetpoints(device, body) ?? checkParameters(modeRow, parameters);
};
