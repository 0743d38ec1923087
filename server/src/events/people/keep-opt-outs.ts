import { optOutConsequence } from '#domain/events/people/consequence.ts';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import { keptOptOuts } from '#domain/events/people/house-dispatch.ts';
import type { OptOutCause } from '#domain/events/participation.ts';
import type { Db } from '../../db/connection.ts';
import {
  countedPrograms,
  lockHouseDispatches,
  optOutsOfHouseholds,
  writeOptOuts,
} from '../../stores/events/house-dispatches.ts';
import type { StoredHouseDispatch } from '../../stores/events/house-dispatches.ts';
import { listDispatch } from '../../stores/events/events.ts';
import type { LockedParticipation } from '../carry-out.ts';

/** What a home is told, by program. */
export type ToldPrices = ReadonlyMap<string, OptOutConsequence>;

/**
 * Keeps what a home is told that leaving costs, after devices of it left a dispatch, and forgets it where none counts as having left
 * any more. The home in the dispatch must be locked. Returns what is told by it for the first time.
 */
export const keepOptOuts = async (
  tx: Db,
  home: StoredHouseDispatch,
  cause: OptOutCause,
  now: Date,
): Promise<ToldPrices> => {
  const counted = await countedPrograms(tx, home);
  const isKept = (programId: string) => home.optOuts[programId] !== undefined;
  if (counted.every(isKept) && counted.length === Object.keys(home.optOuts).length) return new Map();
  const optOuts = await optOutsOfHouseholds(tx, home.providerId, [home.houseId]);
  const told = new Map<string, OptOutConsequence>();
  for (const event of await listDispatch(tx, home)) {
    const { id } = event.program;
    if (counted.includes(id) && !isKept(id) && !told.has(id)) {
      told.set(id, optOutConsequence(event, { optOuts, toldAt: home.toldAt }, now.getTime()));
    }
  }
  const first = (programId: string) => ({
    at: now.getTime(),
    cause,
    told: told.get(programId) ?? null,
  });
  await writeOptOuts(tx, { ...home, optOuts: keptOptOuts(home.optOuts, counted, first) });
  return told;
};

/** A device that left without anybody having been asked, and what its home is told that this costs. */
interface Unasked {
  readonly stored: LockedParticipation;
  readonly told: OptOutConsequence;
}

/** Keeps what it costs that devices, which are locked, have left without anybody having been asked. */
export const keepUnasked = async (
  tx: Db,
  left: readonly LockedParticipation[],
  cause: Exclude<OptOutCause, 'person'>,
  now: Date,
): Promise<Unasked[]> => {
  const refs = left.map(({ providerId, houseId, event: { dispatchId } }) => ({
    providerId,
    houseId,
    dispatchId,
  }));
  const unasked: Unasked[] = [];
  for (const home of await lockHouseDispatches(tx, refs, 'update')) {
    const told = await keepOptOuts(tx, home, cause, now);
    const ofHome = left.filter(
      ({ providerId, houseId, event }) =>
        providerId === home.providerId && houseId === home.houseId && event.dispatchId === home.dispatchId,
    );
    for (const stored of ofHome) {
      unasked.push({ stored, told: told.get(stored.event.program.id) ?? { code: 'counted_already' } });
    }
  }
  return unasked;
};
