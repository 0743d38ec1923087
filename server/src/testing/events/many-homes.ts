import { HOUR, MINUTE } from '#domain/time/time.ts';
import { copyHomes } from '../../db/testing/many-homes.ts';
import { startApp } from '../app.ts';
import type { TestApp } from '../app.ts';
import { openPostgresCopy } from '../database/databases.ts';
import type { TestDatabase } from '../database/databases.ts';
import { insertTestData } from '../test-data.ts';
import { createEventWorld } from './event-world.ts';
import type { EventWorld } from './event-world.ts';

export interface ManyHomes {
  readonly database: TestDatabase;
  readonly app: TestApp;
  readonly world: EventWorld;
  readonly close: () => Promise<void>;
}

/** A database on PostgreSQL with homes that have one water heater each, all of them in an event that runs. */
export const openManyHomes = async (homes: number): Promise<ManyHomes> => {
  const database = await openPostgresCopy();
  const app = await startApp(database.db);
  await insertTestData(database.db, app);
  const world = await createEventWorld(database.db, app);
  const startTime = app.clock.now().getTime() + MINUTE;
  await world.addEvent('water-heater', { startTime, endTime: startTime + 3 * HOUR });
  await world.run(5 * MINUTE);
  await copyHomes(database.db, homes);
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { database, app, world, close };
};
