import type { EnginePorts, EngineTx } from '#domain/events/engine/ports.ts';
import { enqueueCommands } from '../commands/enqueue-command.ts';
import type { Db } from '../db/connection.ts';
import { nobodyActs } from '../db/people-first.ts';
import { systemHouseScope } from '../lib/scope/system-scope.ts';
import { createEventStore } from '../stores/events/engine-store.ts';
import * as audit from '../stores/system/audit.ts';
import type { EngineDeps, EventDeps, EventWords } from './deps.ts';
import { loadFacts } from './load-facts.ts';
import { raiseAlarms } from './raise-alarms.ts';

/** The store inside a transaction, or each call by itself; what it cancels by itself is in the audit. */
export const createEngineStore = (
  tx: Db,
  { clock, random, runningLinks }: Pick<EventDeps, 'clock' | 'random' | 'runningLinks'>,
): EngineTx['store'] => {
  const store = createEventStore(tx, () => clock.now().getTime());
  return {
    ...store,
    readFacts: async (devices, now, known) => [
      ...(await loadFacts(tx, devices, new Date(now), { runningLinks, known })).values(),
    ],
    cancelStopped: async (providerId) => {
      const cancelled = await store.cancelStopped(providerId);
      await audit.recordAll(
        tx,
        random,
        clock.now(),
        cancelled.map(({ providerId: of, eventId }) => ({
          providerId: of,
          accountId: null,
          action: 'event-cancelled',
          detail: { eventId, stopAll: true },
        })),
      );
      return cancelled;
    },
  };
};

const queueIn = (tx: Db, deps: EventDeps): EngineTx['queue'] => ({
  enqueue: async (commands) => {
    const accepted = await enqueueCommands(
      tx,
      deps,
      commands.map(({ facts, action, command, holdUntil, because, ...ref }) => ({
        scope: systemHouseScope(ref),
        device: { id: ref.deviceId, mfg: facts.device.mfg, version: facts.version },
        accountId: null,
        origin: action.phase === 'after' ? 'restore' : 'event',
        command,
        expiresAt: new Date(action.expiresAt),
        eventId: ref.eventId,
        because,
        ...(holdUntil === null ? {} : { holdUntil: new Date(holdUntil) }),
      })),
    );
    return accepted.map(({ commandId }) => commandId);
  },
});

/** Of transactions that tell nobody anything. */
const NO_WORDS: EventWords = {
  writeNotices: () => Promise.reject(new Error('this transaction writes no notices')),
  tellUnasked: () => Promise.reject(new Error('this transaction tells nobody')),
};

/** The engine's ports inside a transaction of the database. */
export const createEngineTx = (tx: Db, deps: EventDeps, words: EventWords = NO_WORDS): EngineTx => ({
  store: createEngineStore(tx, deps),
  queue: queueIn(tx, deps),
  notices: {
    write: (event, notices, now) => words.writeNotices(tx, event, notices, new Date(now)),
    tellUnasked: (event, participation, told, now) =>
      words.tellUnasked(tx, event, participation, told, new Date(now)),
    reportLate: (late, now) => raiseAlarms(tx, deps, late, new Date(now)),
  },
  now: () => deps.clock.now().getTime(),
});

/** For what may wait: a person's call that is under way in this process goes first. */
export const portsAfterPeople = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  transaction: async (work) => {
    await nobodyActs();
    return ports.transaction(work);
  },
});

export const createEnginePorts = (deps: EngineDeps): EnginePorts => ({
  read: createEngineStore(deps.db, deps),
  now: () => deps.clock.now().getTime(),
  transaction: (work) => deps.db.transaction().execute((tx) => work(createEngineTx(tx, deps, deps))),
  onError: deps.onError,
});
