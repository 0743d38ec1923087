import type { CommandStatus } from '#contract/entities/command.ts';
import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import type { Origin } from '#domain/control/gate/origin.ts';
import { CONTROL_TIMES } from '#domain/control/state.ts';
import type { CommandReason } from '#domain/events/command-reason.ts';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { afterCommit } from '../db/after-commit.ts';
import type { Db } from '../db/connection.ts';
import type { CommandJobName } from '../jobs/queue.ts';
import { addMs } from '../lib/clock/clock.ts';
import { newId } from '../lib/secrets/random.ts';
import type { HouseDataScope } from '../lib/scope/scope.ts';
import * as commands from '../stores/devices/commands.ts';
import type { CommandDeps } from './deps.ts';

interface DeliveryRule {
  /** After this time a command that has not reached its device is not delivered any more. */
  readonly lifeMs: number;
  readonly queue: CommandJobName;
}

/** How a command is delivered, by its origin. */
const DELIVERY_RULES: Readonly<Record<Origin, DeliveryRule>> = {
  person: { lifeMs: CONTROL_TIMES.expiresMs, queue: 'send-command' },
  schedule: { lifeMs: CONTROL_TIMES.expiresMs, queue: 'send-command' },
  // Nobody waits for it in front of a screen, and a cloud may need minutes for the many commands of an event.
  event: { lifeMs: 15 * MINUTE, queue: 'send-event-command' },
  restore: { lifeMs: DAY, queue: 'restore-device' },
  // A water heater that is too hot and offline must be lowered when it is back, which may be the next day.
  safety: { lifeMs: DAY, queue: 'lower-setpoint' },
};

export type AcceptedCommand = Pick<CommandStatus, 'commandId' | 'version' | 'state'>;

export interface CommandToEnqueue {
  /** As it was locked in the transaction. */
  readonly device: Pick<commands.CommandedDevice, 'id' | 'mfg' | 'version'>;
  readonly accountId: string | null;
  readonly origin: Origin;
  readonly command: ApprovedCommand;
  /** Not delivered from here on; absent: the life of its origin counts. */
  readonly expiresAt?: Date;
  /** When the device falls back by itself to what it held before. */
  readonly holdUntil?: Date;
  /** Of an event's step or return. */
  readonly eventId?: string;
  /** Why the server sends it by itself. */
  readonly because?: CommandReason;
}

/** A command of one of many houses. */
export interface BulkCommand extends CommandToEnqueue {
  readonly scope: HouseDataScope;
}

type Deps = Pick<CommandDeps, 'clock' | 'random' | 'jobs' | 'metrics'>;

const prepare = ({ random }: Deps, now: Date, row: BulkCommand) => {
  const { scope, device, origin, accountId } = row;
  const { type, kind, body } = row.command;
  const accepted: AcceptedCommand = {
    commandId: newId(random),
    version: device.version + 1,
    state: 'accepted',
  };
  return {
    accepted,
    queue: DELIVERY_RULES[origin].queue,
    maker: device.mfg,
    data: { providerId: scope.providerId, houseId: scope.houseId, commandId: accepted.commandId },
    stored: {
      scope,
      id: accepted.commandId,
      deviceId: device.id,
      accountId,
      origin,
      command: { type, kind, body },
      version: accepted.version,
      acceptedAt: now,
      expiresAt: row.expiresAt ?? addMs(now, DELIVERY_RULES[origin].lifeMs),
      holdUntil: row.holdUntil ?? null,
      eventId: row.eventId ?? null,
      because: row.because ?? null,
    },
  };
};

/**
 * Stores commands that passed the gate, at most one of each device, with the devices' new versions, and enqueues the jobs that
 * deliver them: a few statements for some thousand devices. Answers in the order of `rows`.
 */
export const enqueueCommands = async (
  tx: Db,
  deps: Deps,
  rows: readonly BulkCommand[],
): Promise<AcceptedCommand[]> => {
  const { clock, jobs, metrics } = deps;
  const now = clock.now();
  const prepared = rows.map((row) => prepare(deps, now, row));
  await commands.insertMany(
    tx,
    prepared.map(({ stored }) => stored),
  );
  for (const [queue, own] of Map.groupBy(prepared, (one) => one.queue)) await jobs.sendMany(tx, queue, own);
  for (const { maker, stored } of prepared) {
    afterCommit(tx, () => metrics.countCommand({ origin: stored.origin, outcome: 'accepted', maker }));
  }
  return prepared.map(({ accepted }) => accepted);
};

/** Stores a command that passed the gate and the device's new version, and enqueues the job that delivers it. */
export const enqueueCommand = async (
  tx: Db,
  deps: Deps,
  scope: HouseDataScope,
  command: CommandToEnqueue,
): Promise<AcceptedCommand> => {
  const { clock, jobs, metrics } = deps;
  const { accepted, stored, queue, data, maker } = prepare(deps, clock.now(), { ...command, scope });
  await commands.insertMany(tx, [stored]);
  await jobs.send(tx, queue, data, maker);
  afterCommit(tx, () => metrics.countCommand({ origin: stored.origin, outcome: 'accepted', maker }));
  return accepted;
};
