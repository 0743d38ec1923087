import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../testing/database/databases.ts';
import { migrate } from './migrate.ts';

test.each(databases)(
  '%s: a database that is up to date stays as it is; one that lacks a migration is not taken for one, nor is one of a later release',
  async (_name, open) => {
    const { db, close } = await open();
    const names = async () =>
      (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows;
    const before = await names();
    await migrate(db);
    expect(await names()).toEqual(before);

    await sql`delete from kysely_migration where name = ${before.at(-1)?.name}`.execute(db);
    await expect(migrate(db), 'its changes are there already').rejects.toThrow(
      /already exists|does not exist/,
    );

    await sql`insert into kysely_migration (name, timestamp) values (${before.at(-1)?.name}, ''), ('999-later', '')`.execute(
      db,
    );
    await expect(migrate(db)).rejects.toThrow('999-later');
    await close();
  },
);
