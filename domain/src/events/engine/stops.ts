import type { EngineTx, EventRef, Stop } from './ports.ts';

/** Writes event rows alone: whatever else is done with the events at that moment, this does not wait for it. */
export const cancelEvents = (
  { store }: EngineTx,
  refs: readonly EventRef[],
  now: number,
): Promise<readonly string[]> => store.cancelEvents(refs, now);

/** Cancels events that were being written when all of their provider were stopped; null: of every provider. */
export const cancelStopped = ({ store }: EngineTx, providerId: string | null) =>
  store.cancelStopped(providerId);

/**
 * Cancels open events of a provider at one moment, so that homes are told of it once. Those that are over return too, and do so at
 * once. An event that is being written meanwhile is cancelled by `cancelStopped`: by who writes it, or by the loop of transitions.
 */
export const stopAll = async (
  { store, now: clock }: EngineTx,
  providerId: string,
  open: () => Promise<readonly EventRef[]>,
  stop: Pick<Stop, 'reason'> & { readonly isUrgent: boolean },
): Promise<readonly string[]> => {
  const now = clock();
  const { reason, isUrgent } = stop;
  const returnNowAt = isUrgent ? now : null;
  await store.writeStop(providerId, { at: now, reason, returnNowAt });
  const refs = await open();
  const cancelled = await store.cancelEvents(refs, now);
  await store.noteStop(refs, { reason, returnNowAt });
  // Orders that were written while this waited for a lock did not see the first one.
  await store.writeStop(providerId, { at: clock(), reason, returnNowAt });
  return cancelled;
};
