import { latestValuesOf } from '#domain/control/latest-values.ts';
import { deviceKey } from '#domain/events/engine/facts.ts';
import type { DeviceFacts } from '#domain/events/engine/rows.ts';
import type { DemandEvent } from '#domain/events/event.ts';
import type { DeliveryFacts } from '#domain/events/life/decide.ts';
import type { Participation } from '#domain/events/participation.ts';
import { spanOf } from '#domain/events/timing.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { lastDue } from '#domain/schedules/due-times.ts';
import { approveScheduled } from '../commands/run-schedules.ts';
import type { Db } from '../db/connection.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import { readDeviceFacts } from '../stores/events/event-facts.ts';
import type { DeviceFactsRow } from '../stores/events/event-facts.ts';
import { findEvents } from '../stores/events/events.ts';
import { participationsHolding } from '../stores/events/participations.ts';

export interface LoadedFacts extends DeviceFacts {
  /** Until when it returns from an event that was cancelled, in ms; null: it does not. */
  readonly returningUntil: number | null;
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
  readonly events: readonly DemandEvent[];
  readonly participations: readonly Participation[];
}

export const toFacts = (row: DeviceFactsRow, ofEvents: OfEvents, now: Date): LoadedFacts => {
  const { providerId, houseId, deviceId, kind, mfg, type, deviceSettings } = row;
  const events = ofEvents.events.filter(({ id }) => row.eventIds.includes(id));
  return {
    providerId,
    houseId,
    deviceId,
    device: {
      id: deviceId,
      kind,
      mfg,
      type,
      deviceSettings,
      readings: latestValuesOf(toRealtime(row.entries)),
    },
    version: row.version,
    home: { lifeSupport: row.lifeSupport, comfort: row.comfort },
    isClosed: row.isClosed,
    history: { commands: row.commands, schedule: scheduleOf(row, now) },
    holding: ofEvents.participations,
    events,
    departures: row.departures,
    returningUntil: latestOf(
      events.filter(({ cancelledAt }) => cancelledAt !== null).map((event) => spanOf(event).to),
    ),
  };
};

/** The facts of devices at one moment, by `deviceKey`. */
export const loadFacts = async (
  db: Db,
  devices: readonly DeviceRef[],
  now: Date,
): Promise<ReadonlyMap<string, LoadedFacts>> => {
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
