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

type Departure = Pick<HouseDispatch, 'leftAt' | 'leftCause' | 'rejoinedAt'>;

/** When the home left the dispatch that it has not joined again; null: it takes part. */
const outSince = ({ leftAt, rejoinedAt }: Departure): number | null => (rejoinedAt === null ? leftAt : null);

/** Devices that join an event of the dispatch do so only to be out of it. */
const isOutOf = (event: { readonly optOutAllowed: boolean }, home: Departure): boolean =>
  outSince(home) !== null && (event.optOutAllowed || home.leftCause === 'closed');

/** A device that joins the event, or joins it late, as its home has decided. */
export const asHomeDecided = (
  event: { readonly optOutAllowed: boolean },
  home: Departure | undefined,
  participation: Participation,
): Participation =>
  home && isOutOf(event, home) && participation.optOut === null
    ? { ...participation, optOut: { at: outSince(home) ?? 0, cause: 'person' } }
    : participation;

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
