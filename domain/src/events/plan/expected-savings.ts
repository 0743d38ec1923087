import { HOUR } from '../../time/time.ts';
import type { DemandEvent, Plan } from '../event.ts';
import type { Participation } from '../participation.ts';
import { releaseTime } from '../timing.ts';
import { commandDuring } from './command-during.ts';
import { strategies } from './strategies/index.ts';

export interface ExpectedSavings {
  readonly wh: number;
  /** In the smallest unit of the currency; null: the program has no reward. */
  readonly amount: number | null;
  readonly currency: string;
}

/** Which of the devices it is that share a reward. */
export interface RewardPlace {
  readonly index: number;
  readonly count: number;
}

/** A reward per event is one for all devices of the home: the first ones get what cannot be divided. */
const shareOf = (amount: number, { index, count }: RewardPlace) =>
  Math.floor(amount / count) + (index < amount % count ? 1 : 0);

/** A reward per event is one for a program in a dispatch, whatever kinds of devices are in it, and those that left have no part. */
export const rewardPlaces = <Entry>(
  inDispatch: readonly { readonly entry: Entry; readonly programId: string; readonly isIn: boolean }[],
): ((entry: Entry) => RewardPlace) => {
  const places = new Map<Entry, RewardPlace>();
  for (const sharing of Map.groupBy(inDispatch, ({ programId }) => programId).values()) {
    const staying = sharing.filter(({ isIn }) => isIn);
    for (const [index, { entry }] of staying.entries()) places.set(entry, { index, count: staying.length });
  }
  return (entry) => places.get(entry) ?? { index: 0, count: 1 };
};

type ExpectedEvent = Pick<DemandEvent, 'program' | 'kind' | 'startTime' | 'endTime'>;

/** How long the event holds the device as it was ordered. */
const plannedEnd = (event: ExpectedEvent): number => releaseTime({ ...event, cancelledAt: null });

/** Wh by the program's typical figure for the kind; null: it has none. */
const typicalWh = (event: ExpectedEvent): number | null => {
  const { program, kind, startTime } = event;
  const typical = program.typicalWhPerHour[kind];
  if (typical === undefined) return null;
  const hours = (plannedEnd(event) - startTime) / HOUR;
  return Math.round(typical * hours);
};

/** The mean of past results, not below zero; null: there are none. */
const meanOf = (results: readonly number[]): number | null =>
  results.length === 0
    ? null
    : Math.max(0, Math.round(results.reduce((sum, wh) => sum + wh, 0) / results.length));

/** What is left of the event at a moment, as a share of the whole. */
const shareAhead = (event: ExpectedEvent, at: number): number => {
  const [start, end] = [event.startTime, plannedEnd(event)];
  return end <= start ? 0 : Math.max(0, end - Math.max(at, start)) / (end - start);
};

/**
 * About what the event saves of a device that is eased from a moment on (ms): all of it until then, and as much less from then on as
 * the event does less with it.
 */
export const easedSavings = (
  event: ExpectedEvent & Pick<DemandEvent, 'intensity'>,
  plan: Plan,
  expected: ExpectedSavings | null,
  at: number,
): ExpectedSavings | null => {
  if (expected === null) return null;
  const left = strategies[event.kind]?.ease?.shareLeft(event, commandDuring(plan) ?? {}) ?? 1;
  const share = 1 - shareAhead(event, at) * (1 - left);
  const { amount, wh } = expected;
  const isByEnergy = event.program.reward.type === 'per-kwh';
  return {
    ...expected,
    wh: Math.round(wh * share),
    amount: amount !== null && isByEnergy ? Math.round(amount * share) : amount,
  };
};

/** About what the event saves of a device as it takes part: less from when on its owner eased it. */
export const savingsAsPlanned = (
  event: Parameters<typeof easedSavings>[0],
  { plan, eased }: Pick<Participation, 'plan' | 'eased'>,
  expected: ExpectedSavings | null,
): ExpectedSavings | null => {
  if (!eased || 'excluded' in plan) return expected;
  return easedSavings(event, plan, expected, plan.easedAt ?? event.startTime);
};

interface ExpectedDevice {
  readonly place: RewardPlace;
  /** Its meter, or its runtime, tells what it saves. */
  readonly isMeasured: boolean;
  /** Wh that its last results in the program say. */
  readonly lastResults?: readonly number[];
}

/**
 * About what an event saves of one device: the mean of its last results in the program, else the program's typical figure. Where
 * nothing measures it, only a reward for the event is to be expected. null: nothing is, or no figure is known for this kind.
 */
export const expectedSavings = (
  event: ExpectedEvent,
  { place, isMeasured, lastResults = [] }: ExpectedDevice,
): ExpectedSavings | null => {
  const { reward, currency } = event.program;
  if (!isMeasured && reward.type !== 'per-event') return null;
  const wh = isMeasured ? (meanOf(lastResults) ?? typicalWh(event)) : 0;
  if (wh === null) return null;
  if (reward.type === 'none') return { wh, amount: null, currency };
  const amount =
    reward.type === 'per-kwh' ? Math.round((reward.amount * wh) / 1_000) : shareOf(reward.amount, place);
  return { wh, amount, currency };
};
