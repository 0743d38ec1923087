import type { EventStore } from '../../engine/ports.ts';
import type { Transaction } from './database.ts';
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
  return new Proxy({} as EventStore, {
    get: (own, name) => (name in own ? own[name as keyof EventStore] : find(String(name))),
  });
};
