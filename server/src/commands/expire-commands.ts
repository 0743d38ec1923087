import { expire } from '../stores/devices/commands.ts';
import type { CommandDeps, EventDelivery } from './deps.ts';

export interface ExpiryDeps extends Pick<CommandDeps, 'db' | 'clock' | 'metrics'> {
  readonly eventDelivery: Pick<EventDelivery, 'load'>;
}

/** Expires open commands whose time is over, whether or not they reached their device. */
export const expireCommands = async ({ db, clock, metrics, eventDelivery }: ExpiryDeps): Promise<void> => {
  const expired = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const commands = await expire(tx, now);
    const ofEvents = commands.filter(({ eventId }) => eventId !== null);
    if (ofEvents.length === 0) return commands;
    const events = await eventDelivery.load(tx, ofEvents, now);
    const result = { outcome: 'expired', isNewest: false } as const;
    await events.settle(tx, new Map(ofEvents.map(({ commandId }) => [commandId, result])), now);
    return commands;
  });
  for (const { origin, mfg } of expired) metrics.countCommand({ origin, outcome: 'expired', maker: mfg });
};
