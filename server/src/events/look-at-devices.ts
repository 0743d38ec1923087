import { mayPass } from '#domain/events/participation.ts';
import type { Participation } from '#domain/events/participation.ts';
import { asHomeDecided } from '#domain/events/people/house-dispatch.ts';
import { lockDueParticipations } from '../stores/events/participations.ts';
import type { Db } from '../db/connection.ts';
import { lockHouseDispatches } from '../stores/events/house-dispatches.ts';
import { carryOut, lockParticipations, planAgain } from './carry-out.ts';
import type { LockedParticipation } from './carry-out.ts';
import type { EventDeps } from './deps.ts';

/** Devices of one transaction: people may wait for them. */
const PAGE = 100;
/** Transactions at a time; the embedded database runs them one after the other. */
const WORKERS = 2;

interface Page {
  readonly due: number;
  /** Without those that somebody else has locked. */
  readonly looked: number;
}

const isMissed = ({ event, participation: { plan } }: LockedParticipation): boolean =>
  event.cancelledAt === null && 'excluded' in plan && mayPass(plan.excluded);

/** Plans devices again that were left out for a reason that may have passed, unless their homes have left. */
const lookerAgain = async (tx: Db, locked: readonly LockedParticipation[], now: number) => {
  const missed = locked.filter(isMissed);
  const refs = missed.map(({ providerId, houseId, event: { dispatchId } }) => ({
    providerId,
    houseId,
    dispatchId,
  }));
  const homes = await lockHouseDispatches(tx, refs, 'share');
  return (participant: LockedParticipation): Participation => {
    const { event, participation, providerId, houseId } = participant;
    if (!isMissed(participant)) return participation;
    const home = homes.find(
      (one) =>
        one.providerId === providerId && one.houseId === houseId && one.dispatchId === event.dispatchId,
    );
    return asHomeDecided(event, home, planAgain(participant, participation, now));
  };
};

/** Carries out what is due on a page of devices. */
const lookAtPage = (deps: EventDeps): Promise<Page> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const due = await lockDueParticipations(tx, now, PAGE);
    const locked = await lockParticipations(tx, due, 'skip', now);
    const lookAgain = await lookerAgain(tx, locked, now.getTime());
    await carryOut(tx, deps, locked, lookAgain, now);
    return { due: due.length, looked: locked.length };
  });

/**
 * Carries out the steps and returns that are due in any event, each once even when several nodes call this. A device that
 * somebody else has locked has its turn in the next round. Returns how many devices were looked at.
 */
export const lookAtDevices = async (deps: EventDeps): Promise<number> => {
  let count = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const { due, looked } = await lookAtPage(deps);
      count += looked;
      if (due < PAGE || looked === 0) return;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return count;
};
