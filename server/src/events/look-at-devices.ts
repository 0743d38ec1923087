import { mayPass } from '#domain/events/may-pass.ts';
import type { Participation } from '#domain/events/participation.ts';
import { lockDueParticipations } from '../stores/events/participations.ts';
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

/** Devices that were left out for a reason that may have passed are planned again. */
const lookAgain =
  (now: number) =>
  (participant: LockedParticipation): Participation =>
    isMissed(participant)
      ? planAgain(participant, participant.participation, now)
      : participant.participation;

/** Carries out what is due on a page of devices. */
const lookAtPage = (deps: EventDeps): Promise<Page> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const due = await lockDueParticipations(tx, now, PAGE);
    const locked = await lockParticipations(tx, due, 'skip', now);
    await carryOut(tx, deps, locked, lookAgain(now.getTime()), now);
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
