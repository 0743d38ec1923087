import { lockDueParticipations } from '../stores/events/participations.ts';
import { carryOut, lockParticipations } from './carry-out.ts';
import type { EventDeps } from './deps.ts';

/** Devices of one transaction. */
const PAGE = 1_000;
/** Transactions at a time; the embedded database runs them one after the other. */
const WORKERS = 2;

/** Carries out what is due on a page of devices; how many were due. */
const lookAtPage = (deps: EventDeps): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const due = await lockDueParticipations(tx, now, PAGE);
    const locked = await lockParticipations(tx, due, 'skip', now);
    await carryOut(tx, deps, locked, ({ participation }) => participation, now);
    return locked.length;
  });

/**
 * Carries out the steps and returns that are due in any event, each once even when several nodes call this. A device that
 * somebody else has locked has its turn in the next round. Returns how many devices were looked at.
 */
export const lookAtDevices = async (deps: EventDeps): Promise<number> => {
  let count = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const found = await lookAtPage(deps);
      count += found;
      if (found < PAGE) return;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return count;
};
