import type { DeviceKind, DeviceSetting, Value } from '#contract/entities/device.ts';
import type { EventState } from '#contract/entities/event.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { withDelivery, withoutOvertakenReturns, withReadings } from '#domain/events/life/delivery.ts';
import type { StepReason } from '#domain/events/event.ts';
import { nextLook } from '#domain/events/life/next-look.ts';
import { newParticipation } from '#domain/events/participation.ts';
import type { EventAction, Participation } from '#domain/events/participation.ts';
import { optOut } from '#domain/events/people/people.ts';
import { DEFAULT_COMFORT } from '#domain/events/plan/comfort.ts';
import { planFor } from '#domain/events/plan/plan.ts';
import type { PastCommand } from '#domain/events/life/return-target.ts';
import type { Span } from '#domain/events/season.ts';
import { preparationTime } from '#domain/events/timing.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/time.ts';
import type { ControlledHouse, Controller, DeviceAction } from '#simulator/history.ts';
import type { StateEntries } from '../../db/tables.ts';
import { decideAll, reasonOf } from '#domain/events/engine/decide-all.ts';
import { deviceIn } from '#domain/events/engine/facts.ts';
import { toFacts } from '../../events/load-facts.ts';
import type { StoredEvent } from '../../stores/events/events.ts';

/** A device as the event engine sees it. */
export interface LivedDevice extends DeviceRef {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly deviceSettings: DeviceSetting[];
  readonly timezone: string;
  readonly mayExport: boolean;
  /** The active one; null: none is. */
  readonly schedule: DeviceSchedule['Event'] | null;
  /** What its schedule sent. */
  readonly scheduled: readonly DeviceAction[];
}

/** What happened to a device around an event, besides the event. */
export interface Incident {
  /** ms at which somebody took it out; null: nobody. */
  readonly leftAt: number | null;
  /** In which it could not be reached; null: it always could. */
  readonly outage: Span | null;
}

/** A command that the engine sent in the past. */
export interface LivedCommand {
  readonly action: Pick<EventAction, 'round' | 'phase'>;
  readonly command: ApprovedCommand;
  readonly acceptedAt: number;
  readonly expiresAt: number;
  readonly holdUntil: number | null;
  readonly because: StepReason;
}

/** One device in one event of the past, carried out by the code that carries out events now. */
export interface LivedEvent extends Controller {
  readonly event: StoredEvent;
  readonly device: LivedDevice;
  /** Once it has been carried out. */
  readonly outcome: () => {
    readonly participation: Participation;
    readonly joinedAt: number;
    readonly commands: readonly LivedCommand[];
  } | null;
}

/** How long after a command the device is read again. */
const READ_AFTER = 30 * SECOND;
/** Of a command that a schedule sends. */
export const SCHEDULED_LIFE = 2 * MINUTE;

/** The state of an event that nobody cancels, while its devices are at work. */
const stateAt = (event: StoredEvent, now: number): EventState => {
  if (event.notifiedAt === null || now < event.notifiedAt) return 'scheduled';
  if (now < preparationTime(event, now)) return 'notified';
  if (now < event.startTime) return 'preparing';
  return now < event.endTime ? 'active' : 'returning';
};

const sentBySchedule = (scheduled: readonly DeviceAction[], now: number): PastCommand[] =>
  scheduled
    .filter(({ time }) => time <= now && time > now - DAY)
    .map(({ time, body }) => ({
      origin: 'schedule',
      acceptedAt: time,
      expiresAt: time + SCHEDULED_LIFE,
      deliveredAt: time,
      confirmedAt: time + READ_AFTER,
      body,
    }));

const entriesOf = (values: Readonly<Record<string, Value>>, now: number): StateEntries => {
  const time = new Date(now).toISOString();
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, time }]));
};

const earliest = (...times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** Events of the past begin with their notice, at which the device is planned. */
export const liveEvent = (event: StoredEvent, device: LivedDevice, incident: Incident): LivedEvent => {
  const { providerId, houseId, deviceId } = device;
  const commands: LivedCommand[] = [];
  let participation: Participation | null = null;
  let joinedAt = event.notifiedAt ?? event.createdAt;
  let dueAt: number | null = joinedAt;
  let { leftAt } = incident;
  let faults = incident.outage ? [incident.outage.from, incident.outage.to] : [];
  let entries: StateEntries = {};

  const factsAt = (now: number) =>
    toFacts(
      {
        providerId,
        houseId,
        deviceId,
        kind: device.kind,
        mfg: device.mfg,
        type: device.type,
        link: 'simulator',
        version: 0,
        deviceSettings: device.deviceSettings,
        entries,
        lifeSupport: false,
        mayExport: device.mayExport,
        mayChargeFromGrid: false,
        stormUntil: null,
        isClosed: false,
        comfort: DEFAULT_COMFORT,
        timezone: device.timezone,
        commands: sentBySchedule(device.scheduled, now),
        schedule: device.schedule,
        departures: [],
      },
      { open: [], events: [] },
      ['simulator'],
      new Date(now),
    );

  /** Reads the device unless it is offline; then what it reported last counts. */
  const observe = (now: number, house: ControlledHouse): void => {
    const isOffline = faults.length === 1;
    if (!isOffline) entries = entriesOf(house.valuesOf(deviceId), now);
    if (faults[0] === undefined || now < faults[0]) return;
    faults = faults.slice(1);
    const goesOffline = faults.length === 1;
    house.fault(deviceId, goesOffline ? { type: 'offline' } : null);
    const status = { value: 'OFFLINE', time: new Date(now).toISOString() };
    entries = goesOffline ? { ...entries, status } : entriesOf(house.valuesOf(deviceId), now);
  };

  const leave = (known: Participation, now: number): Participation => {
    if (leftAt === null || now < leftAt) return known;
    leftAt = null;
    const change = optOut(event, known, 'person', now);
    return 'changed' in change ? change.changed : known;
  };

  const carryOut = (before: Participation, now: number, house: ControlledHouse): Participation => {
    const facts = factsAt(now);
    const seen = withReadings(before, deviceIn(facts, event.id));
    const known = leave(withoutOvertakenReturns(seen, facts.history, now), now);
    const current = { ...event, state: stateAt(event, now) };
    const { participation: after, send, awaitsReading } = decideAll({ event: current, facts }, known, now);
    if (!send) {
      ({ dueAt } = nextLook(current, after, now, awaitsReading));
      return after;
    }
    const { action, command, holdUntil } = send;
    house.set(deviceId, command.body);
    const because = reasonOf(event, after, action);
    commands.push({ action, command, acceptedAt: now, expiresAt: action.expiresAt, holdUntil, because });
    dueAt = now + READ_AFTER;
    const sent = after.actions.find(({ round, phase }) => round === action.round && phase === action.phase);
    return sent ? withDelivery(after, sent, 'delivered', true, now) : after;
  };

  const join = (now: number): Participation => {
    const facts = factsAt(now);
    const joined = newParticipation(
      { eventId: event.id, houseId, deviceId },
      planFor(event, deviceIn(facts, event.id), facts.home, now),
    );
    joinedAt = now;
    ({ dueAt } = nextLook({ ...event, state: 'notified' }, joined, now));
    return joined;
  };

  return {
    event,
    device,
    nextAt: () => earliest(dueAt, dueAt === null ? null : leftAt, faults[0] ?? null),
    run: (now, house) => {
      observe(now, house);
      if (participation === null) participation = join(now);
      else if (dueAt !== null) participation = carryOut(participation, now, house);
    },
    outcome: () => (participation === null ? null : { participation, joinedAt, commands }),
  };
};

/**
 * All of them in one house, looked at on whole minutes: these are the steps of the simulation, which comes out the same then
 * whatever the interval of its readings is.
 */
export const inOneHouse = (lived: readonly LivedEvent[]): Controller => {
  const nextAt = (): number | null => {
    const at = earliest(...lived.map((one) => one.nextAt()));
    return at === null ? null : Math.ceil(at / MINUTE) * MINUTE;
  };
  let next = nextAt();
  return {
    nextAt: () => next,
    run: (now, house) => {
      for (const one of lived) if ((one.nextAt() ?? Number.POSITIVE_INFINITY) <= now) one.run(now, house);
      next = nextAt();
    },
  };
};
