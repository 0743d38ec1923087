import type { EventStore } from '#domain/events/engine/ports.ts';
import type { NextLook } from '#domain/events/life/next-look.ts';
import type { Db } from '../../db/connection.ts';
import * as cancelling from './cancel-events.ts';
import * as dueDevices from './due-devices.ts';
import * as dueEvents from './due-events.ts';
import * as dueHomes from './due-homes.ts';
import { enrolledAfter, enrolledSince, stillEnrolled } from './enrolment.ts';
import * as commands from './event-commands.ts';
import { lockDevices, lockDevicesOfHouse } from './event-facts.ts';
import * as events from './events.ts';
import * as homes from './house-dispatches.ts';
import { hasWalk, isLoopDue } from './is-loop-due.ts';
import { writeEdits } from './participation-edits.ts';
import * as participations from './participations.ts';
import { wakeLoops } from './wake-loops.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';

const actionsOf = (rows: Parameters<EventStore['updateParticipations']>[0]) =>
  rows.flatMap(({ actions, ...row }) => actions.map((changed) => ({ ...row, ...changed })));

/** The tables of events as the engine needs them, inside one transaction; whatever becomes due wakes its loop. */
export const createEventStore = (tx: Db, now: () => number): Omit<EventStore, 'readFacts'> => {
  const woken = new Set<EventLoop>();
  const wake = async (...loops: readonly EventLoop[]): Promise<void> => {
    const fresh = loops.filter((loop) => !woken.has(loop));
    for (const loop of fresh) woken.add(loop);
    await wakeLoops(tx, fresh);
  };
  const isDue = (at: number | null): boolean => at !== null && at <= now();
  const loopsOf = (looks: readonly Pick<NextLook, 'dueAt' | 'returning'>[]): EventLoop[] =>
    looks.filter(({ dueAt }) => isDue(dueAt)).map(({ returning }) => (returning ? 'returns' : 'steps'));

  return {
    isDue: (loop, at) => isLoopDue(tx, loop, at),
    hasWalk: (at) => hasWalk(tx, at),
    claimDueEvent: (at) => dueEvents.claimDueEvent(tx, at),
    claimWalk: (at) => dueEvents.claimWalk(tx, at),
    lockEvents: (refs, lock, held) => events.lockEvents(tx, refs, lock, held),
    findEvents: (refs) => events.findEvents(tx, refs),
    dispatchOf: (ref) => events.listDispatch(tx, ref),
    summarize: (ref) => events.summarizeEvent(tx, ref),
    writeTransition: (ref, state, at) => events.writeTransition(tx, ref, state, new Date(at)),
    setEventDue: async (refs, dueAt) => {
      await dueEvents.setEventDue(tx, refs, dueAt);
      if (isDue(dueAt)) await wake('transitions');
    },
    hastenEvents: async (refs, at) => {
      if ((await dueEvents.hastenEvents(tx, refs, at)).length > 0) await wake('transitions');
    },
    setJoining: (ref, joining, dueAt) => dueEvents.setJoining(tx, ref, joining, dueAt),
    setWalk: async (event, walk) => {
      await dueEvents.setWalk(tx, event, walk);
      await wake(walk ? 'returns' : 'notices');
    },
    postponeWalk: (event, until) => dueEvents.postponeWalk(tx, event, until),
    cancelEvents: async (refs, at) => {
      const cancelled = await cancelling.cancelEvents(tx, refs, at);
      if (cancelled.length > 0) await wake('returns', 'transitions');
      return cancelled;
    },
    noteStop: async (refs, stop) => {
      if ((await cancelling.noteStop(tx, refs, stop)).length > 0) await wake('returns', 'transitions');
    },
    writeStop: (providerId, stop) => cancelling.writeStop(tx, providerId, stop),
    cancelStopped: async (providerId) => {
      const cancelled = await cancelling.cancelStopped(tx, providerId);
      if (cancelled.length > 0) await wake('returns', 'transitions');
      return cancelled;
    },

    enrolledAfter: (event, after, limit) => enrolledAfter(tx, event, after, limit),
    enrolledSince: (event, since, limit) => enrolledSince(tx, event, since, limit),
    stillEnrolled: (event, devices) => stillEnrolled(tx, event, devices),
    lockDevices: (devices, held) => lockDevices(tx, devices, held),
    lockDevicesOfHouse: (house) => lockDevicesOfHouse(tx, house),
    claimDueDevices: (loop, at, limit) => dueDevices.claimDueDevices(tx, loop, at, limit),
    readParticipations: (refs) => participations.readParticipations(tx, refs),
    lockParticipations: (refs) => participations.lockParticipations(tx, refs),
    participationsOfHouse: (house, dispatchId) => dueDevices.participationsOfHouse(tx, house, dispatchId),
    insertParticipations: async (rows, at) => {
      await participations.insertParticipations(tx, rows, new Date(at));
      await participations.writeActions(tx, actionsOf(rows));
      await wake(...loopsOf(rows));
    },
    updateParticipations: async (rows) => {
      await participations.updateParticipations(tx, rows);
      await participations.writeActions(tx, actionsOf(rows));
      await wake(...loopsOf(rows));
    },
    postpone: (refs, dueAt) => dueDevices.postpone(tx, refs, dueAt),
    makeOutdatedDue: async (event, after, limit, at) => {
      const { made, last } = await dueDevices.makeOutdatedDue(tx, event, after, limit, at);
      if (made > 0) await wake('steps');
      return last;
    },
    makeReturnsDue: (event, after, limit, returnAt) =>
      dueDevices.makeReturnsDue(tx, event, after, limit, returnAt),
    toObserve: (devices) => dueDevices.toObserve(tx, devices),
    openOfDevice: (device) => participations.openParticipationsOf(tx, [device]),
    writeEdits: (rows) => writeEdits(tx, rows),
    actionsOfCommands: (refs) => commands.actionsOfCommands(tx, refs),
    moveSentActions: async (moves, at) => {
      await wake(...(await commands.moveSentActions(tx, moves, new Date(at))));
    },

    lockHomes: (refs) => homes.lockHouseDispatches(tx, refs),
    writeDeparture: (home, { at, by, cause }) =>
      homes.writeDeparture(tx, home, { at: new Date(at), by, cause }),
    writeReturn: (home, at) => homes.writeReturn(tx, home, new Date(at)),
    writeOptOuts: (home, optOuts) => homes.writeOptOuts(tx, { ...home, optOuts }),
    countedDevices: (home) => homes.countedDevices(tx, home),
    optOutsOf: ({ providerId, houseId }) => homes.optOutsOfHouseholds(tx, providerId, [houseId]),
    hastenHomes: async (refs, at) => {
      await dueHomes.hastenHomes(tx, refs, at);
      // While there is a walk they wait; its end wakes them.
      if (refs.length > 0 && isDue(at) && !(await hasWalk(tx, now()))) await wake('notices');
    },
    hastenHomesAfter: async (dispatch, after, limit, at) => {
      const last = await dueHomes.hastenHomesAfter(tx, dispatch, after, limit, at);
      await wake('notices');
      return last;
    },
    claimDueHomes: (at, limit) => dueHomes.claimDueHomes(tx, at, limit),
    homesToTell: (refs) => dueHomes.homesToTell(tx, refs),
    setHomesDue: async (rows) => {
      await dueHomes.setHomesDue(tx, rows);
      if (rows.some(({ dueAt }) => isDue(dueAt))) await wake('notices');
    },
  };
};
