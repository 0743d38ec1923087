import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import type { Locale } from './domain/src/page.ts';
import { chunkGroups, firstViewModules } from './tools/bundle/chunk-groups.ts';
import { usedTexts } from './tools/bundle/used-texts.ts';

const here = import.meta.dirname;
const out = path.join(here, 'build/web');

const FIRST_CHUNK = /^(base|app|sign-in)-.*\.js$/;
/** Chromium then compiles the functions of the file on another thread while it arrives, not one by one when they are first called. */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/** Compiles each language's ICU texts into two files, those of the first view and all, and writes down where they went. */
const locales = (): Plugin => ({
  name: 'porchlight-locales',
  generateBundle() {
    const code = Array.from(firstViewModules(this), (id) => this.getModuleInfo(id)?.code ?? '');
    const files: Record<string, Locale> = {};
    for (const name of readdirSync(path.join(here, 'locales'))) {
      const texts = JSON.parse(readFileSync(path.join(here, 'locales', name), 'utf8')) as Record<
        string,
        string
      >;
      const language = path.basename(name, '.json');
      const write = (prefix: string, keys: Iterable<string>): string => {
        const compiled = Array.from(keys, (key) => [key, compileMessageOrThrow(texts[key] ?? '')]);
        const source = JSON.stringify(Object.fromEntries(compiled));
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `assets/${prefix}${language}-${hash}.json`;
        this.emitFile({ type: 'asset', fileName, source });
        return `/${fileName}`;
      };
      const all = Object.keys(texts);
      files[language] = {
        name: texts['language.name'] ?? language,
        first: write('first-', usedTexts(all, code)),
        all: write('', all),
      };
    }
    this.emitFile({ type: 'asset', fileName: '.vite/locales.json', source: JSON.stringify(files) });
  },
});

const styleFiles = new Map<string, string>();

/** Of the file's name, not of a hash, whose letters do not compress. */
const scopedName = (name: string, file: string): string => {
  const prefix = path.basename(file, '.module.css');
  const other = styleFiles.get(prefix) ?? file;
  if (other !== file)
    throw new Error(`${file} and ${other} need different names: their classes are named after them`);
  styleFiles.set(prefix, file);
  return `${prefix}-${name}`;
};

/** Compressed once here instead of on every answer. */
const compressed = (): Plugin => ({
  name: 'porchlight-compressed',
  closeBundle() {
    for (const entry of readdirSync(path.join(out, 'assets'), { withFileTypes: true })) {
      if (!/\.(js|css|json|svg)$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      if (FIRST_CHUNK.test(entry.name)) writeFileSync(file, COMPILE_AT_ONCE + readFileSync(file, 'utf8'));
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: here,
  publicDir: path.join(here, 'web/public'),
  plugins: [react(), locales(), compressed()],
  css: {
    modules: {
      generateScopedName: scopedName,
    },
  },
  build: {
    outDir: out,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        'sign-in': path.join(here, 'web/src/app/sign-in-entry.tsx'),
        app: path.join(here, 'web/src/app/app-entry.tsx'),
      },
      // Lazy screens may take what they share with a view straight from that view's file.
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          groups: chunkGroups(),
        },
      },
    },
  },
});
