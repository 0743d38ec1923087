import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFact } from '../stores/installation.ts';
import { openPostgresCopy } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import type { Db } from './connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openPostgresCopy();
  for (const key of ['a', 'b']) await writeFact(database.db, key, 'before');
});
afterAll(() => database.close());

test('[T-39] a transaction that was undone by a deadlock runs once more', async () => {
  let runs = 0;
  let there = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const change = (first: string, second: string) =>
    database.db.transaction().execute(async (tx: Db) => {
      runs += 1;
      await writeFact(tx, first, first);
      there += 1;
      if (there === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await writeFact(tx, second, first);
    });
  await Promise.all([change('a', 'b'), change('b', 'a')]);
  expect(runs).toBe(3);
});

test('other failures are not tried again', async () => {
  let runs = 0;
  const failing = database.db.transaction().execute(async () => {
    runs += 1;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(runs).toBe(1);
});
