import { checkSafety } from '#domain/control/gate/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import type { Delivery, DeviceLink, Outgoing } from '#domain/ports/device-link.ts';
import { LinkFailure } from '#domain/ports/link-failure.ts';
import type { RootDb } from '../db/connection.ts';
import type { CommandJob } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import {
  markTried,
  moveCommands,
  readDeviceVersions,
  readForDelivery,
} from '../stores/devices/command-delivery.ts';
import type { CommandMove, CommandRef, CommandToDeliver } from '../stores/devices/command-delivery.ts';
import { confirmCommands } from '../telemetry/confirm-commands.ts';
import type { DeliveryResult, EventCommands, EventDelivery } from './deps.ts';

export interface CommandDeliveryDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly linkOf: (maker: string) => DeviceLink;
  readonly eventDelivery: EventDelivery;
}

/** The end of a command, or of a try that the link has answered, with what it means to the event that sent it. */
interface Move {
  readonly move: CommandMove;
  readonly result: DeliveryResult;
}

interface Answer {
  readonly delivery: Delivery;
  readonly at: Date;
}

/** The end of a try: a move to another state, or the error after which the command is tried again. */
type Try = Move | { readonly error: Error };

const refOf = ({ providerId, houseId, commandId }: CommandToDeliver) => ({ providerId, houseId, commandId });

/** Ends what must not be sent; else the command as the link gets it. */
const prepare = (row: CommandToDeliver, events: EventCommands | null, now: Date): Move | ApprovedCommand => {
  const ref = { ...refOf(row), from: row.state };
  const isNewest = row.version === row.deviceVersion;
  if (row.expiresAt <= now) {
    return {
      move: { ...ref, state: 'expired', reason: 'no_answer', at: now },
      result: { outcome: 'expired', isNewest },
    };
  }
  if (row.eventId !== null && events?.mayDeliver(row.commandId) !== true) {
    return {
      move: { ...ref, state: 'failed', reason: 'superseded', at: now },
      result: { outcome: 'superseded', isNewest: false },
    };
  }
  // Whether the sender may was decided at acceptance; what is safe may have changed since, such as by a mixing valve.
  const result = checkSafety({ ...row, id: row.deviceId }, row.command);
  if ('approved' in result) return result.approved;
  return {
    move: { ...ref, state: 'failed', reason: result.refused.code, at: now },
    result: { outcome: 'refused', isNewest },
  };
};

const outgoingOf = (row: CommandToDeliver, command: ApprovedCommand): Outgoing => ({
  ...refOf(row),
  deviceId: row.deviceId,
  sequence: row.version,
  command,
  expiresAt: row.expiresAt,
  ...(row.holdUntil ? { holdUntil: row.holdUntil } : {}),
});

const moveAfter = (
  row: CommandToDeliver,
  { delivery, at }: Answer,
  isNewest: boolean,
  sentAt: Date,
): CommandMove => {
  const ref = refOf(row);
  if (delivery.outcome === 'expired') return { ...ref, state: 'expired', reason: 'no_answer', at };
  if (delivery.outcome === 'refused') return { ...ref, state: 'failed', reason: delivery.reason, at };
  if (delivery.outcome === 'delivered') return { ...ref, state: 'sent', at: sentAt, deliveredAt: at };
  // Of the newest command `superseded` means that an earlier try got through and only its answer was lost.
  return isNewest
    ? { ...ref, state: 'sent', at: row.sentAt ?? sentAt, deliveredAt: at }
    : { ...ref, state: 'failed', reason: 'superseded', at };
};

/** What a link has taken of an event's commands is not sent again: the event decides what follows. */
const isOpen = ({ state, eventId }: CommandToDeliver): boolean =>
  state === 'accepted' || (state === 'sent' && eventId === null);

const callLinks = (
  { clock, linkOf }: CommandDeliveryDeps,
  prepared: readonly { readonly row: CommandToDeliver; readonly next: Move | ApprovedCommand }[],
): Promise<(Move | Answer | { readonly error: Error })[]> =>
  Promise.all(
    prepared.map(async ({ row, next }) => {
      if ('move' in next) return next;
      try {
        const delivery = await linkOf(row.mfg).send(outgoingOf(row, next));
        return { delivery, at: clock.now() };
      } catch (error) {
        return { error: error instanceof Error ? error : new LinkFailure('unreachable') };
      }
    }),
  );

/** Writes the moves, and what they mean to events, in one transaction; returns the commands that had not ended before. */
const writeMoves = (
  { db, clock }: CommandDeliveryDeps,
  moves: readonly Move[],
  events: EventCommands | null,
): Promise<CommandRef[]> => {
  const commandMoves = moves.map(({ move }) => move);
  if (events === null) return moveCommands(db, commandMoves);
  return db.transaction().execute(async (tx) => {
    const moved = await moveCommands(tx, commandMoves);
    const ids = new Set(moved.map(({ commandId }) => commandId));
    const results = moves.filter(({ move }) => ids.has(move.commandId));
    await events.settle(
      tx,
      new Map(results.map(({ move, result }) => [move.commandId, result])),
      clock.now(),
    );
    return moved;
  });
};

/**
 * Hands accepted commands to their device links, all at once, with a few statements for all of them. Returns for each job
 * the error after which the queue tries it again, or null. The time of the first try is written before the link is called
 * and the state after it: until the link has answered, no reading confirms the command.
 */
export const deliverCommands = async (
  deps: CommandDeliveryDeps,
  jobs: readonly CommandJob[],
): Promise<readonly (Error | null)[]> => {
  const { db, clock, metrics, eventDelivery } = deps;
  const rows = (await readForDelivery(db, jobs)).filter(isOpen);
  const sentAt = clock.now();
  const ofEvents = rows.filter(({ eventId }) => eventId !== null).map(refOf);
  const events = ofEvents.length === 0 ? null : await eventDelivery.load(db, ofEvents, sentAt);
  const prepared = rows.map((row) => ({ row, next: prepare(row, events, sentAt) }));
  const toSend = prepared.flatMap(({ row, next }) => ('move' in next ? [] : [refOf(row)]));
  await markTried(db, toSend, sentAt);

  const answers = await callLinks(deps, prepared);
  // A newer command may have been accepted while the link was called.
  const overtaken = rows.filter((_, index) => {
    const answer = answers[index];
    return answer && 'delivery' in answer && answer.delivery.outcome === 'superseded';
  });
  const versions = await readDeviceVersions(db, overtaken.map(refOf));
  const tries = rows.map((row, index): Try => {
    const answer = answers[index];
    if (!answer || !('delivery' in answer)) return answer ?? { error: new LinkFailure('unreachable') };
    const isNewest = row.version === (versions.get(row.commandId) ?? row.deviceVersion);
    const { outcome } = answer.delivery;
    return { move: moveAfter(row, answer, isNewest, sentAt), result: { outcome, isNewest } };
  });

  const byId = new Map(rows.map((row, index) => [row.commandId, { row, result: tries[index] }]));
  const moves = tries.filter((attempt) => 'move' in attempt);
  const count = (row: CommandToDeliver, outcome: CommandMove['state'] | 'deferred'): void =>
    metrics.countCommand({ origin: row.origin, outcome, maker: row.mfg });
  for (const { commandId } of await writeMoves(deps, moves, events)) {
    const { row, result } = byId.get(commandId) ?? {};
    if (row && result && 'move' in result) count(row, result.move.state);
  }
  const sent = moves
    .filter(({ move }) => move.state === 'sent')
    .flatMap(({ move }) => byId.get(move.commandId)?.row ?? []);
  await confirmCommands({ db, metrics }, sent, clock.now());
  const sentByEvents = sent.filter(({ eventId }) => eventId !== null);
  if (sentByEvents.length > 0) await eventDelivery.onDelivered(sentByEvents);
  return jobs.map(({ commandId }) => {
    const { row, result } = byId.get(commandId) ?? {};
    if (!row || !result || 'move' in result) return null;
    count(row, 'deferred');
    return result.error;
  });
};
