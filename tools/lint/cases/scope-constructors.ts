import type { LintCase } from './lint-case.ts';

const granted =
  'only server/src/auth/access/access-guard.ts, server/src/auth/operators/add-operator.ts, server/src/auth/password/change-password.ts, server/src/auth/complete-sign-in.ts, server/src/auth/mail-budgets.ts, server/src/auth/password/password-sign-in.ts, server/src/auth/operators/remove-operator.ts, server/src/auth/two-factor/second-factor.ts, server/src/household/join.ts, server/src/household/members.ts, server/src/household/operator-invitations.ts, server/src/household/end-household.ts, server/src/household/terms.ts, server/src/household/resend-invitations.ts may construct scopes with server/src/lib/scope/grant-scope.ts';
const system =
  'only server/src/commands/run-schedules.ts, server/src/events/engine-ports.ts, server/src/household/download/make-download.ts, server/src/provisioning/end-enrolments.ts, server/src/provisioning/import/apply-page.ts, server/src/start/first-operator.ts, server/src/testing/, tools/bench/import.ts may construct scopes with server/src/lib/scope/system-scope.ts';
const cast = (type: string) =>
  `only server/src/lib/scope/grant-scope.ts, server/src/lib/scope/system-scope.ts may cast to ${type}`;

export const scopeConstructors: readonly LintCase[] = [
  {
    what: 'a route grants no scope',
    bad: [
      'server/src/routes/house.ts',
      `import { grantHouseScope } from '../lib/scope/grant-scope.ts'; export const f = () => grantHouseScope();`,
    ],
    says: [granted],
    good: [
      'server/src/auth/access/access-guard.ts',
      `import { grantHouseScope } from '../lib/scope/grant-scope.ts'; export const f = () => grantHouseScope();`,
    ],
  },
  {
    what: 'a route takes no scope without a person, not even by way of the namespace',
    bad: [
      'server/src/routes/house.ts',
      `import * as scopes from '#server/lib/scope/system-scope.ts'; export const f = () => scopes.systemHouseScope();`,
    ],
    says: [system],
    good: [
      'server/src/commands/run-schedules.ts',
      `import { systemHouseScope } from '../lib/scope/system-scope.ts'; export const f = () => systemHouseScope();`,
    ],
  },
  {
    what: 'nobody hands a constructor on',
    bad: ['server/src/auth/rules.ts', `export { grantOwnerScope } from '../lib/scope/grant-scope.ts';`],
    says: [granted],
    good: ['server/src/auth/rules.ts', `export type { OwnerScope } from '../lib/scope/scope.ts';`],
  },
  {
    what: 'a test may construct any scope',
    bad: [
      'server/src/stores/house/house.ts',
      `import { systemHouseScope } from '../../lib/scope/system-scope.ts'; export { systemHouseScope };`,
    ],
    says: [system],
    good: [
      'server/src/stores/house/house.test.ts',
      `import { systemHouseScope } from '../../lib/scope/system-scope.ts'; export { systemHouseScope };`,
    ],
  },
  {
    what: 'a route casts nothing to a scope, neither directly nor by way of unknown',
    bad: [
      'server/src/routes/house.ts',
      `import type { HouseScope } from '../lib/scope/scope.ts'; export const f = (x: object) => [x as HouseScope, <HouseScope>x, x as unknown as HouseScope];`,
    ],
    says: [cast('HouseScope'), cast('HouseScope'), cast('HouseScope')],
    good: [
      'server/src/lib/scope/grant-scope.ts',
      `import type { HouseScope } from './scope.ts'; export const f = (x: object) => x as HouseScope;`,
    ],
  },
  {
    what: 'a type guard is a cast too, also to the scope of an access rule',
    bad: [
      'server/src/http/handler.ts',
      `import type * as scopes from '../lib/scope/scope.ts'; export const f = (x: unknown): x is scopes.OwnerScope => !!x; export const g = (x: unknown) => x as scopes.ScopeOf<'house'>;`,
    ],
    says: [cast('OwnerScope'), cast('ScopeOf')],
    good: ['server/src/http/handler.ts', `export const f = (x: unknown): x is string => !!x;`],
  },
];
