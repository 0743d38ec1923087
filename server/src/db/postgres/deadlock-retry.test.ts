import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFact } from '../../stores/system/installation.ts';
import { openPostgresCopy } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { afterCommit } from '../after-commit.ts';
import type { Db } from '../connection.ts';
import { inSavepoint } from '../savepoint.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openPostgresCopy();
  for (const key of ['a', 'b']) await writeFact(database.db, key, 'before');
});
afterAll(() => database.close());

test('[T-39] a transaction that was undone by a deadlock runs again, and has its other effects once', async () => {
  let runs = 0;
  const effects: string[] = [];
  let there = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const change = (first: string, second: string) =>
    database.db.transaction().execute(async (tx: Db) => {
      runs += 1;
      afterCommit(tx, () => effects.push(first));
      await writeFact(tx, first, first);
      there += 1;
      if (there === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await writeFact(tx, second, first);
    });
  await Promise.all([change('a', 'b'), change('b', 'a')]);
  // More often when the second try is undone too.
  expect(runs).toBeGreaterThan(2);
  expect(effects.toSorted()).toEqual(['a', 'b']);
});

test('[T-39] a transaction is tried three times, and its last failure is thrown', async () => {
  const undone = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const runsUntil = async (succeedsAt: number) => {
    let runs = 0;
    const result = await database.db
      .transaction()
      .execute(async () => {
        runs += 1;
        if (runs < succeedsAt) throw undone;
        return 'done';
      })
      .catch((error: unknown) => error);
    return [runs, result];
  };
  expect(await runsUntil(3)).toEqual([3, 'done']);
  expect(await runsUntil(4)).toEqual([3, undone]);
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

test('effects wait for the commit; those of what is undone never happen', async () => {
  const effects: string[] = [];
  const note = (db: Db, effect: string) => afterCommit(db, () => effects.push(effect));
  await database.db.transaction().execute(async (tx) => {
    note(tx, 'kept');
    const part = inSavepoint(tx, async () => {
      note(tx, 'of an undone part');
      throw new Error('no');
    });
    await expect(part).rejects.toThrow('no');
    await inSavepoint(tx, async () => note(tx, 'of a kept part'));
    expect(effects).toEqual([]);
  });
  expect(effects).toEqual(['kept', 'of a kept part']);
  const undone = database.db.transaction().execute(async (tx) => {
    note(tx, 'of an undone transaction');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  note(database.db, 'without a transaction');
  expect(effects).toEqual(['kept', 'of a kept part', 'without a transaction']);
});
