import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { ensurePostgres, startPostgres } from '../start/setup.mjs';
import { connectPostgres } from '../../server/src/db/connection.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { ensureTemplate } from '../../server/src/start/database-template.ts';
import { createJobTables } from '../../server/src/jobs/queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pgliteTemplate: string;
    testAmount: 'usual' | 'full';
    postgresUrl: string;
    postgresTemplate: string;
  }
}

const TEMPLATE_DATABASE = 'porchlight_template';

let stop: () => Promise<void> = async () => {};

/**
 * Nobody crashes this server, and waiting for the disk at each commit takes longer than most statements. Tests that run beside one another
 * have up to ten nodes, each with pools of its own.
 */
const SETTINGS = { synchronous_commit: 'off', max_connections: '600' };

/** One migrated template of each database; every test file works on a copy of its own. */
export const setup = async (project: TestProject): Promise<void> => {
  const [pglite, server] = await Promise.all([
    ensureTemplate(),
    ensurePostgres().then((folder) => startPostgres(folder, SETTINGS)),
  ]);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  const db = connectPostgres(url.href, () => {});
  await migrate(db);
  await db.destroy();
  await createJobTables(url.href);
  project.provide('pgliteTemplate', pglite);
  project.provide('testAmount', process.env['TEST_AMOUNT'] === 'full' ? 'full' : 'usual');
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', TEMPLATE_DATABASE);
  stop = () => server.stop();
};

export const teardown = (): Promise<void> => stop();
