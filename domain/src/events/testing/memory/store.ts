import type { EnginePorts, EventStore } from '../../engine/ports.ts';
import { readOnly } from './database.ts';
import type { Database, Transaction } from './database.ts';
import { createDevicesStore } from './devices-store.ts';
import type { Surroundings } from './devices-store.ts';
import { createEventsStore } from './events-store.ts';
import { createHomesStore } from './homes-store.ts';

type Part = (tx: Transaction, surroundings: Surroundings) => Partial<EventStore>;

const PARTS: readonly Part[] = [createEventsStore, createDevicesStore, createHomesStore];

/** By the name of a call, the part that has it. */
const partsByCall = new Map(
  PARTS.flatMap((part) =>
    Object.keys(part({} as Transaction, {} as Surroundings)).map((name) => [name, part] as const),
  ),
);

/** The calls of the engine's store in one transaction. Parts are made when they are first called: there are many transactions. */
export const createStore = (tx: Transaction, surroundings: Surroundings): EventStore => {
  const made = new Map<Part, Partial<EventStore>>();
  const find = (name: string): unknown => {
    const part = partsByCall.get(name);
    if (part === undefined) return undefined;
    const calls = made.get(part) ?? part(tx, surroundings);
    made.set(part, calls);
    return calls[name as keyof EventStore];
  };
  return new Proxy({} as EventStore, { get: (_, name) => find(String(name)) });
};

/** Each call in a transaction of its own. */
export const createReads = (db: Database, surroundings: Surroundings): EnginePorts['read'] =>
  new Proxy({} as EventStore, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        readOnly(db, (tx) =>
          (
            createStore(tx, surroundings)[name as keyof EventStore] as (...all: unknown[]) => Promise<unknown>
          )(...args),
        ),
  });
