import type { CommandStatus } from '#contract/entities/command.ts';
import { readingsOf } from '#domain/control/readings.ts';
import { passGate } from '#domain/control/gate.ts';
import type { ApprovedCommand } from '#domain/control/gate.ts';
import type { Refusal } from '#domain/control/gate-refusal.ts';
import type { Origin } from '#domain/control/origin.ts';
import { SECOND } from '#domain/time.ts';
import type { HouseScope } from '../lib/scope.ts';
import { hashSecret } from '../lib/hash-secret.ts';
import type { Db, RootDb } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import { AppError } from '../lib/app-error.ts';
import { after } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/random.ts';
import type { Random } from '../lib/random.ts';
import * as commands from '../stores/commands.ts';
import { toRealtime } from '../stores/devices.ts';
import * as idempotency from '../stores/idempotency.ts';

/** A command that has not reached its device by then is never delivered. */
const COMMAND_LIFE = 120 * SECOND;

export interface CommandMeans {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  /** Whether an event runs on the device that nobody opted it out of. */
  readonly isEventActive: (
    house: Pick<HouseScope, 'providerId' | 'houseId'>,
    deviceId: string,
  ) => Promise<boolean>;
}

export interface CommandRequest {
  readonly deviceId: string;
  readonly raw: unknown;
  /** From If-Match: the version of the device that the person looked at. */
  readonly versionSeen: number | null;
  readonly idempotencyKey: string | null;
}

export type Accepted = Pick<CommandStatus, 'commandId' | 'version' | 'state'>;

/** What to do about a refusal, in words for people. */
const detailOf = (refusal: Refusal): string | null => {
  if (refusal.code === 'setpoint_out_of_range')
    return `${refusal.field}: ${refusal.min} to ${refusal.max} °F`;
  if (refusal.code === 'command_malformed') return refusal.field;
  if (refusal.code === 'parameter_invalid') return refusal.parameter;
  return null;
};

const refuse = (refusal: Refusal): AppError => {
  const detail = detailOf(refusal);
  return new AppError(refusal.code, { deviceId: refusal.deviceId, ...(detail === null ? {} : { detail }) });
};

interface Enqueued {
  /** As it was locked in the transaction. */
  readonly device: commands.CommandedDevice;
  readonly place: Pick<HouseScope, 'providerId' | 'houseId'>;
  readonly accountId: string | null;
  readonly origin: Origin;
  readonly command: ApprovedCommand;
}

/** Writes a command that passed the gate, the device's new version, and the job that sends it. */
export const enqueueCommand = async (
  tx: Db,
  { clock, random, jobs }: Pick<CommandMeans, 'clock' | 'random' | 'jobs'>,
  { device, place: { providerId, houseId }, accountId, origin, command }: Enqueued,
): Promise<Accepted> => {
  const now = clock.now();
  const { type, kind, body } = command;
  const accepted: Accepted = { commandId: newId(random), version: device.version + 1, state: 'accepted' };
  await commands.insert(tx, {
    providerId,
    houseId,
    id: accepted.commandId,
    deviceId: device.id,
    accountId,
    origin,
    command: { type, kind, body },
    version: accepted.version,
    acceptedAt: now,
    expiresAt: after(now, COMMAND_LIFE),
  });
  await jobs.send(tx, 'send-command', { providerId, houseId, commandId: accepted.commandId });
  return accepted;
};

/**
 * Takes a person's command: the device is locked, the gate looks at it, and command, new version and job are written in
 * one transaction. The same idempotency key gives the same answer and nothing else.
 */
export const acceptCommand = async (
  means: CommandMeans,
  scope: HouseScope,
  request: CommandRequest,
): Promise<Accepted> => {
  const { db, clock } = means;
  const { deviceId, raw, idempotencyKey, versionSeen } = request;
  const activeEvent = await means.isEventActive(scope, deviceId);
  return db.transaction().execute(async (tx) => {
    const device = await commands.lockDevice(tx, scope, deviceId);
    const now = clock.now();
    const remembered = { route: `command ${scope.houseId} ${deviceId}`, key: idempotencyKey ?? '' };
    const requestHash = hashSecret(JSON.stringify(raw));
    if (idempotencyKey !== null) {
      const before = await idempotency.recall(tx, scope, remembered);
      if (before && before.requestHash !== requestHash) {
        throw new AppError('idempotency_mismatch', { deviceId });
      }
      if (before) return before.answer as Accepted;
    }
    const { status, reportedAt } = readingsOf(toRealtime(device.entries));
    const silentMs = reportedAt === null ? 0 : now.getTime() - reportedAt.getTime();
    const result = passGate({
      device,
      command: raw,
      sender: { origin: 'person', activeEvent, version: device.version, versionSeen, status, silentMs },
    });
    if ('refused' in result) throw refuse(result.refused);
    const accepted = await enqueueCommand(tx, means, {
      device,
      place: scope,
      accountId: scope.accountId,
      origin: 'person',
      command: result.approved,
    });
    if (idempotencyKey !== null) {
      await idempotency.remember(tx, scope, remembered, { requestHash, answer: accepted }, now);
    }
    return accepted;
  });
};
