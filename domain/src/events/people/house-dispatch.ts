import type { DemandEvent } from '../event.ts';
import { mayPass } from '../may-pass.ts';
import type { OptOutCause, Participation } from '../participation.ts';
import { endOf } from '../timing.ts';
import { isCountedPrice } from './consequence.ts';
import type { OptOutConsequence } from './consequence.ts';

/** closed: the household left the provider, and never joins again. */
export type LeavingCause = 'person' | 'closed';

/** What a home was told, when it left events of one program of a dispatch, that this costs. */
export interface KeptOptOut {
  /** ms */
  readonly at: number;
  readonly cause: OptOutCause;
  /** null: of a time in which that was not kept. */
  readonly told: OptOutConsequence | null;
  /** The devices that left when this was told; none named: all of the program that count as having left. */
  readonly devices?: readonly string[];
}

/** What a home was told and decided about a dispatch, also for devices that have not joined it yet. All times in ms. */
export interface HouseDispatch {
  /** When it was told of the dispatch first; null: not yet. */
  readonly toldAt: number | null;
  /** When it left with all its devices; null: it has not. */
  readonly leftAt: number | null;
  readonly leftCause: LeavingCause | null;
  /** When the last of its devices joined again after that; null: some are still out. */
  readonly rejoinedAt: number | null;
  /** By program; one without an entry counts nothing. */
  readonly optOuts: Readonly<Record<string, KeptOptOut>>;
}

/** A home has left a dispatch and not joined it again. */
export interface Departure {
  /** ms */
  readonly at: number;
  readonly cause: LeavingCause;
}

/** null: it takes part. */
export const departureOf = ({ leftAt, leftCause, rejoinedAt }: HouseDispatch): Departure | null =>
  leftAt === null || leftCause === null || rejoinedAt !== null ? null : { at: leftAt, cause: leftCause };

/**
 * A device that joins the event, or joins it late: if its home has left the dispatch, it does so only to be out of it. One that is
 * left out has nothing to leave yet.
 */
export const asHomeDecided = (
  event: { readonly optOutAllowed: boolean },
  departure: Departure | null,
  participation: Participation,
): Participation => {
  const isOut = departure !== null && (event.optOutAllowed || departure.cause === 'closed');
  return isOut && participation.optOut === null && 'steps' in participation.plan
    ? { ...participation, optOut: { at: departure.at, cause: 'person' } }
    : participation;
};

/** A device that is left out of an event that can be left, for a reason that may pass: its home can leave before it joins. */
export const mayStillJoin = (event: DemandEvent, { plan, optOut }: Participation, now: number): boolean =>
  optOut === null &&
  'excluded' in plan &&
  mayPass(plan.excluded) &&
  event.optOutAllowed &&
  event.cancelledAt === null &&
  now < endOf(event);

/** What happened to the devices of a home in one program of a dispatch. */
export interface Leavings {
  /** What is kept so far counts. */
  readonly isCounted: boolean;
  /** Devices that count as having left by now. */
  readonly counted: readonly string[];
  /** Those among them that have just left, with what was told of each. */
  readonly left: readonly { readonly deviceId: string; readonly told: OptOutConsequence | null }[];
  readonly cause: OptOutCause;
  /** ms */
  readonly at: number;
}

/**
 * What is kept of a program after devices of the home left or joined again; null: nothing. Once all joined again that left when the
 * price was told, the others stay at what they were told: that leaving costs nothing more.
 */
export const keptOptOut = (
  before: KeptOptOut | null,
  { isCounted, counted, left, cause, at }: Leavings,
): KeptOptOut | null => {
  if (counted.length === 0) return null;
  if (!isCounted && left.length > 0) {
    const priced = left.filter(({ told }) => told === null || isCountedPrice(told));
    const telling = priced.length > 0 ? priced : left;
    return {
      at,
      cause,
      told: telling[0]?.told ?? null,
      devices: telling.map(({ deviceId }) => deviceId),
    };
  }
  if (before === null || before.devices === undefined) return before;
  return before.devices.some((deviceId) => counted.includes(deviceId))
    ? before
    : { at, cause: before.cause, told: { code: 'counted_already' }, devices: counted };
};
