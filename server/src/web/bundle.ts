import { readFileSync } from 'node:fs';
import path from 'node:path';
import { appsOn } from '#domain/apps/app.ts';
import type { Apps, Host } from '#domain/apps/app.ts';
import type { PageData } from '#domain/page.ts';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The chunk of an entry and, after it, all its static imports. */
const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Chunk[] => {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk, ...(chunk.imports ?? []).flatMap((inner) => withImports(manifest, inner, seen))];
};

/** What the build has written for the apps of a host. */
export interface Bundle {
  /** The inline script. */
  readonly boot: string;
  /** The content of their stylesheets, and the addresses of these. */
  readonly css: string;
  readonly styles: readonly string[];
  readonly apps: PageData['apps'];
  readonly locales: PageData['locales'];
}

export const readBundle = (build: string, host: Host, all: Apps): Bundle => {
  const read = (file: string): string => readFileSync(path.join(build, file), 'utf8');
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest;
  const locales = JSON.parse(read('.vite/locales.json')) as Record<Host, PageData['locales']>;
  const chunks = Object.entries(appsOn(host, all)).map(
    ([name, { entry }]) => [name, withImports(manifest, entry)] as const,
  );
  const styles = [...new Set(chunks.flatMap(([, some]) => some.flatMap(({ css }) => css ?? [])))];
  return {
    boot: read('../boot/boot.js').trim(),
    css: styles.map(read).join(''),
    styles: styles.map((file) => `/${file}`),
    apps: Object.fromEntries(chunks.map(([name, some]) => [name, some.map(({ file }) => `/${file}`)])),
    locales: locales[host],
  };
};
