import { effectsOf } from '#domain/control/command/command.ts';
import { isReached } from '#domain/control/values.ts';
import { kindOf } from '#domain/kinds/index.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { RootDb } from '../db/connection.ts';
import type { Metrics } from '../lib/metrics.ts';
import { listSent, moveCommands } from '../stores/devices/command-delivery.ts';
import type { CommandMove, SentCommand } from '../stores/devices/command-delivery.ts';

interface Deps {
  readonly db: RootDb;
  readonly metrics: Metrics;
}

/**
 * How a command ends by what the device has reported since it was sent: confirmed if every effect of it is reported, except what
 * newer commands have set since; superseded if they have set all of it. null: not yet.
 */
const endOf = ({
  command,
  sentAt,
  entries,
  overtakenBy,
  ...device
}: SentCommand): 'confirmed' | 'superseded' | null => {
  const since = sentAt.toISOString();
  const { resources } = kindOf(device.kind);
  const effects = Object.entries(effectsOf(device, command)).filter(([key]) => key in resources);
  const overtaken = new Set(overtakenBy.flatMap((newer) => Object.keys(effectsOf(device, newer))));
  const remaining = effects.filter(([key]) => !overtaken.has(key));
  if (effects.length > 0 && remaining.length === 0) return 'superseded';
  const isReported =
    Object.values(entries).some(({ time }) => time >= since) &&
    remaining.every(([key, wanted]) => {
      const entry = entries[key];
      return entry !== undefined && entry.time >= since && isReached(wanted, entry.value);
    });
  return isReported ? 'confirmed' : null;
};

/**
 * Ends sent commands of the given devices: those whose effect the stored readings show, and those that newer ones have overtaken,
 * which no reading will show. Called when readings were stored, and when a command was sent: a device may report before its cloud
 * has answered the call.
 */
export const confirmCommands = async (
  { db, metrics }: Deps,
  devices: readonly DeviceRef[],
  now: Date,
): Promise<void> => {
  const ended = (await listSent(db, devices)).flatMap((command) => {
    const end = endOf(command);
    return end === null ? [] : [{ command, end }];
  });
  const byId = new Map(ended.map((outcome) => [outcome.command.commandId, outcome]));
  const moves = ended.map(({ command: { providerId, houseId, commandId }, end }): CommandMove => ({
    providerId,
    houseId,
    commandId,
    ...(end === 'confirmed' ? { state: 'confirmed' } : { state: 'failed', reason: end }),
    at: now,
  }));
  for (const { commandId } of await moveCommands(db, moves)) {
    const { command, end } = byId.get(commandId) ?? {};
    if (!command) continue;
    const outcome = end === 'confirmed' ? 'confirmed' : 'failed';
    metrics.countCommand({ origin: command.origin, outcome, maker: command.mfg });
  }
};
