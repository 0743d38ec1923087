import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bothDatabases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { copyRows } from './copy.ts';
import type { Cell } from './copy.ts';

describe.each(bothDatabases)('%s', (_name, open) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await open();
    await sql`create table note (id integer primary key, words text, amount real, flag boolean)`.execute(
      database.db,
    );
  });
  beforeEach(() => sql`delete from note`.execute(database.db));
  afterAll(() => database.close());

  const copy = (rows: readonly (readonly Cell[])[], db = database.db): Promise<void> =>
    copyRows(db, 'note', ['id', 'words', 'amount', 'flag'], rows);

  const stored = async (): Promise<unknown[][]> => {
    const { rows } = await sql<Record<string, unknown>>`select * from note order by id`.execute(database.db);
    return rows.map(({ id, words, amount, flag }) => [id, words, amount, flag]);
  };

  test('values with tabs, line breaks, backslashes and nulls are stored unchanged', async () => {
    const rows = [
      [1, 'tab\tline\nreturn\rback\\slash', 0.5, true],
      [2, '\\N', -1e-7, false],
      [3, null, null, null],
      [4, '', 0, true],
      [5, '\\.', 1, null],
      [6, 'Küche "süd", {a,b} 🏠', 72.5, null],
    ];
    await copy(rows);
    expect(await stored()).toEqual([rows[0], [2, '\\N', expect.closeTo(-1e-7, 12), false], ...rows.slice(2)]);
  });

  test('without rows nothing is sent', async () => {
    await copy([]);
    expect(await stored()).toEqual([]);
  });

  test('one duplicate key fails all rows, and the connection can be used afterwards', async () => {
    await copy([[1, 'first', 1, true]]);
    await expect(
      copy([
        [2, 'second', 2, true],
        [1, 'again', 1, true],
      ]),
    ).rejects.toThrow(/duplicate key/);
    await copy([[3, 'third', 3, true]]);
    expect((await stored()).map(([id]) => id)).toEqual([1, 3]);
  });

  test('copied rows are seen inside their transaction and kept by its commit', async () => {
    const seen = await database.db.transaction().execute(async (tx) => {
      await copyRows(tx, 'note', ['id'], [[1], [2]]);
      const { rows } = await sql<{ id: number }>`select id from note order by id`.execute(tx);
      return rows.map(({ id }) => id);
    });
    expect(seen).toEqual([1, 2]);
    expect((await stored()).map(([id]) => id)).toEqual([1, 2]);
  });

  test('a rolled-back transaction takes its copied rows with it', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await copyRows(tx, 'note', ['id'], [[1]]);
      throw new Error('rolled back on purpose');
    });
    await expect(failing).rejects.toThrow('rolled back on purpose');
    expect(await stored()).toEqual([]);
  });
});
