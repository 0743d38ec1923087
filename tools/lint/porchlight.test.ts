// Every rule of the house against one seeded violation of each kind, and beside it the legal twin.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

type Source = readonly [file: string, code: string];
interface Row {
  readonly what: string;
  readonly bad: Source;
  readonly says: readonly string[];
  readonly good: Source;
}

const root = path.resolve(import.meta.dirname, '../..');
const plugin = path.join(root, 'tools/lint/porchlight.js');

const layers: Row[] = [
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
    good: ['server/src/a.ts', `export const load = (name: string) => import(name);`],
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
    good: ['server/src/b.ts', `import { a } from '#simulator/a.ts'; export { a };`],
  },
  {
    what: 'server knows no web',
    bad: ['server/src/a.ts', `import type { B } from '#web/b.ts'; export type { B };`],
    says: ['server may not import web'],
    good: [
      'server/src/a.ts',
      `import 'node:fs'; import 'fastify'; import '#contract/a.ts'; import '#domain/a.ts'; import '#locales/en.json';`,
    ],
  },
  {
    what: 'server knows no tools',
    bad: ['server/src/a.ts', `import '../../tools/setup.mjs';`],
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
    what: 'no store imports a route',
    bad: [
      'server/src/stores/a.ts',
      `import type { R } from '../routes/a.ts'; import '#server/routes/b.ts'; export type { R };`,
    ],
    says: [
      'server/src/stores/ may not import server/src/routes/',
      'server/src/stores/ may not import server/src/routes/',
    ],
    good: ['server/src/routes/a.ts', `import '../stores/a.ts';`],
  },
  {
    what: 'no route imports the database',
    bad: [
      'server/src/routes/a.ts',
      `import { connect } from '#server/db/connection.ts'; export { connect };`,
    ],
    says: ['server/src/routes/ may not import server/src/db/'],
    good: [
      'server/src/routes/a.ts',
      `import type { Db } from '#server/db/connection.ts'; export type { Db };`,
    ],
  },
  {
    what: 'no SQL outside stores and database',
    bad: [
      'server/src/jobs/a.ts',
      `import { sql } from 'kysely'; import 'kysely/helpers/postgres'; export { sql };`,
    ],
    says: [
      'kysely belongs to server/src/stores/ and server/src/db/: SQL is written nowhere else',
      'kysely belongs to server/src/stores/ and server/src/db/: SQL is written nowhere else',
    ],
    good: ['server/src/stores/a.ts', `import { sql } from 'kysely'; export { sql };`],
  },
  {
    what: 'no SQL in the demo data',
    bad: ['server/src/demo/a.ts', `import { sql } from 'kysely'; export { sql };`],
    says: ['kysely belongs to server/src/stores/ and server/src/db/: SQL is written nowhere else'],
    good: [
      'server/src/demo/a.ts',
      `import type { Kysely } from 'kysely'; import '../stores/a.ts'; export type { Kysely };`,
    ],
  },
  {
    what: 'the database folder writes SQL, a test elsewhere does not',
    bad: ['server/src/app.test.ts', `import { sql } from 'kysely'; export { sql };`],
    says: ['kysely belongs to server/src/stores/ and server/src/db/: SQL is written nowhere else'],
    good: ['server/src/db/migrations/001.ts', `import { sql } from 'kysely'; export { sql };`],
  },
  {
    what: 'lib imports nothing above it',
    bad: ['web/src/lib/a.ts', `import '../ui/a.ts'; import '#web/features/x/a.ts'; import '../app/a.ts';`],
    says: [
      'web/src/lib/ may not import web/src/ui/',
      'web/src/lib/ may not import web/src/features/',
      'web/src/lib/ may not import web/src/app/',
    ],
    good: ['web/src/ui/a.ts', `import '../lib/a.ts'; import './b.ts';`],
  },
  {
    what: 'ui imports neither features nor app',
    bad: ['web/src/ui/a.ts', `import '#web/features/x/a.ts'; import '#web/app/a.ts';`],
    says: ['web/src/ui/ may not import web/src/features/', 'web/src/ui/ may not import web/src/app/'],
    good: [
      'web/src/app/a.ts',
      `import '../ui/a.ts'; import '../lib/a.ts'; import '../features/x/a.ts'; import '../features/y/a.ts';`,
    ],
  },
  {
    what: 'a feature does not import the app',
    bad: ['web/src/features/x/a.ts', `import type { A } from '../../app/a.ts'; export type { A };`],
    says: ['web/src/features/ may not import web/src/app/'],
    good: ['web/src/features/x/a.ts', `import '../../ui/a.ts'; import '#web/lib/a.ts';`],
  },
  {
    what: 'a feature does not import another',
    bad: [
      'web/src/features/x/a.ts',
      `import '../y/a.ts'; import type { Z } from '#web/features/z/z.ts'; export type { Z };`,
    ],
    says: ['feature x may not import feature y', 'feature x may not import feature z'],
    good: ['web/src/features/x/a.ts', `import './b.ts'; import '#web/features/x/c.ts';`],
  },
];

const clock = (use: string) => `${use}: the clock must come in as an argument`;
const chance = (use: string) => `${use}: the chance must come in as an argument`;
const timers = (use: string) => `${use}: the timers must come in as an argument`;
const environment = (use: string) => `${use}: the environment must come in as an argument`;

const noAmbient: Row[] = [
  {
    what: 'Date.now, called or handed on',
    bad: ['domain/src/a.ts', `export const t = Date.now(); export const now = Date.now;`],
    says: [clock('Date.now'), clock('Date.now')],
    good: [
      'domain/src/a.ts',
      `export const t = (clock: { now: () => number }) => clock.now(); Date.parse('2026-01-01');`,
    ],
  },
  {
    what: 'new Date() without arguments, and Date()',
    bad: ['server/src/a.ts', `export const t = new Date(); export const s = Date();`],
    says: [clock('new Date()'), clock('new Date()')],
    good: [
      'server/src/a.ts',
      `export const t = new Date(0); export const isDate = (x: unknown): x is Date => x instanceof Date;`,
    ],
  },
  {
    what: 'Math.random',
    bad: ['simulator/src/a.ts', `export const x = Math.random();`],
    says: [chance('Math.random')],
    good: ['simulator/src/a.ts', `export const x = Math.max(1, 2);`],
  },
  {
    what: 'performance.now',
    bad: ['web/src/a.ts', `export const t = performance.now();`],
    says: [clock('performance.now')],
    good: ['web/src/a.ts', `performance.mark('a');`],
  },
  {
    what: 'timers',
    bad: ['web/src/a.ts', `setTimeout(f, 1); setInterval(f, 1); setImmediate(f); function f() {}`],
    says: [timers('setTimeout'), timers('setInterval'), timers('setImmediate')],
    good: [
      'web/src/a.ts',
      `export function later(setTimeout: (f: () => void) => void, timers: { setInterval(f: () => void): void }) {
         setTimeout(() => {}); timers.setInterval(() => {}); return { setImmediate: 1 };
       }
       export type Handle = ReturnType<typeof setTimeout>;`,
    ],
  },
  {
    what: 'the Web Crypto numbers',
    bad: [
      'web/src/a.ts',
      `export const id = crypto.randomUUID(); crypto.getRandomValues(new Uint8Array(1));`,
    ],
    says: [chance('crypto.randomUUID'), chance('crypto.getRandomValues')],
    good: ['web/src/a.ts', `export const hash = (x: Uint8Array) => crypto.subtle.digest('SHA-256', x);`],
  },
  {
    what: 'the environment',
    bad: ['server/src/a.ts', `export const port = process.env.PORT; export const { env } = process;`],
    says: [environment('process.env'), environment('process.env')],
    good: ['server/src/a.ts', `export const pid = process.pid;`],
  },
  {
    what: 'by way of the global object',
    bad: [
      'web/src/a.ts',
      `window.setTimeout(f, 1); globalThis.Date.now(); new globalThis.Date(); globalThis.crypto?.randomUUID(); self['setInterval'](f, 1);
       export const { setImmediate: go } = globalThis; function f() {}`,
    ],
    says: [
      timers('setTimeout'),
      clock('Date.now'),
      clock('new Date()'),
      chance('crypto.randomUUID'),
      timers('setInterval'),
      timers('setImmediate'),
    ],
    good: ['web/src/a.ts', `export const width = window.innerWidth; new globalThis.Date(0);`],
  },
  {
    what: 'by way of a named import',
    bad: [
      'server/src/a.ts',
      `import { setTimeout as sleep } from 'node:timers/promises'; import { randomBytes } from 'node:crypto';
       import { performance } from 'node:perf_hooks'; import { env } from 'process'; export { sleep, randomBytes, performance, env };`,
    ],
    says: [timers('setTimeout'), chance('randomBytes'), clock('performance'), environment('env')],
    good: [
      'server/src/a.ts',
      `import { createHash } from 'node:crypto'; import type { env } from 'node:process'; export { createHash, type env };`,
    ],
  },
  {
    what: 'every name of a module that brings chance or timers',
    bad: [
      'server/src/a.ts',
      `export { a }; import { randomUUID, randomInt, getRandomValues, webcrypto } from 'crypto'; import { setInterval } from 'timers';
       import { setImmediate, scheduler } from 'timers/promises';
       const a = [randomUUID, randomInt, getRandomValues, webcrypto, setInterval, setImmediate, scheduler];`,
    ],
    says: [
      ...['randomUUID', 'randomInt', 'getRandomValues', 'webcrypto'].map(chance),
      ...['setInterval', 'setImmediate', 'scheduler'].map(timers),
    ],
    good: [
      'server/src/a.ts',
      `import { type randomInt, createHmac } from 'node:crypto'; export { createHmac, type randomInt };`,
    ],
  },
  {
    what: 'by way of a default or namespace import',
    bad: [
      'server/src/a.ts',
      `import crypto from 'node:crypto'; import * as timers from 'node:timers/promises'; crypto.randomInt(9); timers.setInterval(1);`,
    ],
    says: [chance('randomInt'), timers('setInterval')],
    good: ['server/src/a.ts', `import crypto from 'node:crypto'; crypto.createHash('sha256');`],
  },
  {
    what: 'config.ts reads the environment, and only that',
    bad: ['server/src/config.ts', `export const t = Date.now();`],
    says: [clock('Date.now')],
    good: ['server/src/config.ts', `export const port = process.env.PORT;`],
  },
  {
    what: 'main.ts is where the real things are handed in; app.ts is not',
    bad: ['server/src/app.ts', `export const env = process.env; setTimeout(() => {}, Date.now());`],
    says: [environment('process.env'), timers('setTimeout'), clock('Date.now')],
    good: [
      'server/src/main.ts',
      `export const env = process.env; setTimeout(() => {}, Date.now() * Math.random());`,
    ],
  },
  {
    what: 'the clock of the server is one file',
    bad: ['server/src/clock.ts', `export const now = () => new Date();`],
    says: [clock('new Date()')],
    good: ['server/src/lib/clock.ts', `export const now = () => new Date(); setTimeout(now, 1);`],
  },
  {
    what: 'chance of the server is one file, without a clock',
    bad: ['server/src/lib/random.ts', `export const now = () => Date.now();`],
    says: [clock('Date.now')],
    good: [
      'server/src/lib/random.ts',
      `import { randomBytes } from 'node:crypto'; export const id = () => crypto.randomUUID() + randomBytes(1);`,
    ],
  },
  {
    what: 'the clock of the web is one file',
    bad: ['web/src/ui/clock.ts', `export const now = () => Date.now();`],
    says: [clock('Date.now')],
    good: ['web/src/lib/clock.ts', `export const now = () => Date.now();`],
  },
  {
    what: 'the timers of the web are one file',
    bad: ['web/src/lib/polling.ts', `setInterval(() => {}, 1);`],
    says: [timers('setInterval')],
    good: ['web/src/lib/timers.ts', `setInterval(() => {}, 1);`],
  },
  {
    what: 'a test moves its clock, a journey lives in real time',
    bad: ['server/src/a.test.ts', `setTimeout(() => {}, 3000); export const t = Date.now();`],
    says: [timers('setTimeout'), clock('Date.now')],
    good: ['e2e/a.test.ts', `setTimeout(() => {}, 3000); export const t = Date.now();`],
  },
  {
    what: 'tools and benchmarks live in real time, contract does not',
    bad: ['contract/src/a.ts', `export const t = performance.now();`],
    says: [clock('performance.now')],
    good: ['bench/a.ts', `export const t = performance.now() + Number(process.env.N);`],
  },
  {
    what: 'tools read the environment, domain does not',
    bad: ['domain/src/a.ts', `export const n = process.env;`],
    says: [environment('process.env')],
    good: ['tools/lint/a.ts', `export const n = process.env; setTimeout(() => {}, 1);`],
  },
];

const noLiteralText: Row[] = [
  {
    what: 'text between tags',
    bad: ['web/src/ui/A.tsx', `export const A = () => <p>Device Offline</p>;`],
    says: ['text belongs in the catalogue: Device Offline'],
    good: ['web/src/ui/A.tsx', `export const A = () => <p>{t('device.offline')}</p>;`],
  },
  {
    what: 'text of any alphabet, in a fragment',
    bad: ['web/src/ui/A.tsx', `export const A = () => <>año</>;`],
    says: ['text belongs in the catalogue: año'],
    good: ['web/src/ui/A.tsx', `export const A = () => <>{1}&nbsp;·&middot; 24 / 7 – </>;`],
  },
  {
    what: 'text in braces',
    bad: ['web/src/ui/A.tsx', 'export const A = () => <p>{"Offline"}{`${n} kWh`}{("a" as string) + n}</p>;'],
    says: [
      'text belongs in the catalogue: Offline',
      'text belongs in the catalogue: kWh',
      'text belongs in the catalogue: a',
    ],
    good: ['web/src/ui/A.tsx', 'export const A = () => <p>{" "}{`${n}: `}{n + 1}</p>;'],
  },
  {
    what: 'text as one of two cases',
    bad: ['web/src/ui/A.tsx', `export const A = () => <p>{on ? 'On' : 'Off'}{late && 'Late'}</p>;`],
    says: [
      'text belongs in the catalogue: On',
      'text belongs in the catalogue: Off',
      'text belongs in the catalogue: Late',
    ],
    good: [
      'web/src/ui/A.tsx',
      `export const A = () => <p>{mode === 'heat' && <b />}{mode === 'cool' ? t('on') : t('off')}</p>;`,
    ],
  },
  ...[
    'aria-label',
    'title',
    'placeholder',
    'alt',
    'label',
    'aria-valuetext',
    'aria-description',
    'aria-roledescription',
  ].map((name) => ({
    what: `text in ${name}`,
    bad: ['web/src/features/x/A.tsx', `export const A = () => <B ${name}="Close" />;`] as const,
    says: ['text belongs in the catalogue: Close'],
    good: [
      'web/src/features/x/A.tsx',
      `export const A = () => <B ${name}={t('close')} className="close" />;`,
    ] as const,
  })),
  {
    what: 'text in an attribute, in braces',
    bad: [
      'web/src/ui/A.tsx',
      'export const A = () => <B title={"Close"} alt={`Close`} label={on ? "On" : t("off")} />;',
    ],
    says: [
      'text belongs in the catalogue: Close',
      'text belongs in the catalogue: Close',
      'text belongs in the catalogue: On',
    ],
    good: ['web/src/ui/A.tsx', `export const A = () => <img alt="" title={title} data-title="close" />;`],
  },
  {
    what: 'only the pages for developers are in English alone',
    bad: ['web/src/app/Shell.tsx', `export const A = () => <p>Outbox</p>;`],
    says: ['text belongs in the catalogue: Outbox'],
    good: ['web/src/app/dev/Outbox.tsx', `export const A = () => <p title="Outbox">Outbox</p>;`],
  },
  {
    what: 'a test may render any text',
    bad: ['web/src/ui/Test.tsx', `export const A = () => <p>Save</p>;`],
    says: ['text belongs in the catalogue: Save'],
    good: ['web/src/ui/A.test.tsx', `export const a = <p>Save</p>;`],
  },
];

const onlyThere = 'only server/src/auth/complete-sign-in.ts may make a session: end the sign-in there';

const oneSessionMaker: Row[] = [
  {
    what: 'import by relative path',
    bad: [
      'server/src/auth/password-hasher.ts',
      `import { createSession } from '../stores/session.ts'; export const f = () => createSession();`,
    ],
    says: [onlyThere],
    good: [
      'server/src/auth/complete-sign-in.ts',
      `import { createSession } from '../stores/session.ts'; export const f = () => createSession();`,
    ],
  },
  {
    what: 'import by alias, under another name',
    bad: [
      'server/src/routes/auth.ts',
      `import { createSession as make } from '#server/stores/session.ts'; export const f = () => make();`,
    ],
    says: [onlyThere],
    good: [
      'server/src/routes/auth.ts',
      `import { findSession } from '#server/stores/session.ts'; export const f = () => findSession();`,
    ],
  },
  {
    what: 'by way of the namespace',
    bad: [
      'server/src/auth/pin.ts',
      `import * as sessions from '#server/stores/session.ts'; sessions.createSession(); sessions['createSession']();`,
    ],
    says: [onlyThere, onlyThere],
    good: [
      'server/src/auth/pin.ts',
      `import * as sessions from '#server/stores/session.ts'; sessions.find(); export type S = typeof sessions;`,
    ],
  },
  {
    what: 'handing the namespace on',
    bad: [
      'server/src/app.ts',
      `import * as sessions from '#server/stores/session.ts'; export const stores = { sessions };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/app.ts',
      `import * as sessions from '#server/stores/session.ts'; export const stores = { find: sessions.find };`,
    ],
  },
  {
    what: 're-export',
    bad: [
      'server/src/stores/index.ts',
      `export { createSession as make } from './session.ts'; export * from './session.ts';`,
    ],
    says: [onlyThere, onlyThere],
    good: [
      'server/src/stores/index.ts',
      `export { findSession } from './session.ts'; export type { createSession } from './session.ts';`,
    ],
  },
  {
    what: 'dynamic import',
    bad: ['server/src/jobs/a.ts', `export const f = () => import('../stores/session.ts');`],
    says: [onlyThere],
    good: ['server/src/jobs/a.ts', `export const f = () => import('../stores/account.ts');`],
  },
  {
    what: 'a test of the server may make one, a tool may not',
    bad: [
      'tools/a.ts',
      `import { createSession } from '#server/stores/session.ts'; export { createSession };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/stores/session.test.ts',
      `import { createSession } from './session.ts'; export { createSession };`,
    ],
  },
  {
    what: 'the file is meant, not the name',
    bad: [
      'server/src/auth/complete-sign-in-too.ts',
      `import { createSession } from '../stores/session'; export { createSession };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/auth/pin.ts',
      `import { createSession } from './browser-session.ts'; export { createSession };`,
    ],
  },
];

const colour = (text: string) => `name a colour by its role, var(--color-…), not ${text}`;

const semanticColours: Row[] = [
  ...[
    '#fff',
    '#FFF8',
    '#40454a',
    '#40454aff',
    'rgb(1, 2, 3)',
    'rgba(1 2 3 / 4%)',
    'hsl(1, 2%, 3%)',
    'hsla(1, 2%, 3%, 1)',
    'oklch(1 0 0)',
  ].map((value) => ({
    what: value,
    bad: ['web/src/features/x/a.ts', `export const colour = '${value}';`] as const,
    says: [colour(value)],
    good: ['web/src/features/x/a.ts', `export const colour = 'var(--color-text)';`] as const,
  })),
  {
    what: 'in an attribute and in a style',
    bad: [
      'web/src/ui/A.tsx',
      `export const A = () => <i color="#40454a" style={{ border: '1px solid #eee' }} />;`,
    ],
    says: [colour('#40454a'), colour('1px solid #eee')],
    good: [
      'web/src/ui/A.tsx',
      `export const A = () => <a href="#/device/abc" id="#" style={{ border: '1px solid var(--color-border)' }} />;`,
    ],
  },
  {
    what: 'in a template',
    bad: ['web/src/ui/a.ts', 'export const c = (n: number) => `rgb(${n} 0 0)`;'],
    says: [colour('rgb(')],
    good: [
      'web/src/ui/a.ts',
      'export const c = (n: number) => `var(--color-series-${n})`; export const d = `#${c}`;',
    ],
  },
  {
    what: 'a test may name any colour',
    bad: ['web/src/app/a.ts', `export const colours = ['#ffff00', '#ff0000'];`],
    says: [colour('#ffff00'), colour('#ff0000')],
    good: ['web/src/ui/brand.test.ts', `export const colours = ['#ffff00', '#ff0000'];`],
  },
  {
    what: 'a hash that is no colour',
    bad: ['web/src/app/a.ts', `export const c = '#abc';`],
    says: [colour('#abc')],
    good: [
      'web/src/app/a.ts',
      `import '#web/abc.ts'; export const c = ['#/abc', '#abcde', '#face-it', 'a#abc'];`,
    ],
  },
];

const noEnum: Row[] = [
  {
    what: 'enum',
    bad: ['domain/src/a.ts', `export enum Mode { Heat }`],
    says: ['no enums: write an `as const` array'],
    good: [
      'domain/src/a.ts',
      `export const modes = ['heat'] as const; export type Mode = (typeof modes)[number];`,
    ],
  },
];

const rules: Record<string, Row[]> = {
  layers,
  'no-ambient': noAmbient,
  'no-enum': noEnum,
  'no-literal-text': noLiteralText,
  'one-session-maker': oneSessionMaker,
  'semantic-colours': semanticColours,
};
const rowCounts = {
  layers: 39,
  'no-ambient': 20,
  'no-enum': 1,
  'no-literal-text': 15,
  'one-session-maker': 8,
  'semantic-colours': 13,
};

// The bought rules that the style page relies on, as the project's own configuration sets them.
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `export const a${i} = 1;`).join('\n');
const promise = `const f = async () => { await Promise.resolve(); };`;
const bought: Row[] = [
  {
    what: 'no any',
    bad: ['domain/src/a.ts', `export const a = (x: any) => x as unknown;`],
    says: ['typescript(no-explicit-any)'],
    good: ['domain/src/a.ts', `export const a = (x: unknown) => x;`],
  },
  {
    what: 'no !',
    bad: ['domain/src/a.ts', `export const a = (x?: string) => x!.length;`],
    says: ['typescript(no-non-null-assertion)'],
    good: ['domain/src/a.ts', `export const a = (x?: string) => x?.length;`],
  },
  {
    what: 'no default export, except where a tool asks for it',
    bad: ['web/src/a.ts', `const a = 1; export default a;`],
    says: ['import(no-default-export)'],
    good: ['web/vite.config.ts', `const a = 1; export default a;`],
  },
  {
    what: 'no barrel file',
    bad: ['domain/src/a.ts', `export * from './b.ts';`],
    says: ['oxc(no-barrel-file)'],
    good: ['domain/src/a.ts', `export { b } from './b.ts';`],
  },
  {
    what: 'at most 300 lines of code',
    bad: ['domain/src/a.ts', lines(301)],
    says: ['eslint(max-lines)'],
    good: ['domain/src/a.ts', lines(300)],
  },
  {
    what: 'a table may be longer',
    bad: ['domain/src/control/a.ts', lines(301)],
    says: ['eslint(max-lines)'],
    good: ['domain/src/manufacturers/a.ts', lines(301)],
  },
  {
    what: 'a test may be longer',
    bad: ['server/src/a.ts', lines(301)],
    says: ['eslint(max-lines)'],
    good: ['server/src/a.test.ts', lines(301)],
  },
  {
    what: 'files are named in kebab-case',
    bad: ['web/src/lib/useThing.ts', `export const a = 1;`],
    says: ['unicorn(filename-case)'],
    good: ['web/src/lib/use-thing.ts', `export const a = 1;`],
  },
  {
    what: 'components in PascalCase',
    bad: ['web/src/ui/my_part.tsx', `export const a = 1;`],
    says: ['unicorn(filename-case)'],
    good: ['web/src/ui/MyPart.tsx', `export const a = 1;`],
  },
  {
    what: 'an import of types leaves nothing behind at run time',
    bad: ['domain/src/a.ts', `import { type B } from '#contract/b.ts'; export type C = B;`],
    says: ['typescript(no-import-type-side-effects)'],
    good: ['domain/src/a.ts', `import type { B } from '#contract/b.ts'; export type C = B;`],
  },
  {
    what: 'no promise is dropped',
    bad: ['server/src/a.ts', `${promise} export const g = () => { f(); };`],
    says: ['typescript(no-floating-promises)'],
    good: ['server/src/a.ts', `${promise} export const g = async () => { await f(); };`],
  },
  {
    what: 'no promise where none is awaited',
    bad: ['server/src/a.ts', `${promise} export const g = (on: (f: () => void) => void) => { on(f); };`],
    says: ['typescript(no-misused-promises)'],
    good: [
      'server/src/a.ts',
      `${promise} export const g = (on: (f: () => Promise<void>) => void) => { on(f); };`,
    ],
  },
  {
    what: 'hooks are called unconditionally',
    bad: [
      'web/src/ui/A.tsx',
      `import { useState } from 'react'; export function A(p: { on: boolean }) { if (p.on) { useState(1); } return <i />; }`,
    ],
    says: ['react-hooks(rules-of-hooks)'],
    good: [
      'web/src/ui/A.tsx',
      `import { useState } from 'react'; export function A() { useState(1); return <i />; }`,
    ],
  },
  {
    what: 'hooks name what they depend on',
    bad: [
      'web/src/ui/A.tsx',
      `import { useEffect } from 'react'; export function A(p: { f: number }) { useEffect(() => { document.title = String(p.f); }, []); return <i />; }`,
    ],
    says: ['react-hooks(exhaustive-deps)'],
    good: [
      'web/src/ui/A.tsx',
      `import { useEffect } from 'react'; export function A(p: { f: number }) { useEffect(() => { document.title = String(p.f); }, [p.f]); return <i />; }`,
    ],
  },
  {
    what: 'a picture has a text',
    bad: ['web/src/ui/A.tsx', `export const a = <img src="a.png" />;`],
    says: ['jsx-a11y(alt-text)'],
    good: ['web/src/ui/A.tsx', `export const a = <img src="a.png" alt="" />;`],
  },
  {
    what: 'no HTML is set unseen',
    bad: [
      'web/src/ui/A.tsx',
      `export const a = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />;`,
    ],
    says: ['react(no-danger)'],
    good: ['web/src/ui/A.tsx', `export const a = (html: string) => <p>{html}</p>;`],
  },
];

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly filename: string;
  }[];
  readonly number_of_files: number;
}
type Side = 'bad' | 'good';

/** Every source stands in a small tree of its own, with the project's aliases. */
const treeOf = (rule: string, index: number, side: Side) => path.join(rule, String(index), side);

const readJson = async <T>(file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8')) as T;

const lint = async (tables: Record<string, Row[]>, config: object, flags: string[]): Promise<Report> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-lint-'));
  try {
    const { imports } = await readJson<{ imports: object }>('package.json');
    const compilerOptions = {
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
    };
    await writeFile(path.join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, jsPlugins: [plugin] }));
    const write = async (tree: string, [file, code]: Source) => {
      const target = path.join(folder, tree, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(path.join(folder, tree, 'package.json'), JSON.stringify({ imports }));
      await writeFile(path.join(folder, tree, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      await writeFile(target, code);
    };
    const writes = Object.entries(tables).flatMap(([rule, rows]) =>
      rows.flatMap(({ bad, good }, index) => [
        write(treeOf(rule, index, 'bad'), bad),
        write(treeOf(rule, index, 'good'), good),
      ]),
    );
    await Promise.all(writes);
    const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
    const output = await new Promise<string>((resolve) => {
      // oxlint leaves with 1 when it complains; a real failure shows as output that is not JSON.
      const options = { cwd: folder, maxBuffer: 1e8 };
      execFile(process.execPath, [oxlint, ...flags, '-f', 'json', '.'], options, (_, stdout, stderr) =>
        resolve(stdout || stderr),
      );
    });
    return JSON.parse(output) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const complaintsIn = ({ diagnostics }: Report, rule: string, index: number, side: Side, [file]: Source) =>
  diagnostics.filter(({ filename }) => filename === path.join(treeOf(rule, index, side), file));

const numbered = (rows: Row[]) => rows.map((row, index) => ({ ...row, index }));
const count = (tables: Record<string, Row[]>) => Object.values(tables).flat().length;

describe('rules of the house', () => {
  let report: Report;

  beforeAll(async () => {
    const on = Object.fromEntries(Object.keys(rules).map((rule) => [`porchlight/${rule}`, 'error']));
    report = await lint(rules, { categories: { correctness: 'off' }, rules: on }, []);
  }, 60_000);

  test('no row is lost, and every file was read', () => {
    expect(Object.fromEntries(Object.entries(rules).map(([rule, rows]) => [rule, rows.length]))).toEqual(
      rowCounts,
    );
    expect(report.number_of_files).toBe(2 * count(rules));
  });

  test('every rule of the plugin is proven here and switched on in the project', async () => {
    const { default: loaded } = (await import(plugin)) as { default: { rules: object } };
    const config = await readJson<{ rules: Record<string, unknown> }>('.oxlintrc.json');
    expect(Object.keys(loaded.rules).toSorted()).toEqual(Object.keys(rules).toSorted());
    for (const rule of Object.keys(rules)) expect(config.rules[`porchlight/${rule}`], rule).toBe('error');
  });

  describe.each(Object.entries(rules))('%s', (rule, rows) => {
    test.each(numbered(rows))('$what', ({ bad, says, good, index }) => {
      const found = complaintsIn(report, rule, index, 'bad', bad).map(
        ({ code, message }) => `${code} ${message}`,
      );
      expect(found.toSorted()).toEqual(says.map((message) => `porchlight(${rule}) ${message}`).toSorted());
      expect(complaintsIn(report, rule, index, 'good', good)).toEqual([]);
    });
  });
});

describe('bought rules, in the configuration of the project', () => {
  let report: Report;

  beforeAll(async () => {
    report = await lint({ bought }, await readJson<object>('.oxlintrc.json'), ['--type-aware']);
  }, 60_000);

  test('no row is lost, and every file was read', () => {
    expect(bought).toHaveLength(16);
    expect(report.number_of_files).toBe(2 * bought.length);
  });

  test.each(numbered(bought))('$what', ({ bad, says, good, index }) => {
    expect(complaintsIn(report, 'bought', index, 'bad', bad).map(({ code }) => code)).toEqual(says);
    expect(complaintsIn(report, 'bought', index, 'good', good)).toEqual([]);
  });
});
