import type { EventStore } from '../../engine/ports.ts';
import type { Transaction } from './database.ts';
import { createDevicesStore } from './devices-store.ts';
import type { Surroundings } from './devices-store.ts';
import { createEventsStore } from './events-store.ts';
import { createHomesStore } from './homes-store.ts';

/** The calls of the engine's store in one transaction. */
export const createStore = (tx: Transaction, surroundings: Surroundings): EventStore => ({
  ...createEventsStore(tx),
  ...createDevicesStore(tx, surroundings),
  ...createHomesStore(tx),
});
