import { effectsOf } from '#domain/control/command.ts';
import { isReached } from '#domain/control/values.ts';
import { kindOf } from '#domain/kinds/index.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { RootDb } from '../db/connection.ts';
import type { Metrics } from '../lib/metrics.ts';
import { listSent, moveCommands } from '../stores/command-delivery.ts';
import type { SentCommand } from '../stores/command-delivery.ts';

interface Deps {
  readonly db: RootDb;
  readonly metrics: Metrics;
}

/** Whether the device has reported since the command was sent, and every effect of it. */
const isReported = ({ command, sentAt, entries, ...device }: SentCommand): boolean => {
  const since = sentAt.toISOString();
  const { resources } = kindOf(device.kind);
  const effects = Object.entries(effectsOf(device, command)).filter(([key]) => key in resources);
  return (
    Object.values(entries).some(({ time }) => time >= since) &&
    effects.every(([key, wanted]) => {
      const entry = entries[key];
      return entry !== undefined && entry.time >= since && isReached(wanted, entry.value);
    })
  );
};

/**
 * Confirms sent commands of the given devices whose effect the stored readings show. Called when readings were stored, and
 * when a command was sent: a device may report before its cloud has answered the call.
 */
export const confirmCommands = async (
  { db, metrics }: Deps,
  devices: readonly DeviceRef[],
  now: Date,
): Promise<void> => {
  const reported = (await listSent(db, devices)).filter(isReported);
  const byId = new Map(reported.map((one) => [one.commandId, one]));
  const moves = reported.map(({ providerId, houseId, commandId }) => ({
    providerId,
    houseId,
    commandId,
    state: 'confirmed' as const,
    at: now,
  }));
  for (const { commandId } of await moveCommands(db, moves)) {
    const { origin = '', mfg: maker = '' } = byId.get(commandId) ?? {};
    metrics.countCommand({ origin, outcome: 'confirmed', maker });
  }
};
