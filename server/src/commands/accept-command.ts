import { latestValuesOf } from '#domain/control/latest-values.ts';
import { passGate } from '#domain/control/gate/gate.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { AppError } from '../lib/app-error.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import * as commands from '../stores/devices/commands.ts';
import { toRealtime } from '../stores/devices/devices.ts';
import * as idempotency from '../stores/system/idempotency.ts';
import type { CommandDeps } from './deps.ts';
import { enqueueCommand } from './enqueue-command.ts';
import type { AcceptedCommand } from './enqueue-command.ts';
import { refusalError } from './refusal-error.ts';

export interface CommandRequest {
  readonly deviceId: string;
  readonly raw: unknown;
  /** From If-Match: the version of the device that the person looked at. */
  readonly versionSeen: number | null;
  readonly idempotencyKey: string | null;
}

/**
 * Accepts a person's command: the device is locked, the gate decides, and command, new version and job are written in
 * one transaction. A request that repeats an idempotency key gets the first answer again and has no other effect.
 */
export const acceptCommand = async (
  deps: CommandDeps,
  scope: HouseScope,
  request: CommandRequest,
): Promise<AcceptedCommand> => {
  const { db, clock } = deps;
  const { deviceId, raw, idempotencyKey, versionSeen } = request;
  return db.transaction().execute(async (tx) => {
    const device = await commands.lockDevice(tx, scope, deviceId);
    const now = clock.now();
    const keyed = { route: `command ${scope.houseId} ${deviceId}`, key: idempotencyKey ?? '' };
    const requestHash = hashSecret(JSON.stringify(raw));
    if (idempotencyKey !== null) {
      const first = await idempotency.findAnswer(tx, scope, keyed);
      if (first && first.requestHash !== requestHash) {
        throw new AppError('idempotency_mismatch', { deviceId });
      }
      if (first) return first.answer as AcceptedCommand;
    }
    const { status, reportedAt } = latestValuesOf(toRealtime(device.entries));
    const silentMs = reportedAt === null ? 0 : now.getTime() - reportedAt.getTime();
    const activeEvent = await deps.eventHooks.isActive(tx, scope, deviceId);
    const result = passGate({
      device,
      command: raw,
      sender: { origin: 'person', activeEvent, version: device.version, versionSeen, status, silentMs },
    });
    if ('refused' in result) {
      deps.metrics.countCommand({ origin: 'person', outcome: 'refused', maker: device.mfg });
      throw refusalError(result.refused);
    }
    const accepted = await enqueueCommand(tx, deps, scope, {
      device,
      accountId: scope.accountId,
      origin: 'person',
      command: result.approved,
    });
    await deps.eventHooks.noteEdit(tx, scope, deviceId);
    if (idempotencyKey !== null) {
      await idempotency.storeAnswer(tx, scope, keyed, { requestHash, answer: accepted }, now);
    }
    return accepted;
  });
};
