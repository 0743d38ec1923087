import type { Program } from '#contract/entities/program.ts';
import { seasonAt } from '../../events/season.ts';
import type { Span } from '../../events/season.ts';
import { sum } from '../numbers.ts';
import { rewardAmounts } from './reward.ts';
import type { RewardAmount, RewardedEvent } from './reward.ts';

/**
 * accrued: a provisional result is worth so much; confirmed: the result is final; reversed: taken back, from what is accrued
 * first; paid: the provider has paid it out.
 */
export type EntryKind = 'accrued' | 'confirmed' | 'reversed' | 'paid';

/** A row of a house's ledger. Rows are only ever added. */
export interface LedgerEntry {
  readonly eventId: string;
  readonly kind: EntryKind;
  /** Above zero, in the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: Program['currency'];
  /** ms */
  readonly time: number;
  /** The result, or what leaving an event costs. */
  readonly cause: 'result' | 'opt_out';
  /** The receipts that it was computed from. */
  readonly receipts: readonly { readonly deviceId: string; readonly version: number }[];
}

/** What stands where now. Their sum is what the house was given; `reversed` was taken back. */
export interface Balance {
  readonly accrued: number;
  readonly confirmed: number;
  readonly reversed: number;
  readonly paid: number;
}

const EMPTY: Balance = { accrued: 0, confirmed: 0, reversed: 0, paid: 0 };

type Apply = (balance: Balance, amount: number) => Balance;

const APPLY: Readonly<Record<EntryKind, Apply>> = {
  accrued: (balance, amount) => ({ ...balance, accrued: balance.accrued + amount }),
  confirmed: (balance, amount) => ({
    ...balance,
    accrued: balance.accrued - amount,
    confirmed: balance.confirmed + amount,
  }),
  reversed: (balance, amount) => {
    const fromAccrued = Math.min(balance.accrued, amount);
    return {
      ...balance,
      accrued: balance.accrued - fromAccrued,
      confirmed: balance.confirmed - (amount - fromAccrued),
      reversed: balance.reversed + amount,
    };
  },
  paid: (balance, amount) => ({
    ...balance,
    confirmed: balance.confirmed - amount,
    paid: balance.paid + amount,
  }),
};

/** Of the entries of one event, in the order in which they were written. */
const balanceOfEvent = (entries: readonly LedgerEntry[]): Balance =>
  entries.reduce((balance, { kind, amount }) => APPLY[kind](balance, amount), EMPTY);

/** By kind, over all events of the entries. */
export const balanceOf = (entries: readonly LedgerEntry[]): Balance => {
  const balances = [...Map.groupBy(entries, ({ eventId }) => eventId).values()].map(balanceOfEvent);
  const total = (kind: EntryKind) => sum(balances.map((balance) => balance[kind]));
  return {
    accrued: total('accrued'),
    confirmed: total('confirmed'),
    reversed: total('reversed'),
    paid: total('paid'),
  };
};

/** What has to be added so that the ledger says what an event is worth now. */
const changesFor = (
  { event, earned, payable }: RewardAmount,
  { accrued, confirmed, paid }: Balance,
  time: number,
): LedgerEntry[] => {
  const { eventId, program, results, isFinal } = event;
  const receipts = results.map(({ deviceId, version }) => ({ deviceId, version }));
  const cause = payable < earned ? 'opt_out' : 'result';
  const entry = (kind: EntryKind, amount: number): LedgerEntry[] =>
    amount > 0 ? [{ eventId, kind, amount, currency: program.currency, time, cause, receipts }] : [];
  const difference = payable - (accrued + confirmed + paid);
  const open = Math.max(accrued + difference, 0);
  return [
    ...entry('accrued', difference),
    ...entry('reversed', -difference),
    ...(isFinal ? entry('confirmed', open) : []),
  ];
};

/**
 * The entries to add for the events of one house, program and season; none, if the ledger says it all already. `ledger` holds
 * the entries of these events in the order in which they were written.
 */
export const newEntries = (
  events: readonly RewardedEvent[],
  ledger: readonly LedgerEntry[],
  time: number,
): LedgerEntry[] => {
  const byEvent = Map.groupBy(ledger, ({ eventId }) => eventId);
  const balanceFor = (eventId: string) => balanceOfEvent(byEvent.get(eventId) ?? []);
  return rewardAmounts(events, (eventId) => balanceFor(eventId).paid).flatMap((amount) =>
    changesFor(amount, balanceFor(amount.event.eventId), time),
  );
};

/**
 * A ledger as of a moment: without what was earned later, but with all that was taken back or paid, so that what is paid by it is
 * never more than there is now.
 */
export const ledgerAsOf = <Entry extends LedgerEntry>(ledger: readonly Entry[], moment: number): Entry[] =>
  ledger.filter(({ kind, time }) => time <= moment || kind === 'reversed' || kind === 'paid');

/** Everything that is confirmed and not paid yet, as paid. */
export const paymentEntries = (ledger: readonly LedgerEntry[], time: number): LedgerEntry[] =>
  [...Map.groupBy(ledger, ({ eventId }) => eventId).values()].flatMap((entries) => {
    const { confirmed } = balanceOfEvent(entries);
    const last = entries.findLast(({ kind }) => kind === 'confirmed');
    return last && confirmed > 0 ? [{ ...last, kind: 'paid' as const, amount: confirmed, time }] : [];
  });

export interface SeasonSoFar {
  readonly season: Span;
  readonly balance: Balance;
}

/** What a house has got of a program in the season of an instant; null: that lies in no season. */
export const seasonSoFar = (
  program: Pick<Program, 'zone' | 'season'>,
  events: readonly Pick<RewardedEvent, 'eventId' | 'startTime'>[],
  ledger: readonly LedgerEntry[],
  instant: number,
): SeasonSoFar | null => {
  const season = seasonAt(program, instant);
  if (season === null) return null;
  const ids = new Set(
    events
      .filter(({ startTime }) => season.from <= startTime && startTime < season.to)
      .map(({ eventId }) => eventId),
  );
  return { season, balance: balanceOf(ledger.filter(({ eventId }) => ids.has(eventId))) };
};
