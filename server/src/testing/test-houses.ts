import { startApp } from './app.ts';
import type { AppOptions } from './app.ts';
import type { TestDatabase } from './database/databases.ts';
import { insertTestData } from './test-data.ts';

/** A database with the houses of the tests, and the app on it. `close` ends both: what a `beforeAll` can return. */
export const openTestHouses = async (open: () => Promise<TestDatabase>, options: AppOptions = {}) => {
  const database = await open();
  const app = await startApp(database.db, options);
  await insertTestData(database.db, app);
  return {
    database,
    app,
    close: async (): Promise<void> => {
      await app.close();
      await database.close();
    },
  };
};
