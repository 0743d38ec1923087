import { Client } from 'pg';
import { migrations } from '../../db/migrations/index.ts';
import { createDatabase } from './databases.ts';

/** A database with the schema as it was before a migration, named by its number. */
export const schemaBefore = async (number: string) => {
  const { url, drop } = await createDatabase('template0');
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await client.query(statement);
  };
  for (const [name, statements] of Object.entries(migrations)) if (name < number) await run(statements);
  return {
    client,
    run,
    end: async (): Promise<void> => {
      await client.end();
      await drop();
    },
  };
};
