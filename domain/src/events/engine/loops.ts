import { mayPass } from '../may-pass.ts';
import { MINUTE, SECOND } from '../../time/time.ts';
import type { Participation } from '../participation.ts';
import { carryOut, lockParticipations, planAgain } from './carry-out.ts';
import type { LockedParticipation } from './carry-out.ts';
import { FIRST, eventRefOf } from './rows.ts';
import type { EnginePorts, EngineTx } from './ports.ts';
import type { EngineEvent, HomeRef, ParticipationRef } from './rows.ts';
import { tellHomes } from './tell-homes.ts';
import { lookAtEvent } from './transitions.ts';

/** Devices of one transaction: people may wait for them. */
const PAGE = 100;
/** Homes of one transaction. */
const HOMES = 100;
/** Devices that are made due at once. */
const WALKED = 1_000;
/** What cannot be carried out is tried again after this time, and holds up nothing else meanwhile. */
const POSTPONED = { event: 10 * SECOND, device: MINUTE, home: MINUTE } as const;

const isMissed = ({ event, participation: { plan } }: LockedParticipation): boolean =>
  event.cancelledAt === null && 'excluded' in plan && mayPass(plan.excluded);

/** Devices that were left out for a reason that may have passed are planned again. */
const lookAgain = (participant: LockedParticipation, now: number): Participation =>
  isMissed(participant) ? planAgain(participant, participant.participation, now) : participant.participation;

interface Page {
  readonly due: number;
  /** Without those that somebody else has locked. */
  readonly looked: number;
}

const lookAt = async (tx: EngineTx, due: readonly ParticipationRef[]): Promise<Page> => {
  if (due.length === 0) return { due: 0, looked: 0 };
  const locked = await lockParticipations(tx, due, 'skip', tx.now());
  // Now that they are locked: an event that was cancelled meanwhile was cancelled before.
  const now = tx.now();
  await carryOut(tx, locked, (participant) => lookAgain(participant, now), now);
  return { due: due.length, looked: locked.length };
};

/** One by one, after a page failed: what fails again is postponed. */
const lookAtEach = async (ports: EnginePorts, refs: readonly ParticipationRef[]): Promise<void> => {
  for (const ref of refs) {
    try {
      await ports.transaction((tx) => lookAt(tx, [ref]));
    } catch (error) {
      ports.onError(error, `carrying out event ${ref.eventId} on ${ref.houseId}/${ref.deviceId}`);
      await ports.transaction((tx) => tx.store.postpone([ref], tx.now() + POSTPONED.device));
    }
  }
};

/** Carries out a page of due devices of a loop; one that somebody else has locked has its turn in the next round. */
const lookAtPage = async (ports: EnginePorts, loop: 'returns' | 'steps'): Promise<Page> => {
  let claimed: readonly ParticipationRef[] = [];
  try {
    return await ports.transaction(async (tx) => {
      claimed = await tx.store.claimDueDevices(loop, tx.now(), PAGE);
      return lookAt(tx, claimed);
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    ports.onError(error, `a page of ${loop}`);
    await lookAtEach(ports, claimed);
    return { due: claimed.length, looked: claimed.length };
  }
};

const lookAtDevices = async (ports: EnginePorts, loop: 'returns' | 'steps'): Promise<number> => {
  for (let count = 0; ;) {
    const { due, looked } = await lookAtPage(ports, loop);
    count += looked;
    if (due < PAGE || looked === 0) return count;
  }
};

/** The next page of the walk of a changed or stopped event; false: none has one. */
const walkPage = async ({ store, now }: EngineTx): Promise<boolean> => {
  const event = await store.claimWalk();
  if (event === null || event.walk === null) return false;
  const { pass, after } = event.walk;
  // Who works without knowledge of the change has ended when this lock is granted.
  if (pass === 2 && after.houseId === '') await store.lockEvents([eventRefOf(event)], 'change', 'wait');
  const last = await store.makeOutdatedDue(event, after, WALKED, now());
  if (last !== null) await store.setWalk(event, { pass, after: last });
  else await store.setWalk(event, pass === 1 ? { pass: 2, after: FIRST } : null);
  return true;
};

/** Begins the returns of stopped events, and carries out returns that are due; the number of devices. */
export const runReturns = async (ports: EnginePorts): Promise<number> => {
  let count = 0;
  if (!(await ports.read.isDue('returns', ports.now()))) return count;
  for (;;) {
    const isWalked = await ports.transaction(walkPage);
    count += await lookAtDevices(ports, 'returns');
    if (!isWalked) return count;
  }
};

/** Carries out steps that are due; the number of devices. */
export const runSteps = async (ports: EnginePorts): Promise<number> =>
  (await ports.read.isDue('steps', ports.now())) ? lookAtDevices(ports, 'steps') : 0;

/** Looks at the event that has been due longest; false: none is. One that fails is postponed and holds up no other. */
const lookAtNextEvent = async (ports: EnginePorts): Promise<boolean> => {
  let claimed: EngineEvent | null = null;
  try {
    await ports.transaction(async (tx) => {
      claimed = await tx.store.claimDueEvent(tx.now());
      if (claimed !== null) await lookAtEvent(tx, claimed);
    });
    return claimed !== null;
  } catch (error) {
    if (claimed === null) throw error;
    const ref = eventRefOf(claimed);
    ports.onError(error, `carrying on event ${ref.eventId}`);
    await ports.transaction(async ({ store, now }) => {
      await store.lockEvents([ref], 'change', 'wait');
      await store.setEventDue([ref], now() + POSTPONED.event);
    });
    return true;
  }
};

/** Moves events on and takes devices in; the number of looks. */
export const runTransitions = async (ports: EnginePorts): Promise<number> => {
  let count = 0;
  if (!(await ports.read.isDue('transitions', ports.now()))) return count;
  await ports.transaction(({ store }) => store.cancelStopped(null));
  while (await lookAtNextEvent(ports)) count += 1;
  return count;
};

/** One by one, after a page failed: what fails again is postponed. */
const tellEach = async (ports: EnginePorts, refs: readonly HomeRef[]): Promise<void> => {
  for (const ref of refs) {
    try {
      await ports.transaction((tx) => tellHomes(tx, [ref]));
    } catch (error) {
      ports.onError(error, `telling ${ref.houseId} of dispatch ${ref.dispatchId}`);
      await ports.transaction(async ({ store, now }) => {
        await store.lockHomes([ref]);
        await store.setHomesDue([{ ...ref, dueAt: now() + POSTPONED.home, toldAt: null }]);
      });
    }
  }
};

/** Tells homes what they are to be told; their number. */
export const runNotices = async (ports: EnginePorts): Promise<number> => {
  if (!(await ports.read.isDue('notices', ports.now()))) return 0;
  for (let count = 0; ;) {
    let claimed: readonly HomeRef[] = [];
    try {
      await ports.transaction(async (tx) => {
        claimed = await tx.store.claimDueHomes(tx.now(), HOMES);
        if (claimed.length > 0) await tellHomes(tx, claimed);
      });
    } catch (error) {
      if (claimed.length === 0) throw error;
      ports.onError(error, 'a page of notices');
      await tellEach(ports, claimed);
    }
    if (claimed.length === 0) return count;
    count += claimed.length;
  }
};
