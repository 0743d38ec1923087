import type { Program } from '#contract/entities/program.ts';
import { MINUTE } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import { seasonAt } from '../season.ts';

/** What leaving costs, with the values its wording needs; amounts in the smallest unit of the currency. */
export type OptOutConsequence =
  | { readonly code: 'not_allowed' }
  /** The provider announced the event too late to charge anybody. */
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

export interface OptOutUse {
  /** Dispatches of the program and this season that the home left, each once, this one not among them. */
  readonly usedThisSeason: number;
  readonly isThisCounted: boolean;
}

/** An event that the home left, as far as it counts. */
export interface CountedOptOut {
  readonly dispatchId: string;
  readonly programId: string;
  /** Of the event, in ms. */
  readonly startTime: number;
}

/** How many events of the program the home has left in the season of this one: a dispatch counts once in each of its programs. */
export const optOutUse = (
  { dispatchId, program, startTime }: Pick<DemandEvent, 'dispatchId' | 'program' | 'startTime'>,
  counted: readonly CountedOptOut[],
): OptOutUse => {
  const season = seasonAt(program, startTime);
  const ofProgram = counted.filter((optOut) => optOut.programId === program.id);
  const others = ofProgram.filter(
    (optOut) =>
      optOut.dispatchId !== dispatchId &&
      season !== null &&
      season.from <= optOut.startTime &&
      optOut.startTime < season.to,
  );
  return {
    usedThisSeason: new Set(others.map((optOut) => optOut.dispatchId)).size,
    isThisCounted: ofProgram.some((optOut) => optOut.dispatchId === dispatchId),
  };
};

type Announced = Pick<DemandEvent, 'program' | 'optOutAllowed' | 'startTime' | 'notifiedAt'>;

/** Whether people heard of the event as early as the program promises. */
const isInTime = ({ program, startTime, notifiedAt }: Announced): boolean =>
  notifiedAt !== null && startTime - notifiedAt >= program.notice.leastMinutes * MINUTE - MINUTE;

/** What an opt-out of this event costs, said beforehand. */
export const optOutConsequence = (
  event: Announced,
  { usedThisSeason: used, isThisCounted }: OptOutUse,
): OptOutConsequence => {
  const { freePerSeason: free, price, allowed } = event.program.optOut;
  if (!event.optOutAllowed || !allowed) return { code: 'not_allowed' };
  if (!isInTime(event)) return { code: 'late_notice' };
  if (isThisCounted) return { code: 'counted_already' };
  if (price.type === 'none') return { code: 'nothing' };
  if (used < free) return { code: 'free', used, free };
  const counts = { used, free };
  if (price.type === 'amount') {
    return { code: 'loses_amount', ...counts, amount: price.amount, currency: event.program.currency };
  }
  return { code: price.type === 'event-reward' ? 'loses_event_reward' : 'loses_month_reward', ...counts };
};
