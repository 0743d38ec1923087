import type { Value } from '#contract/entities/device.ts';
import { localDate } from '#domain/events/season.ts';
import { baselineRule } from '#domain/results/baseline/baseline-rules.ts';
import { energyOf } from '#domain/results/baseline/energy.ts';
import { sameTimesBefore } from '#domain/results/baseline/windows.ts';
import { quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import type { Signal } from '#domain/telemetry/meter.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { FleetDevice } from '#simulator/device.ts';
import { simulateHistory } from '#simulator/history.ts';
import type { Controller, DeviceAction } from '#simulator/history.ts';
import { seasonalActions } from '#simulator/residents.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import type { UseChange } from '../../stores/telemetry/roll-ups.ts';
import { describedFleet } from './history-plan.ts';
import { livedEventsIn } from './lived-devices.ts';
import { inOneHouse } from './lived-event.ts';
import type { LivedEvent } from './lived-event.ts';
import type { PastDispatch } from './past-dispatches.ts';
import { telemetryRow } from '../telemetry-row.ts';
import type { Household } from '../types.ts';

/** How many days are compared; the rules of the programs need five at least. */
const COMPARED_DAYS = 6;
const LOOK_BACK_DAYS = 21;
/** Simulated before what is measured, so that the start values no longer show in it. */
const SETTLING = 2 * HOUR;
/** Returns are spread, and the readings go on until they are over. */
const AFTER_EVENT = HOUR;
const EVERY = 5 * MINUTE;

/** What a neighbour did in the events of one dispatch. */
interface LivedPast {
  readonly lived: readonly LivedEvent[];
  readonly quarters: readonly UseChange[];
}

interface Home {
  readonly devices: readonly FleetDevice[];
  /** What residents set, in the order of time. */
  readonly seasonal: readonly DeviceAction[];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A room begins at the setpoint of the season, whatever season the described state is of. */
const atSetpoint = (device: FleetDevice, side: 'cool' | 'heat' | null): FleetDevice => {
  const { entries } = device;
  if (!entries || side === null) return device;
  const prefix = device.kind === 'rac' ? 'rac' : 'thermostat';
  const key = `${prefix}-actual-temperature`;
  const value: Value | null = entries[`${prefix}-${side}-setpoint`]?.value ?? entries[key]?.value ?? null;
  return { ...device, entries: { ...entries, [key]: { ...entries[key], value } } };
};

/** What was set before the stretch holds from long before on; then what is set within. */
const actionsIn = (seasonal: readonly DeviceAction[], { from, to }: Stretch): DeviceAction[] => {
  const before = seasonal.filter(({ time }) => time <= from);
  const last = new Map(before.map((one) => [one.deviceId, { ...one, time: 0 }]));
  return [...last.values(), ...seasonal.filter(({ time }) => time > from && time <= to)];
};

/** The quarters of one stretch of a home, without the time in which it settles. */
const live = ({ devices, seasonal }: Home, stretch: Stretch, controller?: Controller): UseChange[] => {
  const signals = new Map<string, Signal[]>(devices.map(({ deviceId }) => [deviceId, []]));
  const kinds = new Map(devices.map(({ deviceId, kind }) => [deviceId, kind]));
  const from = stretch.from - SETTLING;
  for (const readings of simulateHistory({
    devices,
    seed: SIMULATION_SEED,
    from: new Date(from),
    reportFrom: new Date(stretch.from),
    to: new Date(stretch.to),
    every: EVERY,
    actions: actionsIn(seasonal, { ...stretch, from }),
    ...(controller && { controller }),
  })) {
    for (const reading of readings) {
      const kind = kinds.get(reading.deviceId);
      const signal = kind && signalOf(kind, telemetryRow(kind, reading));
      if (signal) signals.get(reading.deviceId)?.push(signal);
    }
  }
  return devices.flatMap(({ providerId, houseId, deviceId }) =>
    [...quarterlyUse(signals.get(deviceId) ?? [])].map(([time, use]) => ({
      providerId,
      houseId,
      deviceId,
      time,
      use,
    })),
  );
};

const isMeasured = ({ kind, mfg }: FleetDevice): boolean =>
  energyOf({ kind, mfg, ratedWatts: null, mayGive: false }, new Map()) !== null;

const isWeekend = (date: string): boolean => new Date(date).getUTCDay() % 6 === 0;

/** Starts of the days before that the rule of the program compares the event with, as far as this home knows them. */
const comparedStarts = (dispatch: PastDispatch, dispatches: readonly PastDispatch[]): number[] => {
  const { program, startTime } = dispatch;
  const { zone, holidays } = program;
  const { days } = baselineRule(program.baseline);
  const eventDates = dispatches
    .filter((one) => one.program.id === program.id)
    .map((one) => localDate(one.startTime, zone));
  const eventDate = localDate(startTime, zone);
  return Array.from({ length: LOOK_BACK_DAYS }, (_, index) => index + 1)
    .flatMap((before) => sameTimesBefore([startTime], before, zone) ?? [])
    .filter((start) => {
      const date = localDate(start, zone);
      const isAlike = days === 'all' || isWeekend(date) === isWeekend(eventDate);
      return isAlike && !holidays.includes(date) && !eventDates.includes(date);
    })
    .slice(0, COMPARED_DAYS);
};

/**
 * Lives what the results of a neighbour need: its events, and the same hours of some days before. Once per dispatch, so that
 * requests can be answered in between.
 */
export function* neighbourPast(
  household: Household,
  dispatches: readonly PastDispatch[],
  until: Date,
): Generator<LivedPast> {
  const all = describedFleet(household, until);
  const oldest = Math.min(...dispatches.map(({ startTime }) => startTime));
  const span = { from: new Date(oldest - (LOOK_BACK_DAYS + 2) * DAY), to: until };
  const seasonal = seasonalActions({ devices: all, seed: SIMULATION_SEED, ...span }).toSorted(
    (a, b) => a.time - b.time,
  );
  for (const dispatch of dispatches) {
    const lived = livedEventsIn(household, [dispatch], span);
    if (lived.length === 0) continue;
    const { program, startTime, endTime } = dispatch;
    const lead = (baselineRule(program.baseline).adjustment?.fromMinutes ?? 0) * MINUTE;
    const taking = all
      .filter(({ deviceId }) => lived.some(({ device }) => device.deviceId === deviceId))
      .map((device) => atSetpoint(device, program.side));
    const ofHome = live(
      { devices: taking, seasonal },
      { from: startTime - lead, to: endTime + AFTER_EVENT },
      inOneHouse(lived),
    );
    const joined = new Set(
      lived.flatMap(({ device, outcome }) =>
        'steps' in (outcome()?.participation.plan ?? {}) ? device.deviceId : [],
      ),
    );
    const measured = {
      devices: taking.filter((device) => isMeasured(device) && joined.has(device.deviceId)),
      seasonal,
    };
    const compared =
      measured.devices.length === 0
        ? []
        : comparedStarts(dispatch, dispatches).flatMap((start) =>
            live(measured, { from: start - lead, to: start + endTime - startTime }),
          );
    const ids = new Set(measured.devices.map(({ deviceId }) => deviceId));
    yield { lived, quarters: [...ofHome.filter(({ deviceId }) => ids.has(deviceId)), ...compared] };
  }
}
