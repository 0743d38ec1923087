import type { Delivery } from '../../ports/device-link.ts';
import { mayDeliver, withDelivery } from '../life/delivery.ts';
import { findAction } from '../participation.ts';
import type { ActionMove, CommandRef, EventStore } from './ports.ts';
import { eventKey, eventRefOf } from './rows.ts';
import type { ParticipationRef } from './rows.ts';

/** How the link answered a command; newest: the device has not been given a later one. */
export interface DeliveryResult {
  readonly outcome: Delivery['outcome'];
  readonly isNewest: boolean;
}

/** What settling needs of a transaction. */
export interface SettlingTx {
  readonly store: Pick<EventStore, 'moveSentActions'>;
  readonly now: () => number;
}

/** What events know about commands of theirs that are about to be delivered. */
export interface EventCommands {
  readonly mayDeliver: (commandId: string) => boolean;
  /** Writes what became of them, in the transaction that writes it to the commands. */
  readonly settle: (tx: SettlingTx, results: ReadonlyMap<string, DeliveryResult>) => Promise<void>;
}

const keyOf = ({ providerId, eventId, houseId, deviceId }: ParticipationRef): string =>
  `${providerId}/${eventId}/${houseId}/${deviceId}`;

/** The actions of commands with their events and participations, as they are stored now. Nothing is locked. */
export const loadDeliveries = async (
  store: Pick<EventStore, 'actionsOfCommands' | 'readParticipations' | 'findEvents'>,
  commands: readonly CommandRef[],
  now: number,
): Promise<EventCommands> => {
  const rows = await store.actionsOfCommands(commands);
  const refs = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const participations = new Map(
    (await store.readParticipations(refs)).map((one) => [keyOf(one), one.participation]),
  );
  const eventRefs = [...new Map(refs.map((ref) => [eventKey(ref), ref])).values()];
  const events = new Map(
    (await store.findEvents(eventRefs)).map((event) => [eventKey(eventRefOf(event)), event]),
  );
  const taken = rows.flatMap((row) => {
    const [event, participation] = [events.get(eventKey(row)), participations.get(keyOf(row))];
    const action = participation && findAction(participation, row.round, row.phase);
    return event && participation && action ? [{ row, event, participation, action }] : [];
  });
  const wanted = new Set(
    taken
      .filter(({ event, participation, action }) => mayDeliver(event, participation, action, now))
      .map(({ row }) => row.commandId),
  );
  return {
    // A command that no action belongs to any more was followed by another one.
    mayDeliver: (commandId) => wanted.has(commandId),
    settle: async (tx, results) => {
      const takenAt = tx.now();
      const moves = taken.flatMap(({ row, participation, action }): ActionMove[] => {
        const result = results.get(row.commandId);
        if (!result) return [];
        const settled = withDelivery(participation, action, result.outcome, result.isNewest, takenAt);
        const after = findAction(settled, action.round, action.phase);
        return after === undefined || after === action
          ? []
          : [{ ...row, state: after.state, deliveredAt: after.deliveredAt, reason: after.reason }];
      });
      if (moves.length > 0) await tx.store.moveSentActions(moves, takenAt);
    },
  };
};
