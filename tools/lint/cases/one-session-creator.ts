import type { LintCase } from './lint-case.ts';

const onlyThere = 'only server/src/auth/complete-sign-in.ts may create a session: end the sign-in there';

export const oneSessionCreator: readonly LintCase[] = [
  {
    what: 'import by relative path',
    bad: [
      'server/src/auth/password/password-hasher.ts',
      `import { createSession } from '../../stores/auth/session.ts'; export const f = () => createSession();`,
    ],
    says: [onlyThere],
    good: [
      'server/src/auth/complete-sign-in.ts',
      `import { createSession } from '../stores/auth/session.ts'; export const f = () => createSession();`,
    ],
  },
  {
    what: 'import by alias, under another name',
    bad: [
      'server/src/routes/auth.ts',
      `import { createSession as make } from '#server/stores/auth/session.ts'; export const f = () => make();`,
    ],
    says: [onlyThere],
    good: [
      'server/src/routes/auth.ts',
      `import { findSession } from '#server/stores/auth/session.ts'; export const f = () => findSession();`,
    ],
  },
  {
    what: 'by way of the namespace',
    bad: [
      'server/src/auth/pin.ts',
      `import * as sessions from '#server/stores/auth/session.ts'; sessions.createSession(); sessions['createSession']();`,
    ],
    says: [onlyThere, onlyThere],
    good: [
      'server/src/auth/pin.ts',
      `import * as sessions from '#server/stores/auth/session.ts'; sessions.find(); export type S = typeof sessions;`,
    ],
  },
  {
    what: 'handing the namespace on',
    bad: [
      'server/src/app.ts',
      `import * as sessions from '#server/stores/auth/session.ts'; export const stores = { sessions };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/app.ts',
      `import * as sessions from '#server/stores/auth/session.ts'; export const stores = { find: sessions.find };`,
    ],
  },
  {
    what: 're-export',
    bad: [
      'server/src/stores/index.ts',
      `export { createSession as make } from './auth/session.ts'; export * from './auth/session.ts';`,
    ],
    says: [onlyThere, onlyThere],
    good: [
      'server/src/stores/index.ts',
      `export { findSession } from './auth/session.ts'; export type { createSession } from './auth/session.ts';`,
    ],
  },
  {
    what: 'dynamic import',
    bad: ['server/src/routes/a.ts', `export const f = () => import('../stores/auth/session.ts');`],
    says: [onlyThere],
    good: ['server/src/routes/a.ts', `export const f = () => import('../stores/account/account.ts');`],
  },
  {
    what: 'a test of the server may create one, a tool may not',
    bad: [
      'tools/a.ts',
      `import { createSession } from '#server/stores/auth/session.ts'; export { createSession };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/stores/auth/session.test.ts',
      `import { createSession } from './session.ts'; export { createSession };`,
    ],
  },
  {
    what: 'a helper of the tests of the server may create one, the demo data may not',
    bad: [
      'server/src/demo/a.ts',
      `import { createSession } from '../stores/auth/session.ts'; export { createSession };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/testing/auth/sessions.ts',
      `import { createSession } from '../../stores/auth/session.ts'; export { createSession };`,
    ],
  },
  {
    what: 'the file is meant, not the name',
    bad: [
      'server/src/auth/complete-sign-in-too.ts',
      `import { createSession } from '../stores/auth/session'; export { createSession };`,
    ],
    says: [onlyThere],
    good: [
      'server/src/auth/pin.ts',
      `import { createSession } from './browser-session.ts'; export { createSession };`,
    ],
  },
];
