import type { Program } from '#contract/entities/program.ts';
import { MINUTE } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import { seasonAt } from '../season.ts';

/** What leaving costs, with the values its wording needs; amounts in the smallest unit of the currency. */
export type OptOutConsequence =
  | { readonly code: 'not_allowed' }
  /** The provider told this home of the event too late to charge it. */
  | { readonly code: 'late_notice' }
  | { readonly code: 'nothing' }
  /** The program counts this dispatch already: leaving with one more of its devices changes nothing. */
  | { readonly code: 'counted_already' }
  | { readonly code: 'free'; readonly used: number; readonly free: number }
  | {
      readonly code: 'loses_event_reward' | 'loses_month_reward';
      readonly used: number;
      readonly free: number;
    }
  | {
      readonly code: 'loses_amount';
      readonly used: number;
      readonly free: number;
      readonly amount: number;
      readonly currency: Program['currency'];
    };

/** A dispatch that a home left, with any of its devices, in one of its programs. All times in ms. */
export interface OptOutRecord {
  readonly dispatchId: string;
  readonly programId: string;
  /** Of the first event that it left. */
  readonly startTime: number;
  /** When the home left: opt-outs count in this order. */
  readonly at: number;
  /** Every event of the program that it left was cancelled. */
  readonly isCancelled: boolean;
  /** What the home was told then that it costs; null: that was not kept. */
  readonly told: OptOutConsequence | null;
}

type Left = Pick<DemandEvent, 'dispatchId' | 'program' | 'startTime'>;

const UNCOUNTED: readonly OptOutConsequence['code'][] = ['not_allowed', 'late_notice', 'counted_already'];

/** Whoever was told it pays, or uses up a free one. */
export const isCountedPrice = ({ code }: OptOutConsequence): boolean => !UNCOUNTED.includes(code);

/** Others cost nothing and use up no free one. */
export const isCounted = ({ isCancelled, told }: OptOutRecord): boolean =>
  !isCancelled && (told === null || isCountedPrice(told));

const isOfProgram = ({ program }: Left, { programId }: OptOutRecord): boolean => programId === program.id;

/** Dispatches of the program and season of an event that the home left and that count, each once, this one not among them. */
const usedBy = (event: Left, optOuts: readonly OptOutRecord[]): number => {
  const season = seasonAt(event.program, event.startTime);
  if (season === null) return 0;
  const counted = optOuts.filter(
    (optOut) =>
      isCounted(optOut) &&
      isOfProgram(event, optOut) &&
      optOut.dispatchId !== event.dispatchId &&
      season.from <= optOut.startTime &&
      optOut.startTime < season.to,
  );
  return new Set(counted.map(({ dispatchId }) => dispatchId)).size;
};

/** By the program's rule, after so many others. */
const priceAfter = (
  { optOut: { freePerSeason: free, price }, currency }: Program,
  used: number,
): OptOutConsequence => {
  if (price.type === 'none') return { code: 'nothing' };
  if (used < free) return { code: 'free', used, free };
  const counts = { used, free };
  if (price.type === 'amount') return { code: 'loses_amount', ...counts, amount: price.amount, currency };
  return { code: price.type === 'event-reward' ? 'loses_event_reward' : 'loses_month_reward', ...counts };
};

/** Whether a home that heard of the event then heard of it as early as the program promises. */
const isInTime = ({ program, startTime }: Left, toldAt: number): boolean =>
  startTime - toldAt >= program.notice.leastMinutes * MINUTE - MINUTE;

/** A home in an event: what it left so far, and when it was told of the event, in ms; null: it has not been told yet. */
export interface HomeInEvent {
  readonly optOuts: readonly OptOutRecord[];
  readonly toldAt: number | null;
}

/** What it costs this home to leave the event now: said before it leaves, and kept when it does. */
export const optOutConsequence = (
  event: Left & Pick<DemandEvent, 'optOutAllowed'>,
  { optOuts, toldAt }: HomeInEvent,
  now: number,
): OptOutConsequence => {
  const { program } = event;
  if (!event.optOutAllowed || !program.optOut.allowed) return { code: 'not_allowed' };
  if (!isInTime(event, toldAt ?? now)) return { code: 'late_notice' };
  const isThisCounted = optOuts.some(
    (optOut) => optOut.dispatchId === event.dispatchId && isOfProgram(event, optOut) && isCounted(optOut),
  );
  return isThisCounted ? { code: 'counted_already' } : priceAfter(program, usedBy(event, optOuts));
};

const isCharge = ({ code }: OptOutConsequence): boolean =>
  code === 'loses_amount' || code === 'loses_event_reward' || code === 'loses_month_reward';

const lesser = (told: OptOutConsequence, computed: OptOutConsequence): OptOutConsequence => {
  if (!isCharge(told) || !isCharge(computed)) return isCharge(told) ? computed : told;
  return told.code === 'loses_amount' && computed.code === 'loses_amount' && computed.amount < told.amount
    ? computed
    : told;
};

const isEarlier = (one: OptOutRecord, other: OptOutRecord): boolean =>
  one.at < other.at || (one.at === other.at && one.dispatchId < other.dispatchId);

/**
 * What a home is charged for having left the event: what it was told, or less where an opt-out made before it does not count any
 * more. null: it has not left, or that does not count.
 */
export const chargedConsequence = (
  event: Left,
  optOuts: readonly OptOutRecord[],
): OptOutConsequence | null => {
  const ofEvent = optOuts.find(
    (optOut) => optOut.dispatchId === event.dispatchId && isOfProgram(event, optOut),
  );
  if (ofEvent === undefined || !isCounted(ofEvent)) return null;
  const earlier = optOuts.filter((optOut) => isEarlier(optOut, ofEvent));
  const computed = priceAfter(event.program, usedBy(event, earlier));
  return ofEvent.told === null ? computed : lesser(ofEvent.told, computed);
};
