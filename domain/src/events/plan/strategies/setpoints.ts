import type { CommandBody } from '../../../control/command/command.ts';
import type { SetpointField } from '../../../control/gate/gate-refusal.ts';
import { setpointBounds } from '../../../control/gate/safety.ts';
import type { LimitedDevice } from '../../../control/gate/safety.ts';
import type { MovedField } from '../../event.ts';

/* What strategies that move temperatures have in common. */

const SETPOINTS: readonly MovedField[] = [
  'setpoint',
  'heatSetpoint',
  'coolSetpoint',
] satisfies SetpointField[];
const isSetpoint = (field: MovedField): field is SetpointField => SETPOINTS.includes(field);

/** °F of the first setpoint among the moved fields. */
export const movedSetpoint = (command: CommandBody, moved: readonly MovedField[]): number | null => {
  const field = moved.find(isSetpoint);
  return field === undefined ? null : (command[field] ?? null);
};

/** The moved fields of a setting, its temperatures within what may be commanded by now. */
export const restoredWithinBounds = (
  device: LimitedDevice,
  setting: CommandBody,
  moved: readonly MovedField[],
): CommandBody => {
  const bounds = setpointBounds(device);
  const back = moved.flatMap((field) => {
    const value = setting[field];
    if (value === undefined) return [];
    const isBounded = typeof value === 'number' && bounds !== null;
    return [[field, isBounded ? Math.max(bounds.min, Math.min(bounds.max, value)) : value] as const];
  });
  return Object.fromEntries(back);
};
