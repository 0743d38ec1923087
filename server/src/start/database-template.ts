import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import packageJson from '../../../package.json' with { type: 'json' };
import { createJobTables } from '../jobs/queue.ts';
import { openPglite, overPglite } from '../db/connection.ts';
import { migrate, schemaFingerprint } from '../db/migrate.ts';

const BUILD = path.resolve(import.meta.dirname, '../../../build');
/** Another PGlite may be another PostgreSQL, which does not open these files; another job queue has other tables. */
const { '@electric-sql/pglite': PGLITE, 'pg-boss': QUEUE } = packageJson.dependencies;

const templateFolder = (): string => path.join(BUILD, `template-${schemaFingerprint()}-${PGLITE}-${QUEUE}`);

/** Databases that others are made from, which none ever is here: nearly half of the files that a first start copies. */
const TEMPLATE_DATABASES = ['template0', 'template1'];

const dropTemplateDatabases = async (engine: PGlite): Promise<void> => {
  await engine.query('update pg_database set datistemplate = false');
  for (const name of TEMPLATE_DATABASES) await engine.query(`drop database ${name}`);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
};

/** What processes that were ended meanwhile have left: it would be taken for a database by one that gets their number. */
const removeInterrupted = async (): Promise<void> => {
  for (const name of await readdir(BUILD)) {
    const pid = /^template-.*\.partial-(?<pid>\d+)$/.exec(name)?.groups?.['pid'];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(BUILD, name), { recursive: true });
  }
};

/** A migrated, empty database to copy: initdb alone takes longer than a whole start should. */
export const ensureTemplate = async (): Promise<string> => {
  const folder = templateFolder();
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return folder;
  await mkdir(BUILD, { recursive: true });
  await removeInterrupted();
  const partial = `${folder}.partial-${process.pid}`;
  const engine = await openPglite(partial);
  const db = overPglite(engine);
  await migrate(db);
  await createJobTables(engine);
  await dropTemplateDatabases(engine);
  await db.destroy();
  // Another process may have been quicker; its folder is as good as ours.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  return folder;
};

if (import.meta.main) await ensureTemplate();
