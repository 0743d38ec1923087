import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ProgramsFile } from '#contract/entities/program.ts';
import type { Program } from '#contract/entities/program.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import type { DemandEvent, EventDevice } from '#domain/events/event.ts';
import { DEFAULT_COMFORT } from '#domain/events/plan/comfort.ts';
import { settingOf } from '#domain/events/device-readings.ts';
import { planFor } from '#domain/events/plan/plan.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { localDate } from '#domain/events/season.ts';
import type { Span } from '#domain/events/season.ts';
import { holdUntil } from '#domain/events/timing.ts';
import { kinds } from '#domain/kinds/index.ts';
import { energyOf } from '#domain/results/baseline/energy.ts';
import type { EnergyByQuarter } from '#domain/results/baseline/energy.ts';
import { quarterlyUse, signalOf } from '#domain/telemetry/meter.ts';
import type { Signal } from '#domain/telemetry/meter.ts';
import { DAY, HOUR, instantAt, MINUTE } from '#domain/time/time.ts';
import type { FleetDevice } from '../../simulator/src/device.ts';
import { simulateHistory } from '../../simulator/src/history.ts';
import type { DeviceAction } from '../../simulator/src/history.ts';
import { randomOf } from '../../simulator/src/base/random.ts';
import type { Scenario } from './scenarios.ts';

/** Simulated homes that live the same weeks with events and without them. */

const HOMES = 10;
/** Days that only serve as days to compare with, and all days. */
const DAYS = { before: 21, all: 42 } as const;
const EVENT = { fromHour: 17, hours: 2 } as const;
/** Tuesdays and Thursdays. */
const EVENT_WEEKDAYS = [2, 4];

const shipped = ProgramsFile.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../providers/sunvale/programs.json'), 'utf8')),
);

/** Stands for those with batteries, of which none is shipped. */
const batteriesLike = (program: Program): Program => ({
  ...program,
  id: 'home-battery',
  kinds: ['battery'],
  battery: { mayExport: true, mayChargeFromGrid: false },
});

const programs: readonly Program[] = [
  ...shipped,
  ...shipped.filter(({ kinds: [kind] }) => kind === 'hwh').map(batteriesLike),
];

export const programOf = ({ programId }: Scenario): Program => {
  const program = programs.find(({ id }) => id === programId);
  if (!program) throw new Error(`no program ${programId}`);
  return program;
};

/** Wall times of a day of the scenario, in ms. */
const timeOf = (scenario: Scenario, day: number, hour: number): number =>
  instantAt(Date.parse(scenario.firstDay) + day * DAY + hour * HOUR, programOf(scenario).zone);

const weekdayOf = ({ firstDay }: Scenario, day: number): number =>
  new Date(Date.parse(firstDay) + day * DAY).getUTCDay();

const daysOf = (scenario: Scenario, isWanted: (weekday: number) => boolean): number[] =>
  Array.from({ length: DAYS.all - DAYS.before }, (_, index) => DAYS.before + index).filter((day) =>
    isWanted(weekdayOf(scenario, day)),
  );

const windowOn = (scenario: Scenario, day: number): Span => ({
  from: timeOf(scenario, day, EVENT.fromHour),
  to: timeOf(scenario, day, EVENT.fromHour + EVENT.hours),
});

const isWeekday = (weekday: number): boolean => weekday > 0 && weekday < 6;

/** Half of the homes are empty on most weekdays, until some time in the afternoon. */
const residentActions = (scenario: Scenario, home: number, deviceId: string): DeviceAction[] => {
  const { away } = scenario;
  if (away === null || home % 2 === 0) return [];
  const random = randomOf(`residents ${scenario.what} ${home}`);
  return Array.from({ length: DAYS.all }, (_, day) => day).flatMap((day) =>
    isWeekday(weekdayOf(scenario, day)) && random() < 0.85
      ? [
          { time: timeOf(scenario, day, 7.5 + random()), deviceId, body: away.morning },
          { time: timeOf(scenario, day, 14 + 1.5 * random()), deviceId, body: away.afternoon },
        ]
      : [],
  );
};

const eventOn = (scenario: Scenario, day: number): DemandEvent => {
  const { from, to } = windowOn(scenario, day);
  const program = programOf(scenario);
  return {
    id: `event ${day}`,
    dispatchId: `dispatch ${day}`,
    program,
    kind: scenario.kind,
    startTime: from,
    endTime: to,
    intensity: 75,
    optOutAllowed: true,
    createdAt: from - DAY,
    revision: 0,
    state: 'notified',
    notifiedAt: from - DAY,
    cancelledAt: null,
    returnNowAt: null,
  };
};

const eventDeviceOf = ({ kind, mfg, values }: Scenario, id: string, time: number): EventDevice => ({
  id,
  kind,
  mfg,
  type: null,
  deviceSettings: null,
  hasLink: true,
  otherEvents: [],
  readings: latestValuesOf(
    Object.entries({ ...values, status: 'ONLINE' }).map(([key, value]) => ({
      key,
      value,
      status: null,
      time: new Date(time).toISOString(),
    })),
  ),
});

/** The commands of the plan, as the dispatcher would send them. */
const eventActions = (scenario: Scenario, event: DemandEvent, deviceId: string): DeviceAction[] => {
  const now = event.startTime - 70 * MINUTE;
  const home = {
    lifeSupport: false,
    comfort: DEFAULT_COMFORT,
    mayExport: true,
    mayChargeFromGrid: false,
    stormUntil: null,
  };
  const device = eventDeviceOf(scenario, deviceId, now);
  const setting = { ...settingOf(device), ...(scenario.parameters && { parameters: scenario.parameters }) };
  const plan = planFor(event, device, home, now, { setting });
  if ('excluded' in plan) throw new Error(`${scenario.what} takes no part: ${plan.excluded.code}`);
  return plan.steps.map(({ at, command }) => ({ time: at, deviceId, body: command }));
};

/** The energy of one home by quarters, through the same code as that of real readings. */
const live = (
  scenario: Scenario,
  home: number,
  actionsOf: (deviceId: string) => DeviceAction[],
): EnergyByQuarter => {
  const { kind, mfg, values, what } = scenario;
  const entries = Object.fromEntries(
    Object.entries({ ...values, status: 'ONLINE' }).map(([key, value]) => [key, { value }]),
  );
  const device: FleetDevice = {
    providerId: 'sunvale',
    houseId: `house ${home}`,
    deviceId: `device ${home}`,
    kind,
    mfg,
    type: null,
    entries,
  };
  const signals: Signal[] = [];
  const history = simulateHistory({
    devices: [device],
    // The weather follows from it: homes of one weather would all be wrong on the same days.
    seed: `baselines ${what} ${home}`,
    from: new Date(timeOf(scenario, 0, 0)),
    to: new Date(timeOf(scenario, DAYS.all, 0)),
    every: MINUTE,
    actions: [...residentActions(scenario, home, device.deviceId), ...actionsOf(device.deviceId)],
  });
  for (const readings of history) {
    for (const { time, values: read } of readings) {
      const { status = null, [kinds[kind].meter?.key ?? '']: power = null } = read;
      const { 'hvac-equipment-status': activity = null } = read;
      const signal = signalOf(kind, { time: time.getTime(), values: { status, power, activity } });
      if (signal) signals.push(signal);
    }
  }
  const mayGive = strategies[kind]?.energy === 'net';
  const energy = energyOf({ kind, mfg, ratedWatts: null, mayGive }, quarterlyUse(signals));
  if (energy === null) throw new Error(`${what} has no energy`);
  return energy.quarters;
};

export interface LivedHome {
  readonly withEvents: EnergyByQuarter;
  readonly without: EnergyByQuarter;
}

export interface LivedScenario {
  readonly scenario: Scenario;
  readonly homes: readonly LivedHome[];
  readonly events: readonly DemandEvent[];
  /** Event windows on every weekday, for days without events. */
  readonly windows: readonly Span[];
}

export const liveScenario = (scenario: Scenario): LivedScenario => {
  const events = daysOf(scenario, (weekday) => EVENT_WEEKDAYS.includes(weekday))
    .map((day) => eventOn(scenario, day))
    .filter(({ startTime, program }) => !program.holidays.includes(localDate(startTime, program.zone)));
  return {
    scenario,
    events,
    windows: daysOf(scenario, isWeekday).map((day) => windowOn(scenario, day)),
    homes: Array.from({ length: HOMES }, (_, home) => ({
      without: live(scenario, home, () => []),
      withEvents: live(scenario, home, (deviceId) =>
        events.flatMap((event) => eventActions(scenario, event, deviceId)),
      ),
    })),
  };
};

/** Preparation and return included. */
export const spanOfEvent = (event: DemandEvent): Span => ({
  from: event.startTime - (event.program.preparation?.minutes ?? 0) * MINUTE,
  to: holdUntil(event),
});
