import { checkSafety } from '#domain/control/gate.ts';
import type { DeviceLink } from '#domain/ports/device-link.ts';
import type { RootDb } from '../db/connection.ts';
import type { JobData } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { systemHouseScope } from '../lib/system-scope.ts';
import * as commands from '../stores/commands.ts';

interface DeliveryDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly link: DeviceLink;
  readonly metrics: Metrics;
}

/**
 * Hands an accepted command to the device link. What is safe is checked once more: between acceptance and delivery a
 * mixing valve may have been turned off. Whether the sender may was decided at acceptance. A link that cannot be reached
 * rejects, and the queue tries again until the expiry.
 */
export const deliverCommand = async (
  { db, clock, link, metrics }: DeliveryDeps,
  { commandId, ...job }: JobData['send-command'],
): Promise<void> => {
  const scope = systemHouseScope(job);
  const row = await commands.find(db, scope, commandId);
  if (!row || !commands.OPEN_STATES.some((state) => state === row.state)) return;
  const device = await commands.readDevice(db, scope, row.deviceId);
  const move = async (to: commands.Move): Promise<void> => {
    const moved = await commands.move(db, scope, commandId, to);
    if (moved) metrics.countCommand({ origin: row.origin, outcome: to.state, maker: device.mfg });
  };
  const end = (state: 'failed' | 'expired', reason: string) => move({ state, reason, at: clock.now() });
  if (row.expiresAt <= clock.now()) return end('expired', 'no_answer');

  const result = checkSafety(device, row.command);
  if ('refused' in result) return end('failed', result.refused.code);

  const sentAt = clock.now();
  const delivery = await link.send({
    ...scope,
    deviceId: row.deviceId,
    commandId,
    sequence: row.version,
    command: result.approved,
    expiresAt: row.expiresAt,
  });
  if (delivery.outcome === 'expired') return end('expired', 'no_answer');
  if (delivery.outcome === 'refused') return end('failed', delivery.reason);
  // Of the newest command `superseded` means that an earlier try got through and only its answer was lost.
  if (delivery.outcome === 'superseded' && row.version < device.version) return end('failed', 'superseded');
  return move({ state: 'sent', at: sentAt });
};
