import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openPglite, overPglite } from './connection.ts';
import { migrate, schemaFingerprint } from './migrate.ts';

const BUILD = path.resolve(import.meta.dirname, '../../../build');

export const templateFolder = (): string => path.join(BUILD, `template-${schemaFingerprint()}`);

/** A migrated, empty database to copy: initdb alone takes longer than a whole start should. */
export const makeTemplate = async (): Promise<string> => {
  const folder = templateFolder();
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return folder;
  await mkdir(BUILD, { recursive: true });
  const partial = `${folder}.${process.pid}`;
  const db = overPglite(await openPglite(partial));
  await migrate(db);
  await db.destroy();
  // Another process may have been quicker; its folder is as good as ours.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  return folder;
};

if (import.meta.main) await makeTemplate();
