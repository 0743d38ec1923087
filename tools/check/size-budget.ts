import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** JavaScript until a view is ready, in kB brotli: what a phone on a slow line waits for. */
const BUDGET_KB = { signIn: 80, app: 110 } as const;
const FONT_KB = 50;

const build = path.resolve(import.meta.dirname, '../../build');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(path.join(build, 'web/.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

const filesOf = (key: string, seen = new Set<string>()): string[] => {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((inner) => filesOf(inner, seen))];
};

const kilobytes = (entry: string): number =>
  filesOf(entry).reduce((sum, file) => sum + statSync(path.join(build, 'web', `${file}.br`)).size, 0) / 1_000;

const rows = [
  ['sign-in', kilobytes('web/src/app/sign-in-entry.tsx'), BUDGET_KB.signIn],
  ['dashboard', kilobytes('web/src/app/app-entry.tsx'), BUDGET_KB.app],
  ['font', statSync(path.join(build, 'web/fonts/inter.woff2')).size / 1_000, FONT_KB],
] as const;

for (const [name, size, budget] of rows) {
  console.log(`${name}: ${size.toFixed(1)} kB of ${budget} kB`);
  if (size > budget) process.exitCode = 1;
}
