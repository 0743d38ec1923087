import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../build/compile-cache');

/** Modules that are loaded from now on are not compiled again unless they have changed; where nothing can be written, they are. */
export const cacheCompiledModules = (): void => {
  enableCompileCache(FOLDER);
};

// Compiles the server before its first start.
if (import.meta.main) {
  cacheCompiledModules();
  await import('./serve.ts');
  flushCompileCache();
}
