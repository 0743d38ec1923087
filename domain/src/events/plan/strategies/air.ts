import type { Program } from '#contract/entities/program.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import { holdsSetpoint, isHeating } from '../../../control/controls.ts';
import type { SetpointField } from '../../../control/gate/gate-refusal.ts';
import { setpointLimits } from '../../../control/gate/safety.ts';
import { limitsBeside } from '../../../control/setpoint.ts';
import { kinds } from '../../../kinds/index.ts';
import { makerOf, modelOf } from '../../../manufacturers/index.ts';
import { comfortOf } from '../comfort.ts';
import type { EventDevice, Exclusion, MovedField } from '../../event.ts';
import { commandFor, reportedMode, reportedSetting } from '../../setting.ts';
import type { Figures, Strategy, StrategyInput, Targets } from './define.ts';
import { movedSetpoint, restoredWithinBounds } from './setpoints.ts';

type Side = 'cool' | 'heat';
const FIELD = { cool: 'coolSetpoint', heat: 'heatSetpoint' } as const;
const OTHER = { cool: 'heat', heat: 'cool' } as const;
/** °F; a smaller move is none. */
const SMALLEST_MOVE = 1;
/** °F; the largest move of a room's setpoint, whatever a program or an event says. */
const LARGEST_SHIFT = 4;
/** °F; a smaller difference comes from devices that round in other units. */
const LEAST_DIFFERENCE = 0.5;

const clamp = (value: number, min: number, max: number): number =>
  // Not a number: the least.
  value >= min ? Math.min(value, max) : min;

/** Whole °F between 1 and the program's largest shift; eased: half of it, rounded towards the owner's own setting. */
const shiftOf = ({ limits }: Pick<Program, 'limits'>, intensity: number, eased: boolean): number => {
  const largest = clamp(limits.largestShift, 1, LARGEST_SHIFT);
  const full = clamp(Math.round((largest * intensity) / 100), 1, largest);
  return eased ? Math.max(1, Math.floor(full / 2)) : full;
};

/** So far from the owner's own setting, towards where the plan goes. */
const movedBy = ({ target, original }: Figures, shift: number): number =>
  original + Math.sign(target - original) * shift;

/** One number may serve both sides: the one of the side in use counts. */
const settingOf: Strategy['settingOf'] = (device, readings): CommandBody => {
  const setting = reportedSetting(device, readings);
  const inUse = isHeating(reportedMode(device, readings)) ? setting.heatSetpoint : setting.coolSetpoint;
  const isShared = modelOf(device).setpoints === 'shared' && inUse !== undefined;
  return isShared ? { ...setting, heatSetpoint: inUse, coolSetpoint: inUse } : setting;
};

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
  const further = program.preparation?.shift;
  const prepared = further === undefined ? null : towards(-saving, further);
  const before: Targets['before'] =
    prepared !== null && isMove(prepared, -saving)
      ? {
          command: commandTo(prepared),
          reason: { code: 'prepare', side, shift: Math.abs(prepared - value) },
        }
      : null;
  return { before, during: commandTo(target), moved };
};

const targetsOf: Strategy['targetsOf'] = (input) => {
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
};

const LONGEST_PREPARATION = 60;

const programProblem: Strategy['programProblem'] = ({ side, preparation }) => {
  if (side === null) return 'side: rooms need one, cool or heat';
  if (preparation === null) return null;
  if (preparation.minutes > LONGEST_PREPARATION)
    return 'preparation.minutes: rooms are prepared for an hour at most';
  return preparation.shift === undefined ? 'preparation.shift: rooms need one' : null;
};

/** Thermostats and room air conditioners: the setpoint of the program's side moves by some degrees. The mode never changes. */
export const air: Strategy = {
  programProblem,
  longestMinutes: null,
  returnMinutes: 15,
  preparationNoticeMinutes: 120,
  energy: 'use',
  settingOf,
  // Set by hand it holds what was set, until it goes back to its schedule.
  followsOwnSchedule: (readings) => readings.flag('thermostat-hold') === false,
  targetsOf,
  restored: restoredWithinBounds,
  // Only the limit counts that the event moves towards: a cooling program may raise a room that is below the floor.
  breaksLimits: ({ program: { side } }, { during, moved }, comfort) => {
    const value = movedSetpoint(during, moved);
    if (side === null || value === null) return false;
    const { ceiling, floor } = comfortOf(comfort);
    return side === 'cool' ? value > ceiling : value < floor;
  },
  ease: {
    shareLeft: ({ program, intensity }) =>
      shiftOf(program, intensity, true) / shiftOf(program, intensity, false),
    restsAt: ({ program, intensity }, figures) => {
      const shift = shiftOf(program, intensity, true);
      return shift < Math.abs(figures.target - figures.original) ? movedBy(figures, shift) : null;
    },
  },
  asksFor: ({ program, intensity }, figures, eased) => {
    const shift = shiftOf(program, intensity, eased);
    return shift - Math.abs(figures.target - figures.original) >= LEAST_DIFFERENCE
      ? movedBy(figures, shift)
      : null;
  },
  readingOf: (readings) => {
    const degrees =
      readings.number('thermostat-actual-temperature') ?? readings.number('rac-actual-temperature');
    return degrees === null ? null : { where: 'inside', degrees };
  },
  figureOf: movedSetpoint,
  stepWords: ({ phase, reason }) => {
    if (phase === 'after') return 'after';
    if (phase === 'before') return `before.${reason.code === 'prepare' ? reason.side : 'cool'}`;
    return reason.code === 'event' && reason.eased ? 'during.eased' : 'during.air';
  },
};
