import { holdsSetpoint, isHeating } from '../../../control/controls.ts';
import type { SetpointField } from '../../../control/gate/gate-refusal.ts';
import { setpointLimits } from '../../../control/gate/safety.ts';
import { limitsBeside } from '../../../control/setpoint.ts';
import { kinds } from '../../../kinds/index.ts';
import { makerOf, modelOf } from '../../../manufacturers/index.ts';
import { comfortOf } from '../comfort.ts';
import type { EventDevice, Exclusion, MovedField } from '../../event.ts';
import { commandFor } from '../../setting.ts';
import { shiftOf } from '../shift.ts';
import type { Strategy, StrategyInput, Targets } from './define.ts';

type Side = 'cool' | 'heat';
const FIELD = { cool: 'coolSetpoint', heat: 'heatSetpoint' } as const;
const OTHER = { cool: 'heat', heat: 'cool' } as const;
/** °F; a smaller move is none. */
const SMALLEST_MOVE = 1;

/** The sides that a mode serves; none: off, fan, dry, eco and whatever is not known to follow a setpoint. */
const sidesOf = (mode: string): readonly Side[] => {
  if (mode === 'auto') return ['cool', 'heat'];
  if (mode === 'cool') return ['cool'];
  return isHeating(mode) ? ['heat'] : [];
};

/** Whether one number is the setpoint of both sides, so that moving one side in auto mode would move the other. */
const hasOneSetpoint = (device: EventDevice): boolean => {
  const { setpoints } = modelOf(device);
  if (setpoints === 'shared') return true;
  const controls: readonly { readonly field: string }[] = Object.values(kinds[device.kind].controls);
  const ofSetpoints = controls.filter(({ field }) => field === FIELD.cool || field === FIELD.heat);
  return setpoints === 'heat-and-cool' && ofSetpoints.length < 2;
};

const checkMode = (device: EventDevice, mode: string, side: Side): Exclusion | null => {
  const sides = sidesOf(mode);
  if (sides.length === 0) return { code: 'mode_unsuitable', mode };
  if (!sides.includes(side) || !holdsSetpoint(device, FIELD[side]))
    return { code: 'mode_of_other_side', mode };
  if (sides.length > 1 && hasOneSetpoint(device)) return { code: 'auto_with_one_setpoint' };
  const isSent = makerOf(device.mfg).wholeCommands === true;
  const isKnown = modelOf(device).modes.some(({ name }) => name === mode);
  return isSent && !isKnown ? { code: 'mode_unsuitable', mode } : null;
};

/** Setpoints that our commands would have to put back. */
const checkRange = (
  { device, setting }: StrategyInput,
  side: Side,
  { min, max }: { readonly min: number; readonly max: number },
): Exclusion | null => {
  const fields: SetpointField[] = [FIELD[side]];
  if (makerOf(device.mfg).wholeCommands) fields.push(FIELD[OTHER[side]]);
  const outside = fields
    .map((field) => setting[field])
    .find((value) => value !== undefined && (value < min || value > max));
  return outside === undefined ? null : { code: 'setting_outside_range', value: outside, min, max };
};

const targetsFor = (input: StrategyInput, side: Side, value: number): ReturnType<Strategy['targetsOf']> => {
  const { event, device, home, setting, mode } = input;
  const { program } = event;
  const range = setpointLimits(device);
  if (range === null) return { excluded: { code: 'no_setpoint' } };
  const outside = checkRange(input, side, range);
  if (outside !== null) return { excluded: outside };

  const other = mode === 'auto' ? (setting[FIELD[OTHER[side]]] ?? null) : null;
  const limits = limitsBeside(device, range, FIELD[side], other);
  const { ceiling, floor } = comfortOf(home.comfort);
  const [lowest, highest] = [Math.max(limits.min, floor), Math.min(limits.max, ceiling)];
  const saving = side === 'cool' ? 1 : -1;
  // Towards the limit only: a setting beyond a limit of the home is not pulled back by an event.
  const towards = (sign: number, by: number) =>
    sign > 0 ? Math.min(value + by, highest) : Math.max(value - by, lowest);
  const isMove = (target: number, sign: number) => (target - value) * sign >= SMALLEST_MOVE;

  const target = towards(saving, shiftOf(program, event.intensity, input.eased));
  if (!isMove(target, saving)) return { excluded: { code: 'already_beyond', value, target } };

  const isShared = modelOf(device).setpoints === 'shared';
  const moved: readonly MovedField[] = isShared ? ['heatSetpoint', 'coolSetpoint'] : [FIELD[side]];
  const commandTo = (degrees: number) =>
    commandFor(device, setting, Object.fromEntries(moved.map((field) => [field, degrees])));
  const prepared = program.preparation && towards(-saving, program.preparation.shift);
  const before: Targets['before'] =
    prepared !== null && isMove(prepared, -saving)
      ? { command: commandTo(prepared), shift: Math.abs(prepared - value) }
      : null;
  return { before, during: commandTo(target), moved };
};

/** Thermostats and room air conditioners: the setpoint of the program's side moves by some degrees. */
export const air: Strategy = {
  longestMinutes: null,
  returnMinutes: 15,
  easable: true,
  // Set by hand it holds what was set, until it goes back to its schedule.
  followsOwnSchedule: (readings) => readings.flag('thermostat-hold') === false,
  targetsOf: (input) => {
    const { event, device, mode, setting } = input;
    const { side } = event.program;
    if (side === null) return { excluded: { code: 'kind_not_supported' } };
    if (mode === null) return { excluded: { code: 'not_reported', field: 'mode' } };
    const unsuitable = checkMode(device, mode, side);
    if (unsuitable !== null) return { excluded: unsuitable };
    const value = setting[FIELD[side]];
    return value === undefined
      ? { excluded: { code: 'not_reported', field: FIELD[side] } }
      : targetsFor(input, side, value);
  },
};
