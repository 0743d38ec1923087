import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { nodeBinary, run } from '../start/setup.mjs';
import { ensureTemplate } from '../../server/src/start/database-template.ts';

/** Builds what the server needs at start: the web app, the template of the embedded database, and its compiled modules. */
const root = path.resolve(import.meta.dirname, '../..');

/** Inlined into the document, so it is built as one classic script without imports. */
const buildBoot = () =>
  build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: path.join(root, 'build/boot'),
      emptyOutDir: true,
      target: 'es2023',
      lib: {
        entry: path.join(root, 'web/src/app/boot.ts'),
        formats: ['iife'],
        name: 'boot',
        fileName: () => 'boot.js',
      },
    },
  });

await rm(path.join(root, 'build/web'), { recursive: true, force: true });
await Promise.all([
  build({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' }),
  buildBoot(),
  ensureTemplate(),
  run(nodeBinary, [path.join(root, 'server/src/start/compile-cache.ts')]),
]);
