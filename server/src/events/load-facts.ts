import { latestValuesOf } from '#domain/control/latest-values.ts';
import type { DeliveryFacts } from '#domain/events/life/decide.ts';
import { settingWithoutEvents } from '#domain/events/life/without-events.ts';
import type { DemandEvent, EventDevice, EventHome, Plan } from '#domain/events/event.ts';
import type { Participation } from '#domain/events/participation.ts';
import { planFor } from '#domain/events/plan/plan.ts';
import { spanOf } from '#domain/events/timing.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { lastDue } from '#domain/schedules/due-times.ts';
import { approveScheduled } from '../commands/run-schedules.ts';
import type { Db } from '../db/connection.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import { lockDevices, readDeviceFacts } from '../stores/events/event-facts.ts';
import type { DeviceFactsRow } from '../stores/events/event-facts.ts';
import { findEvents } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { participationsHolding } from '../stores/events/participations.ts';

export const deviceKey = ({ providerId, houseId, deviceId }: DeviceRef): string =>
  `${providerId}/${houseId}/${deviceId}`;

/** The facts of one device at one moment, as the functions of the domain take them. */
export interface DeviceFacts {
  readonly row: DeviceFactsRow;
  readonly home: EventHome;
  readonly history: DeliveryFacts['history'];
  /** What it does in events that may hold it. */
  readonly participations: readonly Participation[];
  /** Until when it returns from an event that was cancelled, in ms; null: it does not. */
  readonly returningUntil: number | null;
  /** As it is seen by one event: its other events are those that it may not disturb. */
  readonly deviceIn: (eventId: string | null) => EventDevice;
}

/** What the schedule wants at present, if the gate lets it. */
const scheduleOf = (row: DeviceFactsRow, now: Date): DeliveryFacts['history']['schedule'] => {
  const due = row.schedule && lastDue(row.schedule, row.timezone, now.getTime());
  if (!due) return null;
  const approved = approveScheduled({ ...row, id: row.deviceId }, due.command);
  return approved && { dueAt: due.time, body: approved.body };
};

const latestOf = (times: readonly number[]): number | null =>
  times.length === 0 ? null : Math.max(...times);

interface OfEvents {
  readonly events: readonly StoredEvent[];
  readonly participations: readonly Participation[];
}

export const toFacts = (
  row: DeviceFactsRow,
  { events, participations }: OfEvents,
  now: Date,
): DeviceFacts => {
  const { deviceId: id, kind, mfg, type, deviceSettings } = row;
  const readings = latestValuesOf(toRealtime(row.entries));
  return {
    row,
    home: { lifeSupport: row.lifeSupport, comfort: row.comfort },
    history: { commands: row.commands, schedule: scheduleOf(row, now) },
    participations,
    returningUntil: latestOf(
      events
        .filter((event) => event.cancelledAt !== null && row.eventIds.includes(event.id))
        .map((event) => spanOf(event).to),
    ),
    deviceIn: (eventId) => ({
      id,
      kind,
      mfg,
      type,
      deviceSettings,
      readings,
      otherEvents: events
        .filter((event) => event.id !== eventId && row.eventIds.includes(event.id))
        .map((event) => spanOf(event)),
    }),
  };
};

/** Without a lock: for what only counts and shows. */
export const loadFacts = async (
  db: Db,
  devices: readonly DeviceRef[],
  now: Date,
): Promise<ReadonlyMap<string, DeviceFacts>> => {
  const rows = await readDeviceFacts(db, devices, now);
  const refs = new Map(
    rows.flatMap(({ providerId, eventIds }) =>
      eventIds.map((eventId) => [`${providerId}/${eventId}`, { providerId, eventId }] as const),
    ),
  );
  const events = Map.groupBy(await findEvents(db, [...refs.values()]), ({ providerId }) => providerId);
  const held = Map.groupBy(await participationsHolding(db, devices), deviceKey);
  return new Map(
    rows.map((row) => {
      const participations = (held.get(deviceKey(row)) ?? []).map(({ participation }) => participation);
      const ofEvents = { events: events.get(row.providerId) ?? [], participations };
      return [deviceKey(row), toFacts(row, ofEvents, now)];
    }),
  );
};

/** Of those that hold the device, without the one of an event. */
export const besideEvent = ({ participations }: DeviceFacts, eventId: string): Participation[] =>
  participations.filter((one) => one.eventId !== eventId);

/** What the device would do in an event, by the facts of this moment; `own`: what it does in it so far. */
export const planByFacts = (
  event: DemandEvent,
  facts: DeviceFacts,
  now: number,
  own?: Participation,
): Plan => {
  const device = facts.deviceIn(event.id);
  const participations = own ? [own, ...besideEvent(facts, event.id)] : facts.participations;
  return planFor(event, device, facts.home, now, {
    eased: own?.eased ?? false,
    setting: settingWithoutEvents(device, participations, facts.history, now),
  });
};

/**
 * The facts of devices, by `deviceKey`, which nobody commands or takes out of an event until the transaction ends. skip:
 * without those that another transaction has locked.
 */
export const lockFacts = async (
  tx: Db,
  devices: readonly DeviceRef[],
  held: 'wait' | 'skip',
  now: Date,
): Promise<ReadonlyMap<string, DeviceFacts>> => loadFacts(tx, await lockDevices(tx, devices, held), now);
