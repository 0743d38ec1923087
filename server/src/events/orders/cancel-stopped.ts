import type { Db } from '../../db/connection.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { Random } from '../../lib/secrets/random.ts';
import * as audit from '../../stores/system/audit.ts';
import * as events from '../../stores/events/stop-events.ts';

/**
 * Cancels events that were being written when all of their provider were stopped, and says so in the audit; null: of every provider.
 * Returns when each was, by its id.
 */
export const cancelStopped = async (
  tx: Db,
  { random, clock }: { readonly random: Random; readonly clock: Clock },
  providerId: string | null,
): Promise<ReadonlyMap<string, Date>> => {
  const cancelled = await events.cancelStopped(tx, providerId);
  await audit.recordAll(
    tx,
    random,
    clock.now(),
    cancelled.map(({ providerId: of, eventId }) => ({
      providerId: of,
      accountId: null,
      action: 'event-cancelled',
      detail: { eventId, stopAll: true },
    })),
  );
  return new Map(cancelled.map(({ eventId, cancelledAt }) => [eventId, cancelledAt]));
};
