import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothDatabases } from '../testing/database/databases.ts';
import type { TestDatabase } from '../testing/database/databases.ts';
import { tables } from './tables.ts';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const declared = Object.entries(tables).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, { sql: type, nullable }]) => ({
    at: `${snake(table)}.${snake(column)}`,
    type,
    nullable,
  })),
);

describe.each(bothDatabases)('%s', (_name, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('tables.ts matches the database, column by column', async () => {
    const { rows } = await sql<{ at: string; type: string; nullable: boolean }>`
      select table_name || '.' || column_name as at, data_type as type, is_nullable = 'YES' as nullable
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely_%'
      order by 1`.execute(database.db);
    expect(rows).toEqual(declared.toSorted((a, b) => (a.at < b.at ? -1 : 1)));
  });

  test('every table of a tenant begins its primary key with the provider', async () => {
    const { rows } = await sql<{ table: string; first: string }>`
      select c.relname as table, a.attname as first
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisprimary and c.relname not like 'kysely_%'`.execute(database.db);
    expect(rows).toHaveLength(Object.keys(tables).length);
    const others = rows.filter(({ first }) => first !== 'provider_id').map(({ table }) => table);
    expect(others.toSorted()).toEqual(['installation', 'provider', 'stopped_number', 'weather_hour']);
  });

  test('a query outside a transaction does not run inside a concurrent one', async () => {
    const { db } = database;
    const gate = Promise.withResolvers<void>();
    const inside = db.transaction().execute(async (tx) => {
      await tx.insertInto('installation').values({ key: 'inside', value: '1' }).execute();
      await gate.promise;
      throw new Error('undo');
    });
    const outside = db.insertInto('installation').values({ key: 'outside', value: '1' }).execute();
    gate.resolve();
    await expect(inside).rejects.toThrow('undo');
    await outside;
    const left = await db.selectFrom('installation').select('key').execute();
    expect(left).toEqual([{ key: 'outside' }]);
  });

  test('[T-40] the audit log refuses changes', async () => {
    const { db } = database;
    await db
      .insertInto('provider')
      .values({ id: 'p', createdAt: new Date(0) })
      .execute();
    const line = {
      providerId: 'p',
      id: '1',
      at: new Date(0),
      accountId: null,
      houseId: null,
      action: 'x',
      detail: null,
    };
    await db.insertInto('audit').values(line).execute();
    await expect(db.updateTable('audit').set({ action: 'y' }).execute()).rejects.toThrow(/only be added to/);
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow(/only be added to/);
  });
});
