import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import type { Random } from '../lib/secrets/random.ts';
import { endDue, enrolmentsToEnd, housesToEnd } from '../stores/provisioning/ending-enrolments.ts';
import type { HouseRef } from '../stores/provisioning/ending-enrolments.ts';
import { lockHomes } from '../stores/provisioning/stored-homes.ts';
import * as audit from '../stores/system/audit.ts';
import { ChangedMeanwhile } from './import/apply-page.ts';
import type { PageActs } from './import/lines.ts';

export interface EnrolmentEndDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly leaveEvents: PageActs['leaveEvents'];
  readonly isStopped: () => boolean;
  readonly onError: (error: unknown, what: string) => void;
}

/** Homes that are looked for at once. */
const PAGE = 100;

const endIn = ({ db, clock, random, leaveEvents }: EnrolmentEndDeps, ref: HouseRef): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    const house = systemHouseScope(ref);
    // Events and devices before houses, as everywhere.
    const leaving = await enrolmentsToEnd(tx, house, now);
    await leaveEvents(tx, house, { ended: leaving });
    await lockHomes(tx, house, [ref.houseId]);
    const ended = await endDue(tx, house, now);
    // Another node or an operator was first: what left events for it stays in them.
    if (ended.length !== leaving.length) throw new ChangedMeanwhile();
    if (ended.length === 0) return;
    await audit.record(tx, random, now, {
      ...ref,
      accountId: null,
      action: 'home-provisioned',
      detail: {
        changes: ended.map(({ deviceId, programId }) => `enrolment ${deviceId} ${programId} ended`),
      },
    });
  });

/** Ends the enrolments whose time is over; devices that are in an event of the program return. A home that fails is tried again next time. */
export const endEnrolments = async (deps: EnrolmentEndDeps): Promise<void> => {
  const { db, clock, onError, isStopped } = deps;
  let houses: HouseRef[] = [];
  do {
    houses = await housesToEnd(db, clock.now(), houses.at(-1) ?? null, PAGE);
    for (const ref of houses) {
      if (isStopped()) return;
      try {
        await endIn(deps, ref);
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile)) onError(error, 'ending enrolments');
      }
    }
  } while (houses.length === PAGE);
};
