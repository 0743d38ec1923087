import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { ensurePostgres, startPostgres } from '../../../tools/setup.mjs';
import { connectPostgres } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { makeTemplate } from '../db/template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pgliteTemplate: string;
    postgresUrl: string;
  }
}

export const TEMPLATE_DATABASE = 'porchlight_template';

/** One migrated template of each database; every test file works on a copy of its own. */
const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const [pglite, server] = await Promise.all([makeTemplate(), ensurePostgres().then(startPostgres)]);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  const db = connectPostgres(url.href, () => {});
  await migrate(db);
  await db.destroy();
  project.provide('pgliteTemplate', pglite);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
};

export default setup;
