import { MINUTE, SECOND } from '../../time/time.ts';
import { returnTime } from '../timing.ts';
import { carryOut, lockParticipations } from './carry-out.ts';
import { FIRST, eventRefOf } from './rows.ts';
import type { EnginePorts, EngineTx } from './ports.ts';
import type { DeviceCursor, EngineEvent, HomeRef, ParticipationRef, Walk } from './rows.ts';
import { tellHomes } from './tell-homes.ts';
import { lookAtEvent } from './transitions.ts';

/** Devices of one transaction: a call of a person beside it waits for its share of the processor, and longer where devices have to return. */
const PAGE = { returns: 100, steps: 25 } as const;
/** Homes of one transaction. */
const HOMES = 100;
/** Devices that a walk takes at once, and fewer where their homes are written too. */
const WALKED = 1_000;
const RETURNS = 500;
/** What cannot be carried out is tried again after this time, and holds up nothing else meanwhile. */
const POSTPONED = { event: 10 * SECOND, walk: 10 * SECOND, device: MINUTE, home: MINUTE } as const;

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
  await carryOut(tx, locked, ({ participation }) => participation, now);
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

/** Carries out a page of devices that are due; one that somebody else has locked has its turn in the next round. */
const lookAtDuePage = async (ports: EnginePorts, loop: 'returns' | 'steps'): Promise<Page> => {
  let claimed: readonly ParticipationRef[] = [];
  try {
    return await ports.transaction(async (tx) => {
      claimed = await tx.store.claimDueDevices(loop, tx.now(), PAGE[loop]);
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
    const { due, looked } = await lookAtDuePage(ports, loop);
    count += looked;
    if (due < PAGE[loop] || looked === 0) return count;
  }
};

/**
 * A page of an event that is over: every device gets the time of its return, without a look at it, and its home is to be told. What it
 * returns to is decided when that time has come.
 */
const beginReturns = async (
  { store, now }: EngineTx,
  event: EngineEvent,
  after: DeviceCursor,
): Promise<DeviceCursor | null> => {
  const { providerId, dispatchId } = event;
  const { houseIds, last } = await store.makeReturnsDue(event, after, RETURNS, (deviceId) =>
    returnTime(event, deviceId),
  );
  await store.hastenHomes(
    houseIds.map((houseId) => ({ providerId, houseId, dispatchId })),
    now(),
  );
  return last;
};

/** A page of the walk of a changed or stopped event. */
const walkPage = async (tx: EngineTx, event: EngineEvent, { pass, after }: Walk): Promise<void> => {
  const { store, now } = tx;
  // Who works without knowledge of the change has ended when this lock is granted.
  if (pass === 2 && after.houseId === '') await store.lockEvents([eventRefOf(event)], 'change', 'wait');
  const isOver = event.cancelledAt !== null || event.endTime <= now();
  const last = isOver
    ? await beginReturns(tx, event, after)
    : await store.makeOutdatedDue(event, after, WALKED, now());
  if (last !== null) await store.setWalk(event, { pass, after: last });
  else await store.setWalk(event, pass === 1 ? { pass: 2, after: FIRST } : null);
};

/** The next page of a walk; false: none is due. One that fails is postponed and holds up no other. */
const walkNext = async (ports: EnginePorts): Promise<boolean> => {
  let claimed: EngineEvent | null = null;
  try {
    await ports.transaction(async (tx) => {
      claimed = await tx.store.claimWalk(tx.now());
      if (claimed?.walk) await walkPage(tx, claimed, claimed.walk);
    });
    return claimed !== null;
  } catch (error) {
    if (claimed === null) throw error;
    const event: EngineEvent = claimed;
    ports.onError(error, `bringing devices of event ${event.id} up to date`);
    await ports.transaction(({ store, now }) => store.postponeWalk(event, now() + POSTPONED.walk));
    return true;
  }
};

/** Whatever goes wrong with walks, returns that are due go on. */
const walk = async (ports: EnginePorts): Promise<boolean> => {
  try {
    return await walkNext(ports);
  } catch (error) {
    ports.onError(error, 'walks');
    return false;
  }
};

/**
 * Begins the returns of stopped events, and carries out returns that are due, in turn: neither waits until the other is done. The
 * number of devices.
 */
export const runReturns = async (ports: EnginePorts): Promise<number> => {
  let count = 0;
  if (!(await ports.read.isDue('returns', ports.now()))) return count;
  while (await walk(ports)) count += (await lookAtDuePage(ports, 'returns')).looked;
  return count + (await lookAtDevices(ports, 'returns'));
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

/**
 * Tells homes what they are to be told; their number. While a stopped or changed event makes its devices due, only a page: returns are
 * more urgent.
 */
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
    count += claimed.length;
    if (claimed.length === 0 || (await ports.read.hasWalk(ports.now()))) return count;
  }
};
