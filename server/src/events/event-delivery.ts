import { mayDeliver, withDelivery } from '#domain/events/life/delivery.ts';
import { findAction } from '#domain/events/participation.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { EventCommands, EventDelivery } from '../commands/deps.ts';
import type { Db } from '../db/connection.ts';
import type { CommandRef } from '../stores/devices/command-delivery.ts';
import { actionsOfCommands, moveSentActions } from '../stores/events/event-commands.ts';
import { findEvents } from '../stores/events/events.ts';
import { readParticipations } from '../stores/events/participations.ts';
import type { ParticipationRef } from '../stores/events/participations.ts';

const keyOf = ({ providerId, eventId, houseId, deviceId }: ParticipationRef): string =>
  `${providerId}/${eventId}/${houseId}/${deviceId}`;

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** The actions of commands with their events and participations, as they are stored now. */
const load = async (db: Db, commands: readonly CommandRef[], now: Date): Promise<EventCommands> => {
  const rows = await actionsOfCommands(db, commands);
  const refs = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const participations = new Map(
    (await readParticipations(db, refs)).map((participation) => [keyOf(participation), participation]),
  );
  const eventRefs = [...new Map(refs.map((ref) => [`${ref.providerId}/${ref.eventId}`, ref])).values()];
  const events = new Map(
    (await findEvents(db, eventRefs)).map((event) => [`${event.providerId}/${event.id}`, event]),
  );
  const found = rows
    .map((row) => {
      const event = events.get(`${row.providerId}/${row.eventId}`);
      const participation = participations.get(keyOf(row))?.participation;
      const action = participation && findAction(participation, row.round, row.phase);
      return event && participation && action && { row, event, participation, action };
    })
    .filter(isDefined);
  const wanted = new Set(
    found
      .filter(({ event, participation, action }) => mayDeliver(event, participation, action, now.getTime()))
      .map(({ row }) => row.commandId),
  );
  return {
    // A command that no action belongs to any more was followed by another one.
    mayDeliver: (commandId) => wanted.has(commandId),
    settle: async (tx, results, at) => {
      const moves = found.flatMap(({ row, participation, action }) => {
        const result = results.get(row.commandId);
        if (!result) return [];
        const settled = withDelivery(participation, action, result.outcome, result.isNewest);
        const after = findAction(settled, action.round, action.phase);
        return after === undefined || after === action
          ? []
          : [{ ...row, state: after.state, reason: after.reason }];
      });
      await moveSentActions(tx, moves, at);
    },
  };
};

/** `observe`: looks at the stored readings of devices. */
export const createEventDelivery = (
  observe: (devices: readonly DeviceRef[]) => Promise<void>,
): EventDelivery => ({ load, onDelivered: observe });
