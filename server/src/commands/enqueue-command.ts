import type { CommandStatus } from '#contract/entities/command.ts';
import type { ApprovedCommand } from '#domain/control/gate.ts';
import type { Origin } from '#domain/control/origin.ts';
import { CONTROL_TIMES } from '#domain/control/state.ts';
import { DAY, MINUTE } from '#domain/time.ts';
import type { Db } from '../db/connection.ts';
import type { CommandJobName } from '../jobs/queue.ts';
import { addMs } from '../lib/clock.ts';
import { newId } from '../lib/random.ts';
import type { HouseDataScope } from '../lib/scope.ts';
import * as commands from '../stores/commands.ts';
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
  event: { lifeMs: 15 * MINUTE, queue: 'send-command' },
  restore: { lifeMs: DAY, queue: 'restore-device' },
  // A water heater that is too hot and offline must be lowered when it is back, which may be the next day.
  safety: { lifeMs: DAY, queue: 'lower-setpoint' },
};

export type AcceptedCommand = Pick<CommandStatus, 'commandId' | 'version' | 'state'>;

interface CommandToEnqueue {
  /** As it was locked in the transaction. */
  readonly device: commands.CommandedDevice;
  readonly accountId: string | null;
  readonly origin: Origin;
  readonly command: ApprovedCommand;
  /** When the device falls back by itself to what it held before. */
  readonly holdUntil?: Date;
}

/** Stores a command that passed the gate and the device's new version, and enqueues the job that delivers it. */
export const enqueueCommand = async (
  tx: Db,
  { clock, random, jobs, metrics }: Pick<CommandDeps, 'clock' | 'random' | 'jobs' | 'metrics'>,
  scope: HouseDataScope,
  { device, accountId, origin, command, holdUntil }: CommandToEnqueue,
): Promise<AcceptedCommand> => {
  const now = clock.now();
  const { type, kind, body } = command;
  const { lifeMs, queue } = DELIVERY_RULES[origin];
  const accepted: AcceptedCommand = {
    commandId: newId(random),
    version: device.version + 1,
    state: 'accepted',
  };
  await commands.insert(tx, scope, {
    id: accepted.commandId,
    deviceId: device.id,
    accountId,
    origin,
    command: { type, kind, body },
    version: accepted.version,
    acceptedAt: now,
    expiresAt: addMs(now, lifeMs),
    ...(holdUntil ? { holdUntil } : {}),
  });
  const { providerId, houseId } = scope;
  await jobs.send(tx, queue, { providerId, houseId, commandId: accepted.commandId }, device.mfg);
  metrics.countCommand({ origin, outcome: 'accepted', maker: device.mfg });
  return accepted;
};
