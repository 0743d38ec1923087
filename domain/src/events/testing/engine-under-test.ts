import type { CommandBody } from '../../control/command/command.ts';
import type { DeviceRef } from '../../ports/device-link.ts';
import type { Value } from '#contract/entities/device.ts';
import { HOUR, MINUTE } from '../../time/time.ts';
import { runNotices, runReturns, runSteps, runTransitions } from '../engine/loops.ts';
import type { EnginePorts, EngineTx, EventStore } from '../engine/ports.ts';
import { FIRST } from '../engine/rows.ts';
import { cooling, eventOf, home, readingsAt, START, thermostatAt } from './facts.ts';
import { createDatabase, runTransaction } from './memory/database.ts';
import type { FactsBesideEvents } from './memory/devices-store.ts';
import type { EventRow, Transaction } from './memory/database.ts';
import { participationKey, PROVIDER } from './memory/keys.ts';
import { createReads, createStore } from './memory/store.ts';

/** Something that another transaction does before a call of the store is carried out, the nth time it is called. */
interface Meanwhile {
  readonly before: keyof EventStore;
  readonly call?: number;
  readonly run: () => Promise<unknown>;
}

type BeforeCall = (name: keyof EventStore, args: readonly unknown[]) => Promise<void>;

export const HOUSE = { providerId: PROVIDER, houseId: 'h1' };
export const DISPATCH = { ...HOUSE, dispatchId: 'dispatch-1' };
export const EVENT = { providerId: PROVIDER, eventId: 'event-1' };
export const refOf = (deviceId: string) => ({ ...HOUSE, ...EVENT, deviceId });

/**
 * The engine on a store in memory, with an event of one home whose thermostats cool to 75 °F, ordered two hours before its start. What
 * happens at the same time is said by the test.
 */
export const createEngine = (deviceIds: readonly string[] = ['d1']) => {
  let now = START - 2 * HOUR;
  let isClosed = false;
  let onParked: () => void = () => {};
  const values = new Map<string, Readonly<Record<string, Value>>>();
  const reportedAt = new Map<string, number>();
  const versions = new Map<string, number>();
  const sent: { readonly deviceId: string; readonly phase: string; readonly body: CommandBody }[] = [];
  const db = createDatabase(
    async () => {},
    (register) =>
      new Promise((resolve) => {
        register(resolve);
        onParked();
      }),
  );
  const { tables } = db;
  const event: EventRow = {
    ...eventOf(cooling, { state: 'scheduled', notifiedAt: null, createdAt: now }),
    providerId: PROVIDER,
    groups: null,
    dueAt: now,
    joining: { phase: 'devices', after: FIRST, since: null },
    walk: null,
    walkPostponedUntil: null,
    stopReason: null,
  };
  tables.event.set(event.id, event);
  const report = (deviceId: string, mode: string, cool: number): void => {
    values.set(deviceId, thermostatAt(mode, 66, cool));
    reportedAt.set(deviceId, now);
  };
  for (const deviceId of deviceIds) {
    const { houseId } = HOUSE;
    const since = now - 24 * HOUR;
    const row = { houseId, deviceId, programId: cooling.id, groupName: 'all', since, changedAt: since };
    tables.enrolment.set(`${cooling.id}/${houseId}/${deviceId}`, row);
    report(deviceId, 'cool', 75);
  }

  const factsOf = ({ deviceId }: DeviceRef): FactsBesideEvents => ({
    device: {
      id: deviceId,
      kind: 'tstat',
      mfg: 'ecobee',
      type: null,
      deviceSettings: null,
      hasLink: true,
      readings: readingsAt(reportedAt.get(deviceId) ?? 0, values.get(deviceId) ?? {}),
    },
    version: versions.get(deviceId) ?? 0,
    home,
    isClosed,
    history: { commands: [], schedule: null },
  });
  const surroundings = {
    kindOf: () => 'tstat' as const,
    devicesOfHouse: () => deviceIds,
    factsOf,
  };
  const queueOf = (tx: Transaction): EngineTx['queue'] => ({
    enqueue: async (commands) =>
      commands.map(({ deviceId, action: { phase }, command: { body } }) => {
        const version = (versions.get(deviceId) ?? 0) + 1;
        tx.onCommit(() => {
          versions.set(deviceId, version);
          sent.push({ deviceId, phase, body });
        });
        return `${deviceId}#${version}`;
      }),
  });
  const notices: EngineTx['notices'] = {
    write: async () => {},
    tellUnasked: async () => {},
    reportLate: async () => {},
  };
  const interrupted = (store: EventStore, before: BeforeCall): EventStore =>
    new Proxy(store, {
      get:
        (_, name) =>
        async (...args: unknown[]) => {
          await before(name as keyof EventStore, args);
          return (store[name as keyof EventStore] as (...all: unknown[]) => Promise<unknown>)(...args);
        },
    });
  const portsWith = (before: BeforeCall, onError: EnginePorts['onError']): EnginePorts => {
    return {
      now: () => now,
      transaction: (work) =>
        runTransaction(db, (memory) =>
          work({
            store: interrupted(createStore(memory, surroundings), before),
            queue: queueOf(memory),
            notices,
            now: () => now,
          }),
        ),
      read: createReads(db, surroundings),
      onError,
    };
  };
  const strictly = (error: unknown): never => {
    throw error;
  };
  const ports = portsWith(async () => {}, strictly);

  /** Runs the work while something else happens, which may have to wait for locks of it. */
  const race = async <T>(
    work: (ports: EnginePorts) => Promise<T>,
    { before, call = 1, run }: Meanwhile,
  ): Promise<T> => {
    let calls = 0;
    const others: Promise<unknown>[] = [];
    const result = await work(
      portsWith(async (name) => {
        calls += name === before ? 1 : 0;
        if (name !== before || calls !== call) return;
        const parked = new Promise<void>((resolve) => (onParked = resolve));
        const other = run();
        others.push(other);
        await Promise.race([other, parked]);
      }, strictly),
    );
    if (others.length === 0) throw new Error(`${before} was not called ${call} times`);
    await Promise.all(others);
    return result;
  };

  /** Runs the work while those calls of the store fail; what was reported, in order. */
  const withFailing = async (
    fails: (name: keyof EventStore, args: readonly unknown[]) => boolean,
    work: (ports: EnginePorts) => Promise<unknown>,
  ): Promise<string[]> => {
    const reported: string[] = [];
    const before: BeforeCall = async (name, args) => {
      if (fails(name, args)) throw new Error(`${name} fails`);
    };
    await work(portsWith(before, (_, what) => reported.push(what)));
    return reported;
  };

  return {
    ports,
    tables,
    sent,
    race,
    withFailing,
    transact: ports.transaction,
    now: () => now,
    report,
    close: () => {
      isClosed = true;
    },
    event: () => tables.event.get(event.id) as EventRow,
    change: (more: Partial<EventRow>) => {
      const { revision, ...row } = tables.event.get(event.id) as EventRow;
      const walk = { pass: 1, after: FIRST } as const;
      tables.event.set(event.id, { ...row, revision: revision + 1, walk, dueAt: now, ...more });
    },
    row: (deviceId = 'd1') => tables.participation.get(participationKey(refOf(deviceId))),
    /** Moves the clock on, a minute at a time, and does everything that is due. */
    runUntil: async (time: number) => {
      for (;;) {
        await runTransitions(ports);
        await runReturns(ports);
        await runSteps(ports);
        await runNotices(ports);
        if (now >= time) return;
        now = Math.min(now + MINUTE, time);
      }
    },
    setTime: (time: number) => {
      now = time;
    },
  };
};
