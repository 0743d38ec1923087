import type { EventStore, Stop } from './ports.ts';
import type { EventRef } from './rows.ts';

/** What stopping needs of a transaction. */
export interface StopTx {
  readonly store: Pick<EventStore, 'cancelEvents' | 'noteStop' | 'writeStop'>;
  readonly now: () => number;
}

export interface Stopped {
  /** Those that were not over. */
  readonly open: readonly EventRef[];
  /** The ids of those that were not cancelled before. */
  readonly cancelled: readonly string[];
}

/**
 * Cancels open events of a provider at one moment, so that homes are told of it once. Those that are over return too, and do so at
 * once. An event that is being written meanwhile is cancelled by `cancelStopped`: by who writes it, or by the loop of transitions.
 */
export const stopAll = async (
  { store, now: clock }: StopTx,
  providerId: string,
  open: () => Promise<readonly EventRef[]>,
  stop: Pick<Stop, 'reason'> & { readonly isUrgent: boolean },
): Promise<Stopped> => {
  const now = clock();
  const { reason, isUrgent } = stop;
  const returnNowAt = isUrgent ? now : null;
  await store.writeStop(providerId, { at: now, reason, returnNowAt });
  const refs = await open();
  const cancelled = await store.cancelEvents(refs, now);
  await store.noteStop(refs, { reason, returnNowAt });
  // Orders that were written while this waited for a lock did not see the first one.
  const again = clock();
  await store.writeStop(providerId, { at: again, reason, returnNowAt: isUrgent ? again : null });
  return { open: refs, cancelled };
};
