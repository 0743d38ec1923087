import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faultsIn, readImports } from './import-graph.mjs';

const graphOf = async (files: Readonly<Record<string, string>>) => {
  const root = await mkdtemp(path.join(tmpdir(), 'porchlight-graph-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const imports = { '#domain/*': './domain/src/*', '#server/*': './server/src/*' };
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify({ imports }) })) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return readImports(root);
};

const faultsOf = async (files: Readonly<Record<string, string>>) => faultsIn(await graphOf(files));

test('every form of import is an arrow, those of tests and to libraries are not', async () => {
  const { files, imports } = await graphOf({
    'domain/src/a.ts': `
      import { z } from 'zod'; import './b.ts'; import type { C } from '#domain/c.ts'; export * from './d.ts';
      export type { E } from './e.ts'; type F = import('./f.ts').F; const g = () => import('./g.ts');`,
    'domain/src/a.test.ts': `import './b.ts';`,
    ...Object.fromEntries(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`domain/src/${name}.ts`, ''])),
  });
  expect(files).toHaveLength(7);
  expect(imports.map(({ to, typeOnly }) => [path.basename(to), typeOnly])).toEqual([
    ['b.ts', false],
    ['c.ts', true],
    ['d.ts', false],
    ['e.ts', true],
    ['f.ts', true],
    ['g.ts', false],
  ]);
});

const planted: readonly (readonly [what: string, files: Readonly<Record<string, string>>, says: string[]])[] =
  [
    ['a tree without sources', {}, ['no source files were found']],
    [
      'a folder of more files than one sees at a glance',
      Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`domain/src/x/a${index}.ts`, ''])),
      ['domain/src/x has 26 files: divide it by area, 25 at most'],
    ],
    [
      'a circle of files in one folder',
      {
        'domain/src/x/a.ts': `import './b.ts';`,
        'domain/src/x/b.ts': `import './c.ts';`,
        'domain/src/x/c.ts': `import type { A } from './a.ts'; export type { A };`,
      },
      ['circle of files: domain/src/x/a.ts ↔ domain/src/x/b.ts ↔ domain/src/x/c.ts'],
    ],
    [
      'a circle of folders, no file of which lies on a circle',
      {
        'domain/src/x/a.ts': `import '../y/a.ts';`,
        'domain/src/y/a.ts': '',
        'domain/src/y/b.ts': `export type X = import('#domain/x/b.ts').X;`,
        'domain/src/x/b.ts': '',
      },
      ['circle of folders: domain/src/x ↔ domain/src/y'],
    ],
    [
      'an import that the layers forbid',
      { 'server/src/db/a.ts': `import '../stores/a.ts';`, 'server/src/stores/a.ts': '' },
      ['upward import: server/src/db/a.ts → server/src/stores/a.ts'],
    ],
  ];

test.each(planted)('%s is a fault', async (_what, files, says) => {
  const faults = await faultsOf(files);
  expect(faults).toHaveLength(says.length);
  for (const [index, start] of says.entries()) expect(faults[index]).toContain(start);
});

test('layers that only look down have no fault', async () => {
  const faults = await faultsOf({
    'domain/src/x/a.ts': `import './b.ts'; import '../time.ts';`,
    'domain/src/x/b.ts': '',
    'domain/src/time/time.ts': '',
    'server/src/stores/a.ts': `import '../db/a.ts'; import '#domain/time/time.ts';`,
    'server/src/db/a.ts': '',
    'server/src/db/a.test.ts': `import '../stores/a.ts';`,
  });
  expect(faults).toEqual([]);
});
