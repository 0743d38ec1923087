import { HOUR } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import { releaseTime } from '../timing.ts';
import { shiftOf } from './shift.ts';

export interface ExpectedSavings {
  readonly wh: number;
  /** In the smallest unit of the currency; null: the program has no reward. */
  readonly amount: number | null;
  readonly currency: string;
}

/** A reward per event is one for all devices of the home: the first ones get what cannot be divided. */
const shareOf = (amount: number, { index, count }: { readonly index: number; readonly count: number }) =>
  Math.floor(amount / count) + (index < amount % count ? 1 : 0);

/** Wh by the program's typical figure for the kind; null: it has none. */
const typicalWh = (event: ExpectedEvent): number | null => {
  const { program, kind, startTime } = event;
  const typical = program.typicalWhPerHour[kind];
  if (typical === undefined) return null;
  const hours = (releaseTime({ ...event, cancelledAt: null }) - startTime) / HOUR;
  return Math.round(typical * hours);
};

/** The mean of past results, not below zero; null: there are none. */
const meanOf = (results: readonly number[]): number | null =>
  results.length === 0
    ? null
    : Math.max(0, Math.round(results.reduce((sum, wh) => sum + wh, 0) / results.length));

/** About what is left of it where the shift is halved: as much less as the shift. */
export const easedSavings = (
  { program, intensity }: Pick<DemandEvent, 'program' | 'intensity'>,
  expected: ExpectedSavings | null,
): ExpectedSavings | null => {
  if (expected === null) return null;
  const share = shiftOf(program, intensity, true) / shiftOf(program, intensity, false);
  const { amount, wh } = expected;
  const isByEnergy = program.reward.type === 'per-kwh';
  return {
    ...expected,
    wh: Math.round(wh * share),
    amount: amount !== null && isByEnergy ? Math.round(amount * share) : amount,
  };
};

type ExpectedEvent = Pick<DemandEvent, 'program' | 'kind' | 'startTime' | 'endTime'>;

/**
 * About what an event saves of one device: the mean of its last results in the program (Wh), else the program's typical
 * figure; null: it has none for this kind. `place`: which of the home's devices in the event it is.
 */
export const expectedSavings = (
  event: ExpectedEvent,
  place: { readonly index: number; readonly count: number },
  lastResults: readonly number[] = [],
): ExpectedSavings | null => {
  const wh = meanOf(lastResults) ?? typicalWh(event);
  if (wh === null) return null;
  const { reward, currency } = event.program;
  if (reward.type === 'none') return { wh, amount: null, currency };
  const amount =
    reward.type === 'per-kwh' ? Math.round((reward.amount * wh) / 1_000) : shareOf(reward.amount, place);
  return { wh, amount, currency };
};
