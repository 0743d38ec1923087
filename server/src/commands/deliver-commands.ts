import { checkSafety } from '#domain/control/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate.ts';
import type { Delivery, DeviceLink, Outgoing } from '#domain/ports/device-link.ts';
import { LinkFailure } from '#domain/ports/link-failure.ts';
import type { RootDb } from '../db/connection.ts';
import type { CommandJob } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { markTried, moveCommands, readForDelivery } from '../stores/command-delivery.ts';
import type { CommandMove, CommandToDeliver } from '../stores/command-delivery.ts';
import { confirmCommands } from '../telemetry/confirm-commands.ts';

export interface CommandDeliveryDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly linkOf: (maker: string) => DeviceLink;
}

/** The end of a try: a move to another state, or the error after which the command is tried again. */
type Try = { readonly move: CommandMove } | { readonly error: Error };

const refOf = ({ providerId, houseId, commandId }: CommandToDeliver) => ({ providerId, houseId, commandId });

/** Ends what must not be sent; else the command as the link gets it. */
const prepare = (row: CommandToDeliver, now: Date): CommandMove | ApprovedCommand => {
  if (row.expiresAt <= now) return { ...refOf(row), state: 'expired', reason: 'no_answer', at: now };
  // Whether the sender may was decided at acceptance; what is safe may have changed since, such as by a mixing valve.
  const result = checkSafety({ ...row, id: row.deviceId }, row.command);
  if ('approved' in result) return result.approved;
  return { ...refOf(row), state: 'failed', reason: result.refused.code, at: now };
};

const outgoingOf = (row: CommandToDeliver, command: ApprovedCommand): Outgoing => ({
  ...refOf(row),
  deviceId: row.deviceId,
  sequence: row.version,
  command,
  expiresAt: row.expiresAt,
  ...(row.holdUntil ? { holdUntil: row.holdUntil } : {}),
});

const moveAfter = (row: CommandToDeliver, delivery: Delivery, sentAt: Date, now: Date): CommandMove => {
  const ref = refOf(row);
  if (delivery.outcome === 'expired') return { ...ref, state: 'expired', reason: 'no_answer', at: now };
  if (delivery.outcome === 'refused') return { ...ref, state: 'failed', reason: delivery.reason, at: now };
  if (delivery.outcome === 'delivered') return { ...ref, state: 'sent', at: sentAt };
  // Of the newest command `superseded` means that an earlier try got through and only its answer was lost.
  return row.version < row.deviceVersion
    ? { ...ref, state: 'failed', reason: 'superseded', at: now }
    : { ...ref, state: 'sent', at: row.sentAt ?? sentAt };
};

const isOpen = ({ state }: CommandToDeliver): boolean => state === 'accepted' || state === 'sent';

/**
 * Hands accepted commands to their device links, all at once, with a few statements for all of them. Returns for each job
 * the error after which the queue tries it again, or null. The time of the first try is written before the link is called
 * and the state after it: until the link has answered, no reading confirms the command.
 */
export const deliverCommands = async (
  deps: CommandDeliveryDeps,
  jobs: readonly CommandJob[],
): Promise<readonly (Error | null)[]> => {
  const { db, clock, metrics, linkOf } = deps;
  const rows = (await readForDelivery(db, jobs)).filter(isOpen);
  const sentAt = clock.now();
  const prepared = rows.map((row) => ({ row, next: prepare(row, sentAt) }));
  const toSend = prepared.flatMap(({ row, next }) => ('state' in next ? [] : [refOf(row)]));
  await markTried(db, toSend, sentAt);

  const tries = await Promise.all(
    prepared.map(async ({ row, next }): Promise<Try> => {
      if ('state' in next) return { move: next };
      try {
        const delivery = await linkOf(row.mfg).send(outgoingOf(row, next));
        return { move: moveAfter(row, delivery, sentAt, clock.now()) };
      } catch (error) {
        return { error: error instanceof Error ? error : new LinkFailure('unreachable') };
      }
    }),
  );

  const byId = new Map(rows.map((row, index) => [row.commandId, { row, result: tries[index] }]));
  const moves = tries.flatMap((one) => ('move' in one ? [one.move] : []));
  const count = (row: CommandToDeliver, outcome: CommandMove['state'] | 'deferred'): void =>
    metrics.countCommand({ origin: row.origin, outcome, maker: row.mfg });
  for (const { commandId } of await moveCommands(db, moves)) {
    const { row, result } = byId.get(commandId) ?? {};
    if (row && result && 'move' in result) count(row, result.move.state);
  }
  const sent = moves
    .filter(({ state }) => state === 'sent')
    .flatMap(({ commandId }) => byId.get(commandId)?.row ?? []);
  await confirmCommands({ db, metrics }, sent, clock.now());
  return jobs.map(({ commandId }) => {
    const { row, result } = byId.get(commandId) ?? {};
    if (!row || !result || 'move' in result) return null;
    count(row, 'deferred');
    return result.error;
  });
};
