import type { LintCase } from './lint-case.ts';

/** For every row of the table one folder above it, and one below that it may use (null: there is none). */
const FORBIDDEN: readonly (readonly [from: string, to: string, allowed: string | null])[] = [
  ['lib', 'db', null],
  ['config.ts', 'db', 'lib'],
  ['db', 'jobs', 'lib'],
  ['jobs', 'providers', 'db'],
  ['providers', 'stores', 'lib'],
  ['stores', 'auth', 'db'],
  ['notify', 'auth', 'stores'],
  ['telemetry', 'links', 'stores'],
  ['links', 'telemetry', 'stores'],
  ['weather', 'links', 'lib'],
  ['auth', 'account', 'notify'],
  ['provisioning', 'household', 'auth'],
  ['account', 'commands', 'auth'],
  ['commands', 'devices', 'auth'],
  ['results', 'events', 'stores'],
  ['http', 'routes', 'auth'],
  ['routes', 'web', 'http'],
  ['web', 'app.ts', 'providers'],
  ['app.ts', 'start', 'routes'],
  ['devices', 'demo', 'links'],
  ['demo', 'simulate', 'commands'],
  ['simulate', 'start', 'demo'],
  ['start', 'main.ts', 'app.ts'],
  ['main.ts', 'testing', 'start'],
  ['simulate-main.ts', 'main.ts', 'start'],
];

const isFile = (name: string) => name.endsWith('.ts');
const fileIn = (name: string) => `server/src/${isFile(name) ? name : `${name}/a.ts`}`;
/** Once for its values and once for a type: types count as well. */
const importsOf = (name: string) => {
  const target = isFile(name) ? name : `${name}/b.ts`;
  return `import '#server/${target}'; export type B = import('#server/${target}').B;`;
};

export const layersInsideServer: readonly LintCase[] = [
  ...FORBIDDEN.map(([from, to, allowed]): LintCase => ({
    what: `${from} does not import ${to}`,
    bad: [fileIn(from), importsOf(to)],
    says: Array.from({ length: 2 }, () => `server/src/${from} may not import server/src/${to}`),
    good: [fileIn(from), allowed === null ? `import './b.ts';` : importsOf(allowed)],
  })),
  {
    what: 'a new folder of the server must be entered in the table',
    bad: ['server/src/reports/a.ts', `export const a = 1;`],
    says: ['server/src/reports is in no layer: enter it in SERVER_LAYERS of tools/lint/rules/layers.js'],
    good: ['server/src/lib/reports/a.ts', `export const a = 1;`],
  },
  {
    what: 'so must a new file beside the folders',
    bad: ['server/src/worker.ts', `import './lib/a.ts';`],
    says: [
      'server/src/worker.ts is in no layer: enter it in SERVER_LAYERS of tools/lint/rules/layers.js',
      'server/src/worker.ts may not import server/src/lib',
    ],
    good: ['server/src/worker.test.ts', `import './lib/a.ts';`],
  },
  {
    what: 'tests use the helpers of the top layer, other files do not',
    bad: ['server/src/stores/a.ts', `import '../testing/app.ts';`],
    says: ['server/src/stores may not import server/src/testing'],
    good: ['server/src/stores/a.test.ts', `import '../testing/app.ts'; import '../routes/a.ts';`],
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
    what: 'a test may write SQL, a helper of tests may not',
    bad: ['server/src/testing/a.ts', `import { sql } from 'kysely'; export { sql };`],
    says: ['kysely belongs to server/src/stores/ and server/src/db/: SQL is written nowhere else'],
    good: ['server/src/app.test.ts', `import { sql } from 'kysely'; export { sql };`],
  },
];
