import { eventReturnOf } from './event-return.ts';
import type { CurrentEvents } from './house-context.ts';

/** When the last device of the home is back, and whether only cancelled events give back; null: none is on its way, or an event still runs. */
export const homeBackBy = (
  events: CurrentEvents,
  devices: readonly { readonly id: string }[],
  at: number,
): { readonly by: number; readonly isCancelled: boolean } | null => {
  if (events.active.some(({ endTime }) => at < Date.parse(endTime))) return null;
  const all = devices.flatMap(({ id }) => eventReturnOf(events, id, at) ?? []);
  const times = all.flatMap(({ by }) => by ?? []);
  if (times.length === 0) return null;
  return { by: Math.max(...times), isCancelled: all.every(({ isCancelled }) => isCancelled) };
};
