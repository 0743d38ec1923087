import { expirePage } from '../stores/devices/commands.ts';
import type { CommandDeps, EventDelivery } from './deps.ts';

export interface ExpiryDeps extends Pick<CommandDeps, 'db' | 'clock' | 'metrics'> {
  readonly eventDelivery: Pick<EventDelivery, 'load'>;
  /** The node is stopping: what is left is done by another. */
  readonly isStopped: () => boolean;
}

/** Commands of one transaction: it locks rows that people wait for. */
const PAGE = 200;

/** How many there were. */
const expireSome = async ({ db, clock, metrics, eventDelivery }: ExpiryDeps): Promise<number> => {
  const expired = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const commands = await expirePage(tx, now, PAGE);
    const ofEvents = commands.filter(({ eventId }) => eventId !== null);
    if (ofEvents.length === 0) return commands;
    const events = await eventDelivery.load(tx, ofEvents, now);
    const result = { outcome: 'expired', isNewest: false } as const;
    await events.settle(tx, new Map(ofEvents.map(({ commandId }) => [commandId, result])), now);
    return commands;
  });
  for (const { origin, mfg } of expired) metrics.countCommand({ origin, outcome: 'expired', maker: mfg });
  return expired.length;
};

/**
 * Expires open commands whose time is over, whether or not they reached their device. All steps of an event end at one
 * instant, so they are expired by pages.
 */
export const expireCommands = async (deps: ExpiryDeps): Promise<void> => {
  while (!deps.isStopped() && (await expireSome(deps)) > 0);
};
