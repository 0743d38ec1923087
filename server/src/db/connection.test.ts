import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothDatabases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';

const failure = new Error('rolled back on purpose');

describe.each(bothDatabases)('%s', (name, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const insert = (key: string, db = database.db) =>
    db.insertInto('installation').values({ key, value: 'x' }).executeTakeFirstOrThrow();
  const keys = async () =>
    (await database.db.selectFrom('installation').select('key').where('value', '=', 'x').execute()).map(
      ({ key }) => key,
    );

  test.runIf(name === 'PostgreSQL')('reads are prepared once per connection, writes are not', async () => {
    const prepared = await database.db.connection().execute(async (db) => {
      await insert('counted', db);
      for (const key of ['counted', 'missing']) {
        await db.selectFrom('installation').select('value').where('key', '=', key).execute();
        await sql`
          select 1 from "installation" where key = ${key}`.execute(db);
      }
      await db.deleteFrom('installation').where('key', '=', 'counted').execute();
      const { rows } = await sql<{ statement: string; plans: number }>`
        select statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements
        where statement like '%"installation"%' and statement not like '%pg_prepared_statements%'
        order by statement desc`.execute(db);
      return rows;
    });
    expect(prepared).toEqual([
      { statement: 'select "value" from "installation" where "key" = $1', plans: 2 },
      { statement: expect.stringMatching(/^\s+select 1 from "installation"/), plans: 2 },
    ]);
  });

  test('writes tell how many rows they changed', async () => {
    expect((await insert('one')).numInsertedOrUpdatedRows).toBe(1n);
    const { numDeletedRows } = await database.db
      .deleteFrom('installation')
      .where('value', '=', 'x')
      .executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(1n);
  });

  test('a transaction that throws keeps nothing, and the next one is not affected', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await insert('lost', tx);
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    await database.db.transaction().execute((tx) => insert('kept', tx));
    expect(await keys()).toEqual(['kept']);
  });

  test('a transaction with a failed statement cannot be committed', async () => {
    const committed = database.db.transaction().execute(async (tx) => {
      await insert('half', tx);
      await insert('half', tx).catch(() => {});
    });
    await expect(committed).rejects.toThrow(/rolled back/i);
    expect(await keys()).toEqual(['kept']);
  });
});
