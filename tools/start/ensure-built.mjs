// Builds the web app and the database template, if a source of theirs has changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeBinary, run } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const BUILT_FROM = [
  'web',
  'domain',
  'contract',
  'locales',
  'server/src/db',
  'tools/bundle',
  'vite.config.ts',
  'package-lock.json',
];
const STAMP = path.join(root, 'build/stamp');

const filesOf = (source) => {
  const file = path.join(root, source);
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
};

/** Changes with any source that the build reads. */
const fingerprint = () => {
  const hash = createHash('sha256');
  for (const file of BUILT_FROM.flatMap(filesOf).toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
};

export const ensureBuilt = async () => {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  process.stdout.write('Building…\n');
  await run(nodeBinary, [path.join(root, 'tools/bundle/build.ts')]);
  writeFileSync(STAMP, wanted);
};
