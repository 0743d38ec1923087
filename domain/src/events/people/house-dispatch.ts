import type { OptOutCause, Participation } from '../participation.ts';
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
}

/** What a home was told and decided about a dispatch, also for devices that have not joined it yet. All times in ms. */
export interface HouseDispatch {
  /** When it was told of the dispatch first; null: not yet. */
  readonly toldAt: number | null;
  /** When it left with all its devices; null: it has not. */
  readonly leftAt: number | null;
  readonly leftCause: LeavingCause | null;
  /** When it joined again with a device after that; null: it has not. */
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

/** A device that joins the event, or joins it late: if its home has left the dispatch, it does so only to be out of it. */
export const asHomeDecided = (
  event: { readonly optOutAllowed: boolean },
  departure: Departure | null,
  participation: Participation,
): Participation => {
  const isOut = departure !== null && (event.optOutAllowed || departure.cause === 'closed');
  return isOut && participation.optOut === null
    ? { ...participation, optOut: { at: departure.at, cause: 'person' } }
    : participation;
};

/**
 * The opt-outs that are kept after devices of the home left or joined again: one for every program in which any of them counts as
 * having left. `first` says what is kept of a program that had none.
 */
export const keptOptOuts = (
  before: HouseDispatch['optOuts'],
  countedPrograms: readonly string[],
  first: (programId: string) => KeptOptOut,
): HouseDispatch['optOuts'] =>
  Object.fromEntries(countedPrograms.map((programId) => [programId, before[programId] ?? first(programId)]));
