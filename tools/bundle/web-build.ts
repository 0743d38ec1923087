import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { HOSTS, appsOn, listedKeys } from '#domain/apps/app.ts';
import type { Apps } from '#domain/apps/app.ts';
import type { Locale } from '#domain/page.ts';
import { chunkGroups } from './chunk-groups.ts';

type Texts = Readonly<Record<string, string>>;

const readTexts = (folder: string): [language: string, texts: Texts][] =>
  readdirSync(folder).map((name) => [
    path.basename(name, '.json'),
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Texts,
  ]);

/** Compiles each language's ICU texts into files, those of first views and all, and writes down where they went. */
const locales = (folder: string, apps: Apps): Plugin => ({
  name: 'porchlight-locales',
  generateBundle() {
    const write = (name: string, texts: Texts, keys: readonly string[]): string => {
      const compiled = keys.map((key) => [key, compileMessageOrThrow(texts[key] ?? '')]);
      const source = JSON.stringify(Object.fromEntries(compiled));
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/${name}-${hash}.json`;
      this.emitFile({ type: 'asset', fileName, source });
      return `/${fileName}`;
    };
    const ofHost = HOSTS.map((host) => {
      const listed = Object.values(appsOn(host, apps)).flatMap(({ firstTexts }) => firstTexts);
      const files = readTexts(folder).map(([language, texts]): [string, Locale] => {
        const keys = Object.keys(texts);
        const name = texts['language.name'] ?? language;
        const first = write(`first-${language}`, texts, listedKeys(listed, keys));
        return [language, { name, first, all: write(language, texts, keys) }];
      });
      return [host, Object.fromEntries(files)];
    });
    const source = JSON.stringify(Object.fromEntries(ofHost));
    this.emitFile({ type: 'asset', fileName: '.vite/locales.json', source });
  },
});

/** Compressed once here instead of on every answer. */
const compressed = (out: string): Plugin => ({
  name: 'porchlight-compressed',
  closeBundle() {
    for (const entry of readdirSync(path.join(out, 'assets'), { withFileTypes: true })) {
      if (!/\.(js|css|json|svg)$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

/** How Vite builds the apps of a table from the sources under `root`. */
export const webBuild = (root: string, out: string, apps: Apps): UserConfig => ({
  root,
  publicDir: path.join(root, 'web/public'),
  plugins: [react(), locales(path.join(root, 'locales'), apps), compressed(out)],
  build: {
    outDir: out,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(apps).map(([name, { entry }]) => [name, path.join(root, entry)]),
      ),
      // Lazy parts may take what they share with an app straight from that app's chunk.
      preserveEntrySignatures: 'allow-extension',
      output: { codeSplitting: { groups: chunkGroups(root, apps) } },
    },
  },
});
