import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { connectPostgres, openPglite, overPglite } from '../../db/connection.ts';
import type { RootDb } from '../../db/connection.ts';
import { emptyTables } from '../../db/testing/empty-tables.ts';

export interface TestDatabase {
  readonly db: RootDb;
  /** For a second process or pool on the same data; null on the embedded database. */
  readonly url: string | null;
  readonly engine: PGlite | string;
  readonly close: () => Promise<void>;
}

export const openEmbeddedCopy = async (): Promise<TestDatabase> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-'));
  await cp(inject('pgliteTemplate'), folder, { recursive: true });
  const engine = await openPglite(folder);
  const db = overPglite(engine);
  return {
    db,
    engine,
    url: null,
    close: async () => {
      await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
};

const administer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
};

let copies = 0;

/** A copy of a database of the test server. */
export const createDatabase = async (
  template: string,
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> => {
  copies += 1;
  const name = `test_${process.pid}_${copies}`;
  await administer(`create database ${name} template ${template}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
};

export const openPostgresCopy = async (): Promise<TestDatabase> => {
  const { url, drop } = await createDatabase(inject('postgresTemplate'));
  const db = connectPostgres(url, () => {});
  return {
    db,
    engine: url,
    url,
    close: async () => {
      await db.destroy();
      await drop();
    },
  };
};

type NamedDatabase = readonly [name: string, open: () => Promise<TestDatabase>];

const embedded: NamedDatabase = ['PGlite', openEmbeddedCopy];
const postgres: NamedDatabase = ['PostgreSQL', openPostgresCopy];

/** For `describe.each`: what the two databases could do differently, such as drivers, COPY and migrations. */
export const bothDatabases: readonly NamedDatabase[] = [embedded, postgres];

/** For `describe.each`: rules that no database has a part in, such as limits and sign-in. The long suite does not repeat them. */
export const postgresOnly: readonly NamedDatabase[] = [postgres];

/**
 * For `describe.each`: PostgreSQL in `npm test`; with `TEST_AMOUNT=full`, which runs after it, the same cases on the
 * embedded database.
 */
export const databases: readonly NamedDatabase[] = [inject('testAmount') === 'full' ? embedded : postgres];

/**
 * Opens one database for all tests of a `describe` and gives it to each of them empty: opening a copy takes longer
 * than most tests, emptying one takes milliseconds. Jobs of a queue stay.
 */
export const reuseDatabase = (open: NamedDatabase[1]): (() => Promise<TestDatabase>) => {
  let opened: TestDatabase | undefined;
  afterAll(() => opened?.close());
  return async () => {
    if (opened) await emptyTables(opened.db);
    else opened = await open();
    return { ...opened, close: async () => {} };
  };
};
