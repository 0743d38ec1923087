import { HOUR } from '../time.ts';
import type { DemandEvent } from './event.ts';
import { releaseTime } from './timing.ts';

export interface ExpectedSavings {
  readonly wh: number;
  /** In the smallest unit of the currency; null: the program has no reward. */
  readonly amount: number | null;
  readonly currency: string;
}

/** A reward per event is one for all devices of the home: the first ones get what cannot be divided. */
const shareOf = (amount: number, { index, count }: { readonly index: number; readonly count: number }) =>
  Math.floor(amount / count) + (index < amount % count ? 1 : 0);

/**
 * About what an event saves of one device, by the program's typical figure; null: it has none for this kind. `place`: which
 * of the home's devices in the event it is.
 */
export const expectedSavings = (
  event: Pick<DemandEvent, 'program' | 'kind' | 'startTime' | 'endTime'>,
  place: { readonly index: number; readonly count: number },
): ExpectedSavings | null => {
  const { program, kind, startTime } = event;
  const typical = program.typicalWhPerHour[kind];
  if (typical === undefined) return null;
  const hours = (releaseTime({ ...event, cancelledAt: null }) - startTime) / HOUR;
  const wh = Math.round(typical * hours);
  const { reward, currency } = program;
  if (reward.type === 'none') return { wh, amount: null, currency };
  const amount =
    reward.type === 'per-kwh' ? Math.round((reward.amount * wh) / 1_000) : shareOf(reward.amount, place);
  return { wh, amount, currency };
};
