import { modelOf } from '../../../manufacturers/index.ts';
import type { DeviceModel } from '../../../manufacturers/index.ts';
import type { CommandBody } from '../../../control/command/command.ts';
import { HOUR, MINUTE } from '../../../time/time.ts';
import type { LatestValues } from '../../../control/latest-values.ts';
import type { Comfort, EventHome, Exclusion } from '../../event.ts';
import { reportedSetting } from '../../setting.ts';
import { EFFICIENCY, chargeOf, percentOf, usableAbove } from './battery-charge.ts';
import type { Charge } from './battery-charge.ts';
import { comfortOf } from '../comfort.ts';
import { dispatchOf } from './battery-modes.ts';
import type { Dispatch, DispatchMode } from './battery-modes.ts';
import type { Strategy, StrategyInput, Targets } from './define.ts';

/** Its clock may be ahead by so much, and the charge be that of earlier. */
const CLOCK_ERROR = 2 * MINUTE;
/** A battery that is charged so far needs no preparation. */
const FULL = 0.98;
/** Wh that an event may take. */
const usableOf = (charge: Charge, comfort: Comfort): number =>
  usableAbove(charge, comfortOf(comfort).reserve);

/** It is the last source of its home: what its maker made it do then comes first. */
const isInOutage = (readings: LatestValues): boolean => readings.flag('battery-outage') === true;

/** Nothing is taken out of it while a storm may cut the grid off. */
const isInStorm = ({ stormUntil }: EventHome, time: number): boolean =>
  stormUntil !== null && stormUntil > time;

const isMode = (one: DispatchMode | undefined, mode: string): boolean =>
  one !== undefined && (one.mode === mode || (one.same ?? []).includes(mode));

/** W that a command lets it give at most. */
const powerOf = (
  { greatestPower, serve, export: exporting }: Dispatch,
  { mode, parameters }: CommandBody,
) => {
  const rate = [serve, exporting].find((one) => one?.mode === mode)?.rate;
  const watts = rate === undefined ? undefined : parameters?.[rate];
  return typeof watts === 'number' ? Math.min(watts, greatestPower) : greatestPower;
};

/** Percent of its power; a number that is none is the least. */
const shareOf = (intensity: number, eased: boolean): number =>
  (intensity >= 1 ? Math.min(intensity, 100) : 1) / (eased ? 200 : 100);

const commandOf = ({ mode, parameters, rate }: DispatchMode, watts: number): CommandBody => ({
  mode,
  ...((parameters ?? rate) === undefined
    ? {}
    : { parameters: { ...parameters, ...(rate === undefined ? {} : { [rate]: Math.round(watts) }) } }),
});

/** Charged beforehand, from the grid only where program and home allow it. */
const preparationOf = (
  { event: { program }, home }: StrategyInput,
  { greatestPower, chargeFromSun, chargeFromGrid }: Dispatch,
  { capacity, stored }: Charge,
  ownMode: string,
): Targets['before'] => {
  if (program.preparation === null || stored >= FULL * capacity) return null;
  const isFromGrid = home.mayChargeFromGrid && program.battery?.mayChargeFromGrid === true;
  const charging = (isFromGrid ? chargeFromGrid : undefined) ?? chargeFromSun;
  if (charging === undefined || isMode(charging, ownMode)) return null;
  return {
    command: commandOf(charging, greatestPower),
    reason: { code: 'charge', from: charging === chargeFromGrid ? 'grid' : 'sun' },
  };
};

/** What the owner's own mode says against it. */
const checkMode = (device: DeviceModel, { mode, parameters }: CommandBody): Exclusion | null => {
  if (mode === undefined) return { code: 'not_reported', field: 'mode' };
  const row = modelOf(device).modes.find(({ name }) => name === mode);
  if (row === undefined) return { code: 'mode_unknown', mode };
  if (row.confirm === true) return { code: 'switched_off', mode };
  return row.parameters.length > 0 && parameters === undefined ? { code: 'parameters_unknown', mode } : null;
};

const targetsOf: Strategy['targetsOf'] = (input) => {
  const { event, now, device, home, setting, eased } = input;
  const dispatch = dispatchOf(device);
  if (dispatch === null) return { excluded: { code: 'battery_unfit' } };
  if (isInOutage(device.readings)) return { excluded: { code: 'outage' } };
  if (isInStorm(home, Math.max(now, event.startTime))) return { excluded: { code: 'storm' } };
  // The reported mode is the event's own while that runs.
  const mode = setting.mode ?? '';
  const exporting = home.mayExport && event.program.battery?.mayExport === true ? dispatch.export : undefined;
  const target = exporting ?? dispatch.serve;
  if (isMode(dispatch.export, mode) || isMode(target, mode))
    return { excluded: { code: 'already_serves', mode } };
  const unfit = checkMode(device, setting);
  if (unfit !== null) return { excluded: unfit };
  const charge = chargeOf(device.readings);
  if (charge === null) return { excluded: { code: 'charge_unknown' } };
  if (usableOf(charge, home.comfort) <= 0) {
    const percent = Math.floor((charge.stored / charge.capacity) * 100);
    return {
      excluded: { code: 'below_reserve', charge: percent, reserve: comfortOf(home.comfort).reserve },
    };
  }
  const during = commandOf(target, Math.max(1, shareOf(event.intensity, eased) * dispatch.greatestPower));
  return {
    before: preparationOf(input, dispatch, charge, mode),
    during,
    moved:
      setting.parameters === undefined && during.parameters === undefined ? ['mode'] : ['mode', 'parameters'],
    ...(exporting === undefined ? {} : { exports: true }),
  };
};

/** Parameters that set how much it gives. */
const RATES = ['limitPower', 'watts'] as const;

/** It runs the house, or feeds the grid, down to what its owner keeps for outages. */
export const battery: Strategy = {
  programProblem: () => null,
  longestMinutes: null,
  returnMinutes: 15,
  preparationNoticeMinutes: 240,
  energy: 'net',
  settingOf: reportedSetting,
  followsOwnSchedule: () => false,
  targetsOf,
  holdLimit: (device, home, command, { startTime, now }) => {
    if (isInOutage(device.readings) || isInStorm(home, now)) return Math.max(now, startTime);
    const dispatch = dispatchOf(device);
    const charge = chargeOf(device.readings);
    if (dispatch === null || charge === null) return null;
    // What it does until the event begins is not known.
    const from = startTime > now ? startTime : Math.min(charge.at, now) - CLOCK_ERROR;
    const hours = (usableOf(charge, home.comfort) * EFFICIENCY) / powerOf(dispatch, command);
    return Math.floor(from + Math.max(hours, 0) * HOUR);
  },
  keptInStorms: true,
  takesNoCommand: isInOutage,
  // Parameters hold for the mode that they were sent with, so both go back together.
  restored: (_, { mode, parameters }, moved) =>
    mode === undefined || !moved.includes('mode') ? {} : { mode, ...(parameters && { parameters }) },
  breaksLimits: (_, { device }, comfort) => {
    const charge = chargeOf(device.readings);
    return charge !== null && usableOf(charge, comfort) <= 0;
  },
  ease: {
    shareLeft: (_, { parameters = {} }) =>
      RATES.some((rate) => typeof parameters[rate] === 'number') ? 0.5 : 1,
    restsAt: () => null,
  },
  asksFor: () => null,
  readingOf: (readings) => {
    const charge = chargeOf(readings);
    return charge && { where: 'charged', percent: percentOf(charge) };
  },
  figureOf: () => null,
  stepWords: ({ phase, reason }) => {
    if (phase === 'after') return 'after';
    if (phase === 'before') return `before.${reason.code === 'charge' ? reason.from : 'sun'}`;
    return reason.code === 'event' && reason.exports === true ? 'during.grid' : 'during.house';
  },
};
