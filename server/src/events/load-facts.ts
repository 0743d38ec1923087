import { latestValuesOf } from '#domain/control/latest-values.ts';
import { deviceKey, isHeldBy } from '#domain/events/engine/facts.ts';
import { eventKey, eventRefOf } from '#domain/events/engine/rows.ts';
import type { DeviceFacts, EngineEvent, StoredParticipation } from '#domain/events/engine/rows.ts';
import type { DeliveryFacts } from '#domain/events/life/decide.ts';
import { spanOf } from '#domain/events/timing.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import { lastDue } from '#domain/schedules/due-times.ts';
import { approveScheduled } from '../commands/run-schedules.ts';
import type { Db } from '../db/connection.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import { readDeviceFacts } from '../stores/events/event-facts.ts';
import type { DeviceFactsRow } from '../stores/events/event-facts.ts';
import { findEvents } from '../stores/events/events.ts';
import { openParticipationsOf } from '../stores/events/participations.ts';

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

/** What a device does in events that are not over for it, and these events. */
interface OfEvents {
  readonly open: readonly StoredParticipation[];
  readonly events: readonly EngineEvent[];
}

/** Those that it takes part in; of cancelled ones those that it has to return from. */
const holdingEvents = ({ open, events }: OfEvents): EngineEvent[] =>
  open.flatMap((stored) =>
    events.filter(
      (event) => eventKey(eventRefOf(event)) === eventKey(stored) && isHeldBy(event, stored.participation),
    ),
  );

export const toFacts = (
  row: DeviceFactsRow,
  ofEvents: OfEvents,
  runningLinks: readonly string[],
  now: Date,
): LoadedFacts => {
  const { providerId, houseId, deviceId, kind, mfg, type, deviceSettings } = row;
  const events = holdingEvents(ofEvents);
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
      hasLink: row.link !== null && runningLinks.includes(row.link),
      readings: latestValuesOf(toRealtime(row.entries)),
    },
    version: row.version,
    home: {
      lifeSupport: row.lifeSupport,
      comfort: row.comfort,
      mayExport: row.mayExport,
      mayChargeFromGrid: row.mayChargeFromGrid,
      stormUntil: row.stormUntil?.getTime() ?? null,
    },
    isClosed: row.isClosed,
    history: { commands: row.commands, schedule: scheduleOf(row, now) },
    open: ofEvents.open,
    events,
    departures: row.departures,
    returningUntil: latestOf(
      events.filter(({ cancelledAt }) => cancelledAt !== null).map((event) => spanOf(event).to),
    ),
  };
};

/** `known`: events that need not be read. */
interface FactsContext {
  readonly runningLinks: readonly string[];
  readonly known?: readonly EngineEvent[] | undefined;
}

/** The facts of devices at one moment, by `deviceKey`. */
export const loadFacts = async (
  db: Db,
  devices: readonly DeviceRef[],
  now: Date,
  { runningLinks, known = [] }: FactsContext,
): Promise<ReadonlyMap<string, LoadedFacts>> => {
  const distinct = [...new Map(devices.map((device) => [deviceKey(device), device])).values()];
  const rows = await readDeviceFacts(db, distinct, now);
  const open = Map.groupBy(await openParticipationsOf(db, distinct), deviceKey);
  const refs = new Map([...open.values()].flat().map((stored) => [eventKey(stored), stored]));
  for (const event of known) refs.delete(eventKey(eventRefOf(event)));
  const events = [...known, ...(await findEvents(db, [...refs.values()]))];
  return new Map(
    rows.map((row) => [
      deviceKey(row),
      toFacts(row, { open: open.get(deviceKey(row)) ?? [], events }, runningLinks, now),
    ]),
  );
};
