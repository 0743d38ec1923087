import { expire } from '../stores/commands.ts';
import type { CommandDeps } from './deps.ts';

/** Expires open commands whose time is over, whether or not they reached their device. */
export const expireCommands = async ({
  db,
  clock,
  metrics,
}: Pick<CommandDeps, 'db' | 'clock' | 'metrics'>): Promise<void> => {
  for (const { origin, mfg } of await expire(db, clock.now())) {
    metrics.countCommand({ origin, outcome: 'expired', maker: mfg });
  }
};
