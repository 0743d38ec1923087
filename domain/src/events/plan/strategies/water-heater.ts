import { setpointLimits } from '../../../control/gate/safety.ts';
import { modelOf } from '../../../manufacturers/index.ts';
import { commandFor, reportedSetting } from '../../setting.ts';
import { comfortOf } from '../comfort.ts';
import type { Strategy } from './define.ts';
import { movedSetpoint, restoredWithinBounds } from './setpoints.ts';

/** Modes in which the water is not heated to its setpoint, beside the vacation mode of each model. */
const OFF: readonly string[] = ['off', 'Off', 'OFF', 'Disabled'];

const LONGEST_MINUTES = 240;

const targetsOf: Strategy['targetsOf'] = ({ device, home, setting, mode }) => {
  const model = modelOf(device);
  if (model.unfitForEvents !== null) {
    return { excluded: { code: 'water_heater_unfit', type: model.unfitForEvents } };
  }
  const limits = setpointLimits(device);
  if (limits === null) return { excluded: { code: 'no_setpoint' } };
  if (mode === null && model.modes.length > 0) return { excluded: { code: 'not_reported', field: 'mode' } };
  if (mode !== null && mode === model.vacation) return { excluded: { code: 'vacation', mode } };
  if (mode !== null && OFF.includes(mode)) return { excluded: { code: 'mode_unsuitable', mode } };
  const value = setting.setpoint;
  if (value === undefined) return { excluded: { code: 'not_reported', field: 'setpoint' } };
  const { min, max } = limits;
  if (value < min || value > max) {
    return { excluded: { code: 'setting_outside_range', value, min, max } };
  }
  // The lower end of the range is the higher one of the model's and the device's own setting.
  const target = Math.max(min, comfortOf(home.comfort).hotWater);
  const isLowered = target < value;
  if (!isLowered) return { excluded: { code: 'already_beyond', value, target } };
  return { before: null, during: commandFor(device, setting, { setpoint: target }), moved: ['setpoint'] };
};

/** The water may cool down to what a household can use. Its mode is never changed. */
export const waterHeater: Strategy = {
  programProblem: ({ limits: { longestMinutes } }) =>
    longestMinutes > LONGEST_MINUTES
      ? 'limits.longestMinutes: a water heater takes part for 4 hours at most'
      : null,
  longestMinutes: LONGEST_MINUTES,
  returnMinutes: 30,
  preparationNoticeMinutes: 0,
  energy: 'use',
  settingOf: reportedSetting,
  followsOwnSchedule: () => false,
  targetsOf,
  restored: restoredWithinBounds,
  breaksLimits: (_, { during: { setpoint } }, comfort) =>
    setpoint !== undefined && setpoint < comfortOf(comfort).hotWater,
  ease: null,
  asksFor: () => null,
  readingOf: (readings) => {
    const degrees = readings.number('hwh-tank-temperature');
    return degrees === null ? null : { where: 'tank', degrees };
  },
  figureOf: movedSetpoint,
  stepWords: ({ phase }) => (phase === 'after' ? 'after' : 'during.water'),
};
