import type { LintCase } from './lint-case.ts';

export const layersBetweenPackages: readonly LintCase[] = [
  {
    what: 'contract knows no library but zod',
    bad: ['contract/src/a.ts', `import 'fastify';`],
    says: ['contract may not import the library fastify'],
    good: ['contract/src/a.ts', `import { z } from 'zod'; import * as m from 'zod/mini'; export { z, m };`],
  },
  {
    what: 'contract knows no Node',
    bad: ['contract/src/a.ts', `import { join } from 'node:path'; export { join };`],
    says: ['contract may not import Node (node:path)'],
    good: ['contract/src/a.ts', `import { b } from './b.ts'; export { b };`],
  },
  {
    what: 'contract knows no other folder',
    bad: ['contract/src/a.ts', `import type { D } from '#domain/d.ts'; export type { D };`],
    says: ['contract may not import domain'],
    good: ['contract/src/a.ts', `import { b } from '#contract/b.ts'; export { b };`],
  },
  {
    what: 'domain takes types from the contract, by alias',
    bad: ['domain/src/a.ts', `import { b } from '#contract/b.ts'; export { b };`],
    says: ['domain may import only types from contract: write `import type`'],
    good: ['domain/src/a.ts', `import type { B } from '#contract/b.ts'; export type { B };`],
  },
  {
    what: 'domain takes types from the contract, by relative path',
    bad: ['domain/src/control/a.ts', `import { b } from '../../../contract/src/b.ts'; export { b };`],
    says: ['domain may import only types from contract: write `import type`'],
    good: [
      'domain/src/control/a.ts',
      `import { type B, type C } from '../../../contract/src/b.ts'; export type { B, C };`,
    ],
  },
  {
    what: 'one value among inline types is a value import',
    bad: ['domain/src/a.ts', `import { type B, c } from '#contract/b.ts'; export { c, type B };`],
    says: ['domain may import only types from contract: write `import type`'],
    good: ['domain/src/a.ts', `import { type B, type C } from '#contract/b.ts'; export type { B, C };`],
  },
  {
    what: 'an import for its effect is a value import',
    bad: ['domain/src/a.ts', `import '#contract/b.ts'; import {} from '#contract/c.ts';`],
    says: [
      'domain may import only types from contract: write `import type`',
      'domain may import only types from contract: write `import type`',
    ],
    good: ['domain/src/a.ts', `import './b.ts';`],
  },
  {
    what: 'a re-export by name is an import',
    bad: ['domain/src/a.ts', `export { b } from '#contract/b.ts';`],
    says: ['domain may import only types from contract: write `import type`'],
    good: [
      'domain/src/a.ts',
      `export type { B } from '#contract/b.ts'; export { type C } from '#contract/b.ts';`,
    ],
  },
  {
    what: 'a re-export of everything is an import',
    bad: ['domain/src/a.ts', `export * from '#contract/b.ts';`],
    says: ['domain may import only types from contract: write `import type`'],
    good: ['domain/src/a.ts', `export type * from '#contract/b.ts';`],
  },
  {
    what: 'a dynamic import is a value import',
    bad: ['domain/src/a.ts', `export const b = () => import('#contract/b.ts');`],
    says: ['domain may import only types from contract: write `import type`'],
    good: [
      'domain/src/a.ts',
      `export type B = import('#contract/b.ts').B; export const c = () => import('./c.ts');`,
    ],
  },
  {
    what: 'a type written as import() is checked too',
    bad: ['domain/src/a.ts', `export type B = import('#server/b.ts').B;`],
    says: ['domain may not import server'],
    good: ['domain/src/a.ts', `export type B = import('#contract/b.ts').B;`],
  },
  {
    what: 'a computed import() cannot be checked, so the pure folders have none',
    bad: ['domain/src/a.ts', `export const load = (name: string) => import(name);`],
    says: ['import() needs a fixed beginning, else no layer can be checked'],
    good: ['server/src/lib/a.ts', `export const load = (name: string) => import(name);`],
  },
  {
    what: 'the fixed beginning of a dynamic import counts',
    bad: ['web/src/lib/a.ts', 'export const load = (name: string) => import(`#server/${name}.ts`);'],
    says: ['web may not import server'],
    good: ['web/src/lib/a.ts', 'export const load = (code: string) => import(`#locales/${code}.json`);'],
  },
  {
    what: 'domain knows no Node, not even its types',
    bad: ['domain/src/a.ts', `import type { Stats } from 'node:fs'; import 'fs'; export type { Stats };`],
    says: ['domain may not import Node (node:fs)', 'domain may not import Node (fs)'],
    good: ['domain/src/a.ts', `import { fs } from './fs.ts'; export { fs };`],
  },
  {
    what: 'domain knows no library',
    bad: [
      'domain/src/a.ts',
      `import type { ReactNode } from 'react'; import { z } from 'zod'; export { z, type ReactNode };`,
    ],
    says: ['domain may not import the library react', 'domain may not import the library zod'],
    good: ['domain/src/a.ts', `import { z } from '#domain/z.ts'; export { z };`],
  },
  {
    what: 'domain knows no simulator',
    bad: ['domain/src/a.ts', `import type { F } from '#simulator/fleet.ts'; export type { F };`],
    says: ['domain may not import simulator'],
    good: ['simulator/src/a.ts', `import { f } from '#domain/f.ts'; export { f };`],
  },
  {
    what: 'domain knows no catalogue',
    bad: ['domain/src/a.ts', `import en from '#locales/en.json'; export { en };`],
    says: ['domain may not import locales'],
    good: ['domain/src/a.test.ts', `import en from '#locales/en.json'; export { en };`],
  },
  {
    what: 'simulator takes types from the contract',
    bad: ['simulator/src/a.ts', `import { b } from '#contract/b.ts'; export { b };`],
    says: ['simulator may import only types from contract: write `import type`'],
    good: ['simulator/src/a.ts', `import type { B } from '#contract/b.ts'; export type { B };`],
  },
  {
    what: 'simulator knows no Node and no library',
    bad: ['simulator/src/a.ts', `import 'node:fs'; import 'pg';`],
    says: ['simulator may not import Node (node:fs)', 'simulator may not import the library pg'],
    good: ['simulator/src/a.ts', `import { b } from '../../domain/src/b.ts'; export { b };`],
  },
  {
    what: 'simulator knows no server',
    bad: ['simulator/src/a.ts', `import type { B } from '../../server/src/b.ts'; export type { B };`],
    says: ['simulator may not import server'],
    good: ['server/src/lib/b.ts', `import { a } from '#simulator/a.ts'; export { a };`],
  },
  {
    what: 'server knows no web',
    bad: ['server/src/lib/a.ts', `import type { B } from '#web/b.ts'; export type { B };`],
    says: ['server may not import web'],
    good: [
      'server/src/lib/a.ts',
      `import 'node:fs'; import 'fastify'; import '#contract/a.ts'; import '#domain/a.ts'; import '#locales/en.json';`,
    ],
  },
  {
    what: 'server knows no tools',
    bad: ['server/src/lib/a.ts', `import '../../../tools/start/setup.mjs';`],
    says: ['server may not import tools'],
    good: [
      'tools/a.ts',
      `import '#server/app.ts'; import '#web/app.ts'; import '../e2e/a.ts'; import 'node:fs'; import 'vite';`,
    ],
  },
  {
    what: 'web takes types from the contract',
    bad: ['web/src/a.ts', `import { b } from '#contract/b.ts'; export { b };`],
    says: ['web may import only types from contract: write `import type`'],
    good: [
      'web/src/a.ts',
      `import type { B } from '#contract/b.ts'; import 'react'; import '#domain/a.ts'; export type { B };`,
    ],
  },
  {
    what: 'web knows no Node',
    bad: ['web/src/a.tsx', `import 'node:path'; import 'events';`],
    says: ['web may not import Node (node:path)', 'web may not import Node (events)'],
    good: ['web/src/a.test.tsx', `import 'node:path';`],
  },
  {
    what: 'web knows no server and no simulator',
    bad: [
      'web/src/a.ts',
      `import type { S } from '#server/s.ts'; import '../../simulator/src/a.ts'; export type { S };`,
    ],
    says: ['web may not import server', 'web may not import simulator'],
    good: ['web/vite.config.ts', `import 'node:path'; import 'vite';`],
  },
  {
    what: 'e2e takes types from the contract and what it wants from the domain, and nothing else of ours',
    bad: ['e2e/a.spec.ts', `import '#contract/a.ts'; import '#server/a.ts'; import '../bench/a.ts';`],
    says: [
      'e2e may import only types from contract: write `import type`',
      'e2e may not import server',
      'e2e may not import bench',
    ],
    good: [
      'e2e/a.spec.ts',
      `import type { A } from '#contract/a.ts'; import '#domain/d.ts'; import '@playwright/test'; import 'node:fs'; import './b.ts'; export type { A };`,
    ],
  },
  {
    what: 'bench takes types from the contract and what it wants from the domain, and nothing else of ours',
    bad: ['bench/a.ts', `import '#contract/a.ts'; import '#web/a.ts'; import '../e2e/a.ts';`],
    says: [
      'bench may import only types from contract: write `import type`',
      'bench may not import web',
      'bench may not import e2e',
    ],
    good: [
      'bench/a.ts',
      `import type { A } from '#contract/a.ts'; import '#domain/d.ts'; import 'pg'; import 'node:http'; export type { A };`,
    ],
  },
  {
    what: 'a test has its tools, but no other library',
    bad: ['domain/src/a.test.ts', `import 'fastify'; import '#server/a.ts';`],
    says: ['domain may not import the library fastify', 'domain may not import server'],
    good: [
      'domain/src/a.test.ts',
      `import 'vitest'; import 'fast-check'; import 'node:fs'; import '#contract/a.ts';`,
    ],
  },
  {
    what: 'what a test may import, its neighbour may not',
    bad: ['contract/src/a.ts', `import 'vitest';`],
    says: ['contract may not import the library vitest'],
    good: ['contract/src/a.test.ts', `import 'vitest'; import 'fast-check'; import 'node:fs';`],
  },
  {
    what: 'values of the contract are for the tests of domain, not of web',
    bad: ['web/src/a.test.ts', `import '#contract/a.ts';`],
    says: ['web may import only types from contract: write `import type`'],
    good: ['domain/src/a.test.ts', `import '#contract/a.ts';`],
  },
  {
    what: 'production code of the domain imports no helper of tests, a helper may import another',
    bad: ['domain/src/control/a.ts', `import type { B } from './testing/b.ts'; export type { B };`],
    says: ['domain/src/control/testing/b.ts is a helper of tests: only they may import it'],
    good: ['domain/src/control/testing/a.ts', `import { b } from './b.ts'; export { b };`],
  },
  {
    what: 'production code of the simulator imports no helper of tests, a test does',
    bad: ['simulator/src/fleet.ts', `export { deviceOf } from './testing/devices.ts';`],
    says: ['simulator/src/testing/devices.ts is a helper of tests: only they may import it'],
    good: ['simulator/src/fleet.test.ts', `export { deviceOf } from './testing/devices.ts';`],
  },
  {
    what: 'nor does another package',
    bad: ['server/src/demo/a.ts', `import { b } from '#simulator/testing/devices.ts'; export { b };`],
    says: ['simulator/src/testing/devices.ts is a helper of tests: only they may import it'],
    good: ['server/src/testing/a.ts', `import { b } from '#simulator/testing/devices.ts'; export { b };`],
  },
  {
    what: 'a helper of tests may use the libraries of tests',
    bad: ['simulator/src/a.ts', `import { expect } from 'vitest'; export { expect };`],
    says: ['simulator may not import the library vitest'],
    good: ['simulator/src/testing/a.ts', `import { expect } from 'vitest'; export { expect };`],
  },
];
