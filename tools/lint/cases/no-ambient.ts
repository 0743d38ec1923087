import type { LintCase } from './lint-case.ts';

const clock = (use: string) => `${use}: the clock must come in as an argument`;
const randomness = (use: string) => `${use}: the randomness must come in as an argument`;
const timers = (use: string) => `${use}: the timers must come in as an argument`;
const environment = (use: string) => `${use}: the environment must come in as an argument`;

export const noAmbient: readonly LintCase[] = [
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
    bad: ['server/src/lib/a.ts', `export const t = new Date(); export const s = Date();`],
    says: [clock('new Date()'), clock('new Date()')],
    good: [
      'server/src/lib/a.ts',
      `export const t = new Date(0); export const isDate = (x: unknown): x is Date => x instanceof Date;`,
    ],
  },
  {
    what: 'Math.random',
    bad: ['simulator/src/a.ts', `export const x = Math.random();`],
    says: [randomness('Math.random')],
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
    says: [randomness('crypto.randomUUID'), randomness('crypto.getRandomValues')],
    good: ['web/src/a.ts', `export const hash = (x: Uint8Array) => crypto.subtle.digest('SHA-256', x);`],
  },
  {
    what: 'the environment',
    bad: ['server/src/lib/a.ts', `export const port = process.env.PORT; export const { env } = process;`],
    says: [environment('process.env'), environment('process.env')],
    good: ['server/src/lib/a.ts', `export const pid = process.pid;`],
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
      randomness('crypto.randomUUID'),
      timers('setInterval'),
      timers('setImmediate'),
    ],
    good: ['web/src/a.ts', `export const width = window.innerWidth; new globalThis.Date(0);`],
  },
  {
    what: 'by way of a named import',
    bad: [
      'server/src/lib/a.ts',
      `import { setTimeout as sleep } from 'node:timers/promises'; import { randomBytes } from 'node:crypto';
       import { performance } from 'node:perf_hooks'; import { env } from 'process'; export { sleep, randomBytes, performance, env };`,
    ],
    says: [timers('setTimeout'), randomness('randomBytes'), clock('performance'), environment('env')],
    good: [
      'server/src/lib/a.ts',
      `import { createHash } from 'node:crypto'; import type { env } from 'node:process'; export { createHash, type env };`,
    ],
  },
  {
    what: 'every name of a module that brings randomness or timers',
    bad: [
      'server/src/lib/a.ts',
      `export { a }; import { randomUUID, randomInt, getRandomValues, webcrypto } from 'crypto'; import { setInterval } from 'timers';
       import { setImmediate, scheduler } from 'timers/promises';
       const a = [randomUUID, randomInt, getRandomValues, webcrypto, setInterval, setImmediate, scheduler];`,
    ],
    says: [
      ...['randomUUID', 'randomInt', 'getRandomValues', 'webcrypto'].map(randomness),
      ...['setInterval', 'setImmediate', 'scheduler'].map(timers),
    ],
    good: [
      'server/src/lib/a.ts',
      `import { type randomInt, createHmac } from 'node:crypto'; export { createHmac, type randomInt };`,
    ],
  },
  {
    what: 'by way of a default or namespace import',
    bad: [
      'server/src/lib/a.ts',
      `import crypto from 'node:crypto'; import * as timers from 'node:timers/promises'; crypto.randomInt(9); timers.setInterval(1);`,
    ],
    says: [randomness('randomInt'), timers('setInterval')],
    good: ['server/src/lib/a.ts', `import crypto from 'node:crypto'; crypto.createHash('sha256');`],
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
    bad: ['server/src/db/clock.ts', `export const now = () => new Date();`],
    says: [clock('new Date()')],
    good: ['server/src/lib/clock/clock.ts', `export const now = () => new Date(); setTimeout(now, 1);`],
  },
  {
    what: 'randomness of the server is one file, without a clock',
    bad: ['server/src/lib/secrets/random.ts', `export const now = () => Date.now();`],
    says: [clock('Date.now')],
    good: [
      'server/src/lib/secrets/random.ts',
      `import { randomBytes } from 'node:crypto'; export const id = () => crypto.randomUUID() + randomBytes(1);`,
    ],
  },
  {
    what: 'the clock of the web is one file',
    bad: ['web/src/ui/clock.ts', `export const now = () => Date.now();`],
    says: [clock('Date.now')],
    good: ['web/src/lib/browser/clock.ts', `export const now = () => Date.now();`],
  },
  {
    what: 'the timers of the web are one file',
    bad: ['web/src/lib/polling.ts', `setInterval(() => {}, 1);`],
    says: [timers('setInterval')],
    good: ['web/src/lib/browser/timers.ts', `setInterval(() => {}, 1);`],
  },
  {
    what: 'a test moves its clock, a journey lives in real time',
    bad: ['server/src/lib/a.test.ts', `setTimeout(() => {}, 3000); export const t = Date.now();`],
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
