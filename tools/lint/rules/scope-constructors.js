// A scope says whose rows a store may touch. Only the access guard, the sign-in paths and named parts without a person
// behind them (schedules, test data) may import the functions that construct one, and nobody else casts to one; the brand
// of the types keeps object literals and copies out.
import { isAt, isTest, onImports, placeOf, targetOf } from './tree.js';

const CONSTRUCTORS = [
  {
    home: 'server/src/lib/scope/grant-scope',
    mayImport: [
      'server/src/auth/access/access-guard.ts',
      'server/src/auth/operators/add-operator.ts',
      'server/src/auth/password/change-password.ts',
      'server/src/auth/complete-sign-in.ts',
      'server/src/auth/mail-budgets.ts',
      'server/src/auth/password/password-sign-in.ts',
      'server/src/auth/operators/remove-operator.ts',
      'server/src/auth/two-factor/second-factor.ts',
      'server/src/household/join.ts',
      'server/src/household/members.ts',
      'server/src/household/operator-invitations.ts',
      'server/src/household/end-household.ts',
      'server/src/household/terms.ts',
      'server/src/household/resend-invitations.ts',
    ],
  },
  {
    home: 'server/src/lib/scope/system-scope',
    mayImport: [
      'server/src/commands/run-schedules.ts',
      'server/src/events/engine-ports.ts',
      'server/src/household/download/make-download.ts',
      'server/src/provisioning/end-enrolments.ts',
      'server/src/provisioning/import/apply-page.ts',
      'server/src/start/first-operator.ts',
      'server/src/testing/',
      'tools/bench/import.ts',
    ],
  },
];

const HOMES = CONSTRUCTORS.map(({ home }) => `${home}.ts`);
const SCOPE = /Scope(?:Of)?$/;

// The last name of a type: `HouseScope`, `scopes.HouseScope`.
const typeName = (type) => {
  const name = type?.type === 'TSTypeReference' ? type.typeName : undefined;
  return name?.type === 'TSQualifiedName' ? name.right.name : name?.name;
};

export const scopeConstructors = {
  // Read by the test of the rules, which looks for entries that are no longer needed.
  meta: { docs: { constructors: CONSTRUCTORS } },
  create(context) {
    const from = placeOf(context.filename);
    if (isTest(from) && from.startsWith('server/')) return {};

    const checkCast = (type, node) => {
      const name = typeName(type);
      if (name === undefined || !SCOPE.test(name) || isAt(from, HOMES)) return;
      context.report({ node, message: `only ${HOMES.join(', ')} may cast to ${name}` });
    };

    return {
      TSAsExpression: (node) => checkCast(node.typeAnnotation, node),
      TSTypeAssertion: (node) => checkCast(node.typeAnnotation, node),
      TSTypePredicate: (node) => checkCast(node.typeAnnotation?.typeAnnotation, node),
      ...onImports(({ node, specifier, typeOnly }) => {
        if (typeOnly || specifier === undefined) return;
        const { file } = targetOf(specifier, context.filename);
        const found = CONSTRUCTORS.find(({ home }) => file?.replace(/\.[jt]s$/, '') === home);
        if (!found || isAt(from, found.mayImport)) return;
        const message = `only ${found.mayImport.join(', ')} may construct scopes with ${found.home}.ts`;
        context.report({ node: node.source, message });
      }),
    };
  },
};
