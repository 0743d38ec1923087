import type { LintCase } from './lint-case.ts';

const granted =
  'only server/src/auth/access-guard.ts, server/src/auth/change-password.ts, server/src/auth/complete-sign-in.ts, server/src/auth/second-factor.ts may make scopes with server/src/lib/grant-scope.ts';
const system =
  'only server/src/commands/deliver-command.ts, server/src/commands/run-schedules.ts, server/src/demo/, server/src/telemetry/ingest.ts, server/src/testing/ may make scopes with server/src/lib/system-scope.ts';

export const scopeMakers: readonly LintCase[] = [
  {
    what: 'a route grants no scope',
    bad: [
      'server/src/routes/house.ts',
      `import { grantHouseScope } from '../lib/grant-scope.ts'; export const f = () => grantHouseScope();`,
    ],
    says: [granted],
    good: [
      'server/src/auth/access-guard.ts',
      `import { grantHouseScope } from '../lib/grant-scope.ts'; export const f = () => grantHouseScope();`,
    ],
  },
  {
    what: 'a route takes no scope without a person, not even by way of the namespace',
    bad: [
      'server/src/routes/house.ts',
      `import * as scopes from '#server/lib/system-scope.ts'; export const f = () => scopes.systemHouseScope();`,
    ],
    says: [system],
    good: [
      'server/src/telemetry/ingest.ts',
      `import { systemHouseScope } from '../lib/system-scope.ts'; export const f = () => systemHouseScope();`,
    ],
  },
  {
    what: 'nobody hands a maker on',
    bad: ['server/src/auth/rules.ts', `export { grantOwnerScope } from '../lib/grant-scope.ts';`],
    says: [granted],
    good: ['server/src/auth/rules.ts', `export type { OwnerScope } from '../lib/scope.ts';`],
  },
  {
    what: 'a test may make any scope',
    bad: [
      'server/src/stores/house.ts',
      `import { systemHouseScope } from '../lib/system-scope.ts'; export { systemHouseScope };`,
    ],
    says: [system],
    good: [
      'server/src/stores/house.test.ts',
      `import { systemHouseScope } from '../lib/system-scope.ts'; export { systemHouseScope };`,
    ],
  },
];
